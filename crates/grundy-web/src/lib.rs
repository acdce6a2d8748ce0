//! `grundy serve`: a local page to see games and play them, and a JSON API.
//!
//! Main function: `serve`. The page and the API know no rule of any game: a question's text
//! comes in, and texts, values and drawings go out.
//!
//! Invariants: no file of the disk is read for a client ([`grundy::no_files`]); a request from
//! another site's page is refused ([`guard`]); every body, list and piece of work is bounded
//! ([`Limits`]), and work ends when its client leaves ([`pool`]). Rules of strangers
//! run in a process of their own ([`child`]).

mod api;
mod assets;
mod child;
mod error;
mod forms;
mod guard;
pub mod lesson;
mod listen;
mod pool;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

pub use child::serve_one;
pub use listen::{Server, bind};

/// Where to listen, and the bounds.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address; anything but a loopback address lets other machines in.
    pub host: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The bounds of requests.
    pub limits: Limits,
    /// The program whose `serve --one` calls [`serve_one`]: it answers questions with rules of
    /// their own. Without it they are refused.
    pub program: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
        Self { host, port: 8765, limits: Limits::default(), program: None }
    }
}

/// The bounds of requests.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a request's body.
    pub body: usize,
    /// Moves in a list, and plies of a game.
    pub moves: usize,
    /// Connections at a time.
    pub connections: usize,
    /// What every question gets at once.
    pub quick: Allowance,
    /// What a question may get that the quick allowance was not enough for.
    pub slow: Allowance,
    /// What a question with rules of its own gets, in a process of its own.
    pub own: Allowance,
    /// Questions that may wait.
    pub queue: usize,
}

/// What one question may cost.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Positions.
    pub nodes: u64,
    /// Bytes of tables.
    pub bytes: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// Questions worked on at a time.
    pub seats: usize,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            body: 192 << 10,
            moves: 2000,
            connections: 512,
            quick: Allowance {
                nodes: 200_000,
                bytes: 32 << 20,
                time: Duration::from_millis(200),
                seats: cores.clamp(2, 8),
            },
            slow: Allowance {
                nodes: 10_000_000_000,
                bytes: 512 << 20,
                time: Duration::from_mins(1),
                seats: (cores / 2).clamp(1, 4),
            },
            own: Allowance {
                nodes: 1_000_000_000,
                bytes: 256 << 20,
                time: Duration::from_secs(20),
                seats: (cores / 2).clamp(1, 4),
            },
            queue: 256,
        }
    }
}

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) limits: Limits,
    pub(crate) pool: pool::Pool,
    pub(crate) address: SocketAddr,
    pub(crate) program: Option<PathBuf>,
}

impl Shared {
    pub(crate) fn new(config: Config, address: SocketAddr) -> Arc<Self> {
        let Config { limits, program, .. } = config;
        Arc::new(Self { pool: pool::Pool::new(&limits), limits, address, program })
    }
}

/// The description of the API, as `OpenAPI` 3.1 in JSON.
///
/// # Panics
/// Never: the description is a constant.
pub fn openapi() -> String {
    api::openapi()
}
