//! A user's rules as solvers see them.
//!
//! In a game that cannot be drawn a position is one part, and the nimbers of parts add up. In a
//! game that can be drawn they do not, so there all parts together are one position
//! ([`Position::Whole`]) that is searched as one. A part where being stuck is a draw draws the
//! whole sum; one where it is a win has no place in a sum, which is a fault.

use std::sync::{Mutex, PoisonError};

use grundy_rules::{End, Fault, Game, Sums};

use crate::ruleset::Scripted;
use crate::{Position, Script};

/// A fault that came up where the contract has no room for one; the next call of options tells.
pub(crate) type Kept = Mutex<Option<Fault>>;

impl Game for Scripted {
    type Position = Position;

    fn options(&self, at: &Position, out: &mut Sums<Position>) -> Result<(), Fault> {
        if self.script().facts().canonical
            && let Some(fault) = self.kept().lock().unwrap_or_else(PoisonError::into_inner).take()
        {
            return Err(fault);
        }
        if self.may_draw() {
            whole_options(self.script(), at.parts(), out)
        } else {
            self.script().options(at, out)
        }
    }

    fn canonical(&self, at: &Position) -> Option<Position> {
        if !self.script().facts().canonical {
            return None;
        }
        match self.script().canonical(at) {
            Ok(position) => position,
            Err(fault) => {
                *self.kept().lock().unwrap_or_else(PoisonError::into_inner) = Some(fault);
                None
            }
        }
    }

    fn end(&self, at: &Position) -> End {
        // What fails here has failed in `options` before, which told.
        let end = |part| self.script().stuck(part).unwrap_or_default();
        match at.parts() {
            [part] => end(part),
            parts if parts.iter().any(|part| is_stuck(self.script(), part) && end(part) == End::Draw) => {
                End::Draw
            }
            _ => End::Loss,
        }
    }

    fn may_draw(&self) -> bool {
        self.script().facts().loopy || self.script().facts().ends
    }
}

fn is_stuck(script: &dyn Script, part: &Position) -> bool {
    let mut sums = Sums::new();
    script.options(part, &mut sums).is_ok() && sums.is_empty()
}

/// The options of several parts as one position.
fn whole_options(script: &dyn Script, parts: &[Position], out: &mut Sums<Position>) -> Result<(), Fault> {
    let mut of_parts = Vec::with_capacity(parts.len());
    let mut drawn = false;
    for part in parts {
        let mut sums = Sums::new();
        script.options(part, &mut sums)?;
        if sums.is_empty() && script.facts().ends {
            match script.stuck(part)? {
                End::Win if parts.len() > 1 => {
                    let message =
                        format!("{part} ends as a win for the player who is stuck: it has no value in a sum");
                    return Err(Fault::new(message));
                }
                End::Draw => drawn = true,
                _ => {}
            }
        }
        of_parts.push(sums);
    }
    if drawn {
        return Ok(());
    }
    for (i, sums) in of_parts.iter().enumerate() {
        for sum in sums.iter() {
            let rest = parts[..i].iter().chain(&parts[i + 1..]).chain(sum);
            let rest: Vec<Position> = rest.cloned().collect();
            if rest.is_empty() {
                out.push([]);
            } else {
                out.push([Position::whole(rest)]);
            }
        }
    }
    Ok(())
}
