//! `grundy serve`: the web page and its JSON API.

use std::net::{IpAddr, Ipv4Addr};

use anyhow::Context;
use grundy_web::Config;

use crate::exit::Exit;
use crate::{Done, show};

/// Arguments of `serve`.
#[derive(clap::Args, Debug)]
pub(crate) struct Serve {
    /// The port to listen on; 0 takes a free one
    #[arg(long, default_value_t = 8765)]
    port: u16,
    /// Another address than this machine's own; whoever reaches it can use the page
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Print the description of the API (`OpenAPI`, JSON) and end
    #[arg(long)]
    openapi: bool,
    /// Answer one question with rules of its own from standard input and end
    #[arg(long, hide = true)]
    one: bool,
}

/// Listens until the program is ended.
pub(crate) fn run(args: &Serve) -> Done {
    if args.openapi {
        show::print(&(grundy_web::openapi() + "\n"))?;
        return Ok(Exit::Answered);
    }
    if args.one {
        grundy_web::serve_one()?;
        return Ok(Exit::Answered);
    }
    // Without a way to start itself anew it takes no rules of strangers.
    let program = std::env::current_exe().ok();
    let config = Config { program, host: args.host, port: args.port, ..Config::default() };
    let server = grundy_web::bind(config).with_context(|| {
        format!("cannot listen on {}, port {}; try another with --port", args.host, args.port)
    })?;
    if !args.host.is_loopback() {
        show::error::warn("every machine that reaches this address can use the page");
    }
    let address = format!("http://{}/", server.address());
    show::print(&format!("grundy is at {address} (Ctrl-C ends it)\n"))?;
    if args.open {
        open(&address);
    }
    server.run()?;
    Ok(Exit::Answered)
}

/// Opens a page with the system's program for that, if there is one.
fn open(address: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let started = std::process::Command::new(program)
        .args(first)
        .arg(address)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn();
    if started.is_err() {
        show::error::warn("no browser could be started; open the address by hand");
    }
}
