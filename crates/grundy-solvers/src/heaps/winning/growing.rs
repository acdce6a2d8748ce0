//! Moves that leave two heaps where the values of one or both grow with the size.
//!
//! The main function is [`two`]. Where one kind grows and the other repeats, the other has few
//! values, and each asks for few sizes of the first. Where both values are the sizes themselves,
//! `x + y = rest` and `x ^ y = target` have the common digits `c = (rest - target) / 2`: `x` is `c`
//! and some of the digits of the target, `y` is `c` and the others, and there is no way unless `c`
//! and the target share no digit. Other growing pairs are not covered.

use grundy_rules::{Condition, Part};

use super::{Closed, Found, Leaving, MOST_STEPS};

/// Moves that leave parts `a` and `b` with `rest` tokens together and the value `target`; see
/// [`super::leaving`]. The outer `None`: not covered.
#[allow(clippy::option_option)]
pub(super) fn two(
    condition: Condition,
    (a, b): (Part, Part),
    rest: u64,
    forms: &[Closed],
    target: u64,
    (most, head): (usize, &str),
) -> Option<Option<Leaving>> {
    let (one, other) = (&forms[a.kind], &forms[b.kind]);
    let mut found = Found { left: Vec::new(), count: 0, most, texts: Vec::new() };
    if is_size(one) && is_size(other) {
        digits(condition, (a, b), rest, target, &mut found)?;
        return Some(found.done(head));
    }
    if condition != Condition::Any {
        return None;
    }
    let mut sizes = match (one.repetition.saltus, other.repetition.saltus) {
        (_, 0) => partners(one, other, target)?,
        (0, _) => partners(other, one, target)?.iter().filter_map(|y| rest.checked_sub(*y)).collect(),
        _ => return None,
    };
    sizes.retain(|&x| {
        let Some(y) = rest.checked_sub(x) else { return false };
        x >= a.least && y >= b.least && super::value(forms, a, x) ^ super::value(forms, b, y) == target
    });
    sizes.sort_unstable();
    sizes.dedup();
    for x in sizes {
        found.one(a, b, x, rest);
    }
    Some(found.done(head))
}

/// Whether the value of every heap is its size.
fn is_size(form: &Closed) -> bool {
    let r = form.repetition;
    form.first == [0] && (r.preperiod, r.period, r.saltus) == (0, 1, 1)
}

/// Sizes of the kind that grows whose value, with some value of the other kind, makes the target.
fn partners(growing: &Closed, other: &Closed, target: u64) -> Option<Vec<u64>> {
    let mut values = other.first.clone();
    // An empty heap has no value of its kind.
    values.push(0);
    values.sort_unstable();
    values.dedup();
    let r = growing.repetition;
    let steps = (values.len() as u64).checked_mul(growing.first.len() as u64)?;
    if steps > MOST_STEPS {
        return None;
    }
    let mut sizes = vec![0];
    for value in values {
        let wanted = target ^ value;
        for (m, &first) in (0..).zip(&growing.first) {
            if m < r.preperiod {
                if first == wanted {
                    sizes.push(m);
                }
            } else if let Some(gap) = wanted.checked_sub(first)
                && gap.is_multiple_of(r.saltus)
                && let Some(size) = (gap / r.saltus).checked_mul(r.period).and_then(|far| far.checked_add(m))
            {
                sizes.push(size);
            }
        }
    }
    Some(sizes)
}

/// Both values are the sizes.
fn digits(
    condition: Condition,
    (a, b): (Part, Part),
    rest: u64,
    target: u64,
    found: &mut Found,
) -> Option<()> {
    if condition != Condition::Any || a.least > 1 || b.least > 1 {
        return None;
    }
    let Some(twice) = rest.checked_sub(target).filter(|twice| twice.is_multiple_of(2)) else {
        return Some(());
    };
    let common = twice / 2;
    if common & target != 0 {
        return Some(());
    }
    // Of two parts that are alike the smaller one is written first: it lacks the top digit.
    let free = if a == b && target > 0 { target & !(1 << target.ilog2()) } else { target };
    let fits = |&some: &u64| common + some >= a.least && common + (target - some) >= b.least;
    let subsets = std::iter::successors(Some(0u64), |&some| {
        let next = some.wrapping_sub(free) & free;
        (next != 0).then_some(next)
    });
    let ends = if free == 0 { vec![0] } else { vec![0, free] };
    // Only a part that is empty can be too small, and that is a first or a last subset.
    let missing = ends.iter().filter(|some| !fits(some)).count() as u128;
    let count = (1u128 << free.count_ones()) - missing;
    if count == 0 {
        return Some(());
    }
    let room = found.most.saturating_sub(found.left.len());
    let some = subsets.filter(fits).map(|some| common + some);
    found.left.extend(some.clone().take(room).map(|x| super::heaps(&[(a, x), (b, rest - x)])));
    found.count += count;
    found.texts.push(if count <= 8 {
        some.map(|x| x.to_string()).collect::<Vec<_>>().join(", ")
    } else {
        let not = if missing > 0 { ", both heaps with a token or more" } else { "" };
        format!("{common} and any of the binary digits of {free}{not}")
    });
    Some(())
}

#[cfg(test)]
mod tests {
    use grundy_rules::{Budget, Heap, HeapSystem};

    use super::super::leaving;
    use crate::heaps::analysis::{Closed, analyse};
    use crate::heaps::engine::Engine;

    #[test]
    fn strips_have_the_moves_that_listing_finds() {
        let system = HeapSystem::strips();
        let mut engine = Engine::new(system.clone());
        let (reports, _) = analyse(&mut engine, 1_000, true, &Budget::default(), &mut |_| ());
        let forms: Vec<Closed> =
            reports.iter().map(|report| Closed::of(&engine, report).expect("they are proved")).collect();
        for kind in 0..4 {
            for size in (0..40).chain([63, 64, 127, 200]) {
                for target in 0..=size + 1 {
                    let heap = Heap { kind, size };
                    let mut listed: Vec<Vec<Heap>> = Vec::new();
                    system.options(heap, &mut |parts| {
                        if parts.iter().fold(0, |x, p| x ^ forms[p.kind].value(p.size)) == target {
                            listed.push(parts.to_vec());
                        }
                        true
                    });
                    let found = leaving(&system, &forms, heap, target, 10_000).expect("covered");
                    let count: u128 = found.iter().map(|span| span.count).sum();
                    let mut moves: Vec<Vec<Heap>> = found.into_iter().flat_map(|span| span.left).collect();
                    moves.sort();
                    listed.sort();
                    assert_eq!(moves, listed, "kind {kind}, heap {size} to {target}");
                    assert_eq!(count, listed.len() as u128, "kind {kind}, heap {size} to {target}");
                }
            }
        }
    }
}
