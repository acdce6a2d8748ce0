//! What a heap can become under one rule.
//!
//! The main functions are [`Break::options`] and [`Turn::options`]. Parts that a rule does not
//! tell apart come in ascending order only. [`Break::loops`] finds rules that could leave a part as
//! large as the heap.

use super::{Break, Condition, Heap, Part, Parts, Shape, Takes, Turn};

impl Break {
    /// A part as large as the heap, in words, if the rule can leave one.
    pub(super) fn loops(&self) -> Option<String> {
        let Takes::Exactly(taken) = self.takes else {
            let (Takes::Every { from: 1.., .. } | Takes::OneOf(_) | Takes::NoneOf(_)) = self.takes else {
                return Some("a move that takes nothing and leaves the heap as it was".to_owned());
            };
            return None;
        };
        let (count, leasts): (usize, Vec<u64>) = match &self.parts {
            Parts::These(parts) => (parts.len(), parts.iter().map(|p| p.least).collect()),
            Parts::AtLeast { count, .. } => (*count, vec![1; *count]),
        };
        if taken > 0 {
            return None;
        }
        let added = taken.unsigned_abs();
        let leave = |n: u64, part: u64| {
            format!("a heap of {n} could leave a part of {part} again, and so on without end")
        };
        if count == 0 {
            return (added == 0).then(|| "a move on nothing that leaves nothing".to_owned());
        }
        if self.condition == Condition::AllEqual && count > 1 {
            // A larger count only makes the parts smaller.
            let t = count as u64;
            return (0..=added / (t - 1)).find_map(|n| {
                let part = (n + added) / t;
                ((n + added).is_multiple_of(t) && part >= n && part > 0).then(|| leave(n, part))
            });
        }
        let sum: u64 = leasts.iter().sum();
        let others = match self.condition {
            Condition::AllUnequal => (1..count as u64).sum::<u64>().max(sum - leasts.iter().max()?),
            _ => sum - leasts.iter().max()?,
        };
        (others <= added).then(|| {
            let n = others + 5;
            leave(n, n + added - others)
        })
    }

    /// Calls `each` with the number taken and the parts left, for every option of a heap of `n`.
    pub fn options(&self, n: u64, each: &mut dyn FnMut(i64, &[Heap]) -> bool) -> bool {
        let mut parts = Vec::new();
        self.takes.up_to(n).all(|taken| {
            let Some(rest) = n.checked_add_signed(-taken) else { return true };
            match &self.parts {
                Parts::These(these) => self.leave(these, rest, &mut parts, &mut |p| each(taken, p)),
                Parts::AtLeast { kind, count } => {
                    let most = if self.condition == Condition::AllUnequal { rest.isqrt() * 2 } else { rest };
                    (*count as u64..=most).all(|k| {
                        let these = vec![Part { kind: *kind, least: 1 }; k as usize];
                        self.leave(&these, rest, &mut parts, &mut |p| each(taken, p))
                    })
                }
            }
        })
    }

    /// Lists the ways to leave `these` with `rest` tokens in all.
    fn leave(
        &self,
        these: &[Part],
        rest: u64,
        parts: &mut Vec<Heap>,
        each: &mut dyn FnMut(&[Heap]) -> bool,
    ) -> bool {
        parts.clear();
        let mut bounds: Vec<u64> = vec![0; these.len() + 1];
        for i in (0..these.len()).rev() {
            bounds[i] = bounds[i + 1] + these[i].least;
        }
        self.fill(these, &bounds, rest, parts, each)
    }

    fn fill(
        &self,
        these: &[Part],
        bounds: &[u64],
        rest: u64,
        parts: &mut Vec<Heap>,
        each: &mut dyn FnMut(&[Heap]) -> bool,
    ) -> bool {
        let at = parts.len();
        if at == these.len() {
            if rest > 0 {
                return true;
            }
            let sizes: Vec<u64> = parts.iter().map(|p| p.size).collect();
            if !self.condition.allows(&sizes) {
                return true;
            }
            let left: Vec<Heap> = parts.iter().copied().filter(|p| p.size > 0).collect();
            return each(&left);
        }
        let part = these[at];
        // Parts that are alike come in ascending order.
        let alike = at > 0 && these[at - 1] == part;
        let least = if alike { part.least.max(parts[at - 1].size) } else { part.least };
        let Some(most) = rest.checked_sub(bounds[at + 1]) else { return true };
        let to_come = these[at..].iter().take_while(|p| **p == part).count() as u64;
        let all_alike = to_come as usize == these.len() - at;
        let (least, most) = if at + 1 == these.len() {
            (least.max(rest), most)
        } else if all_alike {
            (least, most.min(rest / to_come))
        } else {
            (least, most)
        };
        for size in least..=most {
            parts.push(Heap { kind: part.kind, size });
            let more = self.fill(these, bounds, rest - size, parts, each);
            parts.pop();
            if !more {
                return false;
            }
        }
        true
    }
}

impl Turn {
    /// Calls `each` with the lower coins of every move whose last coin is on place `heap.size`.
    pub(super) fn options(&self, heap: Heap, each: &mut dyn FnMut(&[Heap]) -> bool) -> bool {
        let n = heap.size;
        if n == 0 {
            return true;
        }
        let low = (n + 1).saturating_sub(self.reach).max(1);
        let most = self.most.min(n - low + 1);
        let place = |size| Heap { kind: heap.kind, size };
        (self.fewest..=most).all(|count| {
            let others = (count - 1) as usize;
            if others == 0 {
                return (self.first && n != 1) || each(&[]);
            }
            match self.shape {
                Shape::Consecutive => {
                    let from = n - others as u64;
                    let coins: Vec<Heap> = (from..n).map(place).collect();
                    (self.first && from != 1) || each(&coins)
                }
                Shape::EquallySpaced => (1..=(n - low) / others as u64).all(|gap| {
                    let coins: Vec<Heap> = (1..=others as u64).rev().map(|i| place(n - i * gap)).collect();
                    (self.first && coins[0].size != 1) || each(&coins)
                }),
                Shape::Any | Shape::Symmetric => {
                    let firsts = if self.first { low..=low.min(1) } else { low..=n - others as u64 };
                    firsts.into_iter().all(|first| {
                        let mut coins = vec![place(first)];
                        if self.shape == Shape::Any {
                            rising(&mut coins, others, n, each)
                        } else {
                            symmetric(first, n, others - 1, heap.kind, each)
                        }
                    })
                }
            }
        })
    }
}

/// Fills `coins` up to `count` with rising places below `n`.
fn rising(coins: &mut Vec<Heap>, count: usize, n: u64, each: &mut dyn FnMut(&[Heap]) -> bool) -> bool {
    if coins.len() == count {
        return each(coins);
    }
    let last = coins[coins.len() - 1];
    (last.size + 1..n).all(|size| {
        coins.push(Heap { size, ..last });
        let more = rising(coins, count, n, each);
        coins.pop();
        more
    })
}

/// Coins on `first`, on `n`, and `inner` between them, symmetric about the middle.
fn symmetric(first: u64, n: u64, inner: usize, kind: usize, each: &mut dyn FnMut(&[Heap]) -> bool) -> bool {
    let width = n - first - 1;
    if inner as u64 > width || (inner % 2 == 1 && width.is_multiple_of(2)) {
        return true;
    }
    let place = |size| Heap { kind, size };
    let mut half = vec![place(first)];
    rising(&mut half, 1 + inner / 2, first + 1 + width / 2, &mut |half| {
        let mut coins = half.to_vec();
        if inner % 2 == 1 {
            coins.push(place(first + 1 + width / 2));
        }
        coins.extend(half[1..].iter().rev().map(|coin| place(first + n - coin.size)));
        each(&coins)
    })
}
