//! The games.

pub mod node_kayles;

pub use node_kayles::NodeKayles;
