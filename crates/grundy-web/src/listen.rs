//! The listener: a bounded number of connections, each with a deadline for its headers.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

use crate::{Config, Shared, api};

/// How long a client may take to send the head of a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server that listens and does not answer yet.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    config: Config,
    address: SocketAddr,
}

/// Takes the address and the port.
///
/// # Errors
/// When the port is in use or the address is not this machine's.
pub fn bind(config: Config) -> io::Result<Server> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let listener = runtime.block_on(TcpListener::bind((config.host, config.port)))?;
    let address = listener.local_addr()?;
    Ok(Server { runtime, listener, config, address })
}

impl Server {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the program ends.
    ///
    /// # Errors
    /// Never yet: a connection that fails ends alone.
    pub fn run(self) -> io::Result<()> {
        let Self { runtime, listener, config, address } = self;
        let seats = Arc::new(Semaphore::new(config.limits.connections));
        let shared = Shared::new(config, address);
        let router = api::router(&shared);
        runtime.block_on(async move {
            loop {
                let Ok(seat) = Arc::clone(&seats).acquire_owned().await else { return Ok(()) };
                let Ok((stream, _)) = listener.accept().await else {
                    // Out of file handles, most likely: wait for connections to end.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                };
                // Answers are small and whole; waiting to fill a packet only delays them.
                _ = stream.set_nodelay(true);
                let service = TowerToHyperService::new(router.clone());
                tokio::spawn(async move {
                    let mut http = hyper::server::conn::http1::Builder::new();
                    http.timer(TokioTimer::new())
                        .header_read_timeout(PATIENCE)
                        .max_buf_size(64 << 10)
                        ;
                    // A client that breaks off harms nobody else.
                    _ = http.serve_connection(TokioIo::new(stream), service).await;
                    drop(seat);
                });
            }
        })
    }
}
