//! The quadratic engine: every option of every heap, straight from the rules.
//!
//! The main function is [`values`]. It is kept for ever as the measure of the fast engines, and it
//! serves small heaps and rules that no fast engine takes. Cost: as many steps as there are
//! options, which for two parts is `n^2 / 4` up to heaps of `n`.

use grundy_rules::{Budget, Heap, HeapSystem, Limit, mex};

/// The values of all heaps of 0 to `last` tokens, for each kind: `values[kind][size]`.
///
/// # Errors
/// The limit that was spent.
pub fn values(system: &HeapSystem, last: u64, budget: &Budget) -> Result<Vec<Vec<u64>>, Limit> {
    let mut values: Vec<Vec<u64>> = vec![Vec::new(); system.kinds.len()];
    extend(system, &mut values, last, budget)?;
    Ok(values)
}

/// Goes on from the values of smaller heaps, which all kinds have to the same size.
///
/// # Errors
/// The limit that was spent; the values found so far stay.
pub fn extend(system: &HeapSystem, values: &mut [Vec<u64>], last: u64, budget: &Budget) -> Result<(), Limit> {
    let mut options = Vec::new();
    let from = values.first().map_or(0, Vec::len) as u64;
    for size in from..=last {
        let mut found = Vec::with_capacity(values.len());
        for kind in 0..values.len() {
            options.clear();
            let mut spent = Ok(());
            system.options(Heap { kind, size }, &mut |parts| {
                options.push(parts.iter().fold(0, |sum, p| sum ^ values[p.kind][p.size as usize]));
                if options.len() & 0xffff == 0 {
                    // Many options share few values: keep each once.
                    options.sort_unstable();
                    options.dedup();
                    spent = budget.spend(0x1_0000);
                }
                spent.is_ok()
            });
            spent?;
            budget.spend(options.len() as u64 & 0xffff)?;
            found.push(mex(&mut options));
        }
        for (kind, value) in found.into_iter().enumerate() {
            values[kind].push(value);
        }
    }
    Ok(())
}
