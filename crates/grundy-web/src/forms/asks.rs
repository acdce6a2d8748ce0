//! What clients send. Doors answer them: [`crate::api::door`].

use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::Refusal;
use crate::pool::Wish;

/// A question and what it may cost.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    /// Games with positions, ` + ` between them.
    #[schema(example = "nim 3 4 5")]
    pub(crate) question: String,
    /// `auto`, `formula`, `kernel` or `general`.
    #[serde(default)]
    #[schema(example = "auto")]
    pub(crate) method: Option<String>,
    /// Most positions to work through; never more than the server allows.
    #[serde(default)]
    #[schema(format = "uint64")]
    pub(crate) nodes: Option<u64>,
    /// Most bytes of tables.
    #[serde(default)]
    #[schema(format = "uint64")]
    pub(crate) memory: Option<u64>,
    /// Most milliseconds.
    #[serde(default)]
    #[schema(format = "uint64")]
    pub(crate) time: Option<u64>,
    /// Most moves to list.
    #[serde(default)]
    #[schema(format = "uint64")]
    pub(crate) list: Option<u64>,
    /// A name to stop the work by.
    #[serde(default)]
    #[schema(max_length = 64)]
    pub(crate) job: Option<String>,
    /// Answer in lines: `progress` now and then, and last `result` or `error`.
    #[serde(default)]
    pub(crate) stream: bool,
    /// Rules of one's own in Starlark: the game `@rules` of the question.
    #[serde(default)]
    #[schema(max_length = 65536, example = json!(null))]
    pub(crate) rules: Option<String>,
}

impl Ask {
    pub(crate) fn wish(&self) -> Result<Wish, Refusal> {
        Ok(Wish {
            nodes: self.nodes,
            bytes: self.memory,
            time: self.time.map(Duration::from_millis),
            name: named(self.job.as_ref())?,
        })
    }
}

/// The name of a job, if it is short enough.
pub(crate) fn named(name: Option<&String>) -> Result<Option<String>, Refusal> {
    match name {
        Some(name) if name.len() > 64 => {
            Err(Refusal::request("expected the name of a job of at most 64 bytes"))
        }
        name => Ok(name.cloned()),
    }
}

/// A heap game with its heaps left open.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SequenceAsk {
    /// A heap game, such as `heaps:0.77` or `kayles`.
    #[schema(example = "kayles")]
    pub(crate) question: String,
    /// The last heap.
    #[schema(example = 99, maximum = 20000)]
    pub(crate) to: u64,
    /// A name to stop the work by.
    #[serde(default)]
    #[schema(max_length = 64)]
    pub(crate) job: Option<String>,
    /// Rules of one's own in Starlark: the game `@rules` of the question.
    #[serde(default)]
    #[schema(max_length = 65536, example = json!(null))]
    pub(crate) rules: Option<String>,
}

/// A question with two sizes left open.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableAsk {
    /// A question with `R` and `C` for the sizes, or a game without a position.
    #[schema(example = "wythoff R C")]
    pub(crate) question: String,
    /// First and last row.
    #[schema(example = json!([0, 9]))]
    pub(crate) rows: [u64; 2],
    /// First and last column.
    #[schema(example = json!([0, 9]))]
    pub(crate) columns: [u64; 2],
    /// A name to stop the work by.
    #[serde(default)]
    #[schema(max_length = 64)]
    pub(crate) job: Option<String>,
    /// Rules of one's own in Starlark: the game `@rules` of the question.
    #[serde(default)]
    #[schema(max_length = 65536, example = json!(null))]
    pub(crate) rules: Option<String>,
}

/// A question.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Read {
    /// Games with positions, ` + ` between them.
    #[schema(example = "nim 3 4 5")]
    pub(crate) question: String,
    /// Rules of one's own in Starlark: the game `@rules` of the question.
    #[serde(default)]
    #[schema(max_length = 65536, example = json!(null))]
    pub(crate) rules: Option<String>,
}

/// A question and moves from it.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    /// Games with positions, ` + ` between them.
    #[schema(example = "nim 3 4 5")]
    pub(crate) question: String,
    /// Moves to play one after another.
    #[serde(default)]
    #[schema(example = json!(["1:3>1"]))]
    pub(crate) moves: Vec<String>,
    /// Rules of one's own in Starlark: the game `@rules` of the question.
    #[serde(default)]
    #[schema(max_length = 65536, example = json!(null))]
    pub(crate) rules: Option<String>,
}

/// A question for the computer to move in.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reply {
    /// Games with positions, ` + ` between them.
    #[schema(example = "nim 3 4 5")]
    pub(crate) question: String,
    /// Of a hundred moves, how many are the best it knows.
    #[serde(default = "perfect")]
    #[schema(maximum = 100, default = 100)]
    pub(crate) strength: u8,
    /// Chooses among equal moves.
    #[serde(default)]
    #[schema(format = "uint64")]
    pub(crate) seed: u64,
    /// Rules of one's own in Starlark: the game `@rules` of the question.
    #[serde(default)]
    #[schema(max_length = 65536, example = json!(null))]
    pub(crate) rules: Option<String>,
}

fn perfect() -> u8 {
    100
}

/// A place to change by hand.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edit {
    /// Games with positions, ` + ` between them.
    #[schema(example = "darkraft LR/RL")]
    pub(crate) question: String,
    /// The term, from 0.
    #[serde(default)]
    #[schema(format = "uint64")]
    pub(crate) term: u64,
    /// The place in its drawing; without it the board as a whole.
    #[serde(default)]
    #[schema(example = "cell:0,1")]
    pub(crate) place: Option<String>,
    /// Rules of one's own in Starlark: the game `@rules` of the question.
    #[serde(default)]
    #[schema(max_length = 65536, example = json!(null))]
    pub(crate) rules: Option<String>,
}

/// The name of a job.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stop {
    /// The name given with the question.
    #[schema(example = "job-1", max_length = 64)]
    pub(crate) job: String,
}
