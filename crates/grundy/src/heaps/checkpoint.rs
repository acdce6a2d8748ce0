//! Checkpoints of long runs: the values found so far, with the code they belong to.
//!
//! A checkpoint is `GRUNDYHP`, the version, the code, the values and a checksum of all before it.
//! Written and read as bytes; files are the caller's.

use grundy_rules::Budget;
use grundy_solvers::heaps::engine::Engine;

use super::rules::HeapRules;
use super::study::{FNV, fnv};
use crate::error::Error;

const MAGIC: &[u8; 8] = b"GRUNDYHP";
const VERSION: u32 = 1;

/// The checkpoint of an engine.
pub fn save(rules: &HeapRules, engine: &Engine) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((rules.code.len() as u64).to_le_bytes());
    bytes.extend(rules.code.as_bytes());
    let values = engine.to_bytes();
    bytes.extend((values.len() as u64).to_le_bytes());
    bytes.extend(values);
    let sum = fnv(FNV, &bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The engine that a checkpoint was made of.
///
/// # Errors
/// When the bytes are no checkpoint, are cut short or altered, or belong to another code.
pub fn restore(rules: &HeapRules, bytes: &[u8], budget: &Budget) -> Result<Engine, Error> {
    let bad =
        |why: &str| Error::Method(format!("the checkpoint cannot be used: {why}; nothing was overwritten"));
    let Some((head, body)) = bytes.split_at_checked(12).filter(|(head, _)| head[..8] == *MAGIC) else {
        return Err(bad("it is no checkpoint of heaps"));
    };
    if head[8..] != VERSION.to_le_bytes() {
        return Err(bad("it was written by another version"));
    }
    let sum = bytes.len().checked_sub(8).filter(|&at| at >= 12);
    let whole = sum.is_some_and(|at| fnv(FNV, &bytes[..at]).to_le_bytes() == bytes[at..]);
    if !whole {
        return Err(bad("it is cut short or altered"));
    }
    let take = |from: &[u8]| -> Option<(Vec<u8>, usize)> {
        let len = usize::try_from(u64::from_le_bytes(from.get(..8)?.try_into().ok()?)).ok()?;
        Some((from.get(8..8usize.checked_add(len)?)?.to_vec(), 8 + len))
    };
    let (code, after) = take(body).ok_or_else(|| bad("it is cut short"))?;
    if code != rules.code.as_bytes() {
        let other = String::from_utf8_lossy(&code).into_owned();
        return Err(bad(&format!("it belongs to `{other}`, not to `{}`", rules.code)));
    }
    let (values, _) = take(&body[after..]).ok_or_else(|| bad("it is cut short"))?;
    Engine::from_bytes(rules.system.clone(), &values, budget)
        .ok_or_else(|| bad("its values do not fit the code"))
}
