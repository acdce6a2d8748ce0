//! The choice between plain and vector code, made once for a run.
#![allow(unsafe_code)]

use std::ops::Range;

use super::cell::Cell;
use super::kernel::{self, Bitmaps, Fixed, Row, WORDS};
use super::plane_loops;
use super::planes::{Planes, ROWS};
use super::sparse::{Block, Core, Grow, Tables};

/// How the inner loops are done.
pub(super) trait Machine: Sized + 'static {
    /// See [`kernel::cover`].
    fn cover(maps: &Bitmaps, n: usize, value: usize, fixed: &[Fixed], shift: usize, acc: &mut [u64; WORDS]);

    /// See [`kernel::witness`].
    fn witness<C: Cell>(
        g: &[C],
        mirror: &[C],
        total: usize,
        range: (usize, usize),
        value: C,
        unequal: bool,
    ) -> Option<usize>;

    /// See [`plane_loops::scan`].
    fn scan(planes: &Planes, total: usize, steps: Range<usize>, value: usize) -> Option<usize>;

    /// See [`plane_loops::fill`].
    fn fill(planes: &Planes, total: usize, step: usize, rows: &mut [Row; ROWS]);

    /// See [`plane_loops::met`].
    fn met(planes: &Planes, rows: &[Row; ROWS], word: usize, open: u64) -> u64;

    /// See [`Block::run`].
    fn run<C: Cell>(block: &mut Block<'_, C>, g: &mut Vec<C>) -> bool;

    /// See [`Tables::begin`].
    fn begin(tables: &Tables, from: usize, first: usize, rows: &mut [[u64; WORDS]]);

    /// See [`Tables::finish`].
    fn finish(
        tables: &Tables,
        from: usize,
        first: usize,
        rows: &mut [[u64; WORDS]],
        learned: &mut [Vec<(Fixed, f32)>],
        begun: Option<[usize; 8]>,
    );
}

/// The safe loops of [`kernel`] and [`plane_loops`].
struct Plain;

impl Machine for Plain {
    #[inline(always)]
    fn cover(maps: &Bitmaps, n: usize, value: usize, fixed: &[Fixed], shift: usize, acc: &mut [u64; WORDS]) {
        kernel::cover(maps, n, value, fixed, shift, acc);
    }

    #[inline(always)]
    fn witness<C: Cell>(
        g: &[C],
        mirror: &[C],
        total: usize,
        range: (usize, usize),
        value: C,
        unequal: bool,
    ) -> Option<usize> {
        kernel::witness(g, mirror, total, range, value, unequal)
    }

    #[inline(always)]
    fn scan(planes: &Planes, total: usize, steps: Range<usize>, value: usize) -> Option<usize> {
        plane_loops::scan(planes, total, steps, value)
    }

    #[inline(always)]
    fn fill(planes: &Planes, total: usize, step: usize, rows: &mut [Row; ROWS]) {
        plane_loops::fill(planes, total, step, rows);
    }

    #[inline(always)]
    fn met(planes: &Planes, rows: &[Row; ROWS], word: usize, open: u64) -> u64 {
        plane_loops::met(planes, rows, word, open)
    }

    #[inline(always)]
    fn run<C: Cell>(block: &mut Block<'_, C>, g: &mut Vec<C>) -> bool {
        block.run::<Self>(g)
    }

    #[inline(always)]
    fn begin(tables: &Tables, from: usize, first: usize, rows: &mut [[u64; WORDS]]) {
        tables.begin::<Self>(from, first, rows);
    }

    #[inline(always)]
    fn finish(
        tables: &Tables,
        from: usize,
        first: usize,
        rows: &mut [[u64; WORDS]],
        learned: &mut [Vec<(Fixed, f32)>],
        begun: Option<[usize; 8]>,
    ) {
        tables.finish::<Self>(from, first, rows, learned, begun);
    }
}

/// The loops of [`avx2`](super::avx2). Private, so that only [`block`] can choose it.
#[cfg(target_arch = "x86_64")]
struct Avx2;

#[cfg(target_arch = "x86_64")]
impl Machine for Avx2 {
    #[inline(always)]
    fn cover(maps: &Bitmaps, n: usize, value: usize, fixed: &[Fixed], shift: usize, acc: &mut [u64; WORDS]) {
        // SAFETY: `block` chooses this machine only where its features were found.
        unsafe {
            super::avx2::cover(maps, n, value, fixed, shift, acc);
        }
    }

    #[inline(always)]
    fn witness<C: Cell>(
        g: &[C],
        mirror: &[C],
        total: usize,
        range: (usize, usize),
        value: C,
        unequal: bool,
    ) -> Option<usize> {
        // SAFETY: `block` chooses this machine only where its features were found.
        unsafe { super::avx2::witness(g, mirror, total, range, value, unequal) }
    }

    #[inline(always)]
    fn scan(planes: &Planes, total: usize, steps: Range<usize>, value: usize) -> Option<usize> {
        // SAFETY: `block` chooses this machine only where its features were found.
        unsafe { super::avx2::scan(planes, total, steps, value) }
    }

    #[inline(always)]
    fn fill(planes: &Planes, total: usize, step: usize, rows: &mut [Row; ROWS]) {
        // SAFETY: `block` chooses this machine only where its features were found.
        unsafe {
            super::avx2::fill(planes, total, step, rows);
        }
    }

    #[inline(always)]
    fn met(planes: &Planes, rows: &[Row; ROWS], word: usize, open: u64) -> u64 {
        // SAFETY: `block` chooses this machine only where its features were found.
        unsafe { super::avx2::met(planes, rows, word, open) }
    }

    #[inline(always)]
    fn run<C: Cell>(block: &mut Block<'_, C>, g: &mut Vec<C>) -> bool {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn go<C: Cell>(block: &mut Block<'_, C>, g: &mut Vec<C>) -> bool {
            block.run::<Avx2>(g)
        }
        // SAFETY: this machine is chosen only where its features were found.
        unsafe { go(block, g) }
    }

    #[inline(always)]
    fn begin(tables: &Tables, from: usize, first: usize, rows: &mut [[u64; WORDS]]) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn go(tables: &Tables, from: usize, first: usize, rows: &mut [[u64; WORDS]]) {
            tables.begin::<Avx2>(from, first, rows);
        }
        // SAFETY: this machine is chosen only where its features were found.
        unsafe {
            go(tables, from, first, rows);
        }
    }

    #[inline(always)]
    fn finish(
        tables: &Tables,
        from: usize,
        first: usize,
        rows: &mut [[u64; WORDS]],
        learned: &mut [Vec<(Fixed, f32)>],
        begun: Option<[usize; 8]>,
    ) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn go(
            tables: &Tables,
            from: usize,
            first: usize,
            rows: &mut [[u64; WORDS]],
            learned: &mut [Vec<(Fixed, f32)>],
            begun: Option<[usize; 8]>,
        ) {
            tables.finish::<Avx2>(from, first, rows, learned, begun);
        }
        // SAFETY: this machine is chosen only where its features were found.
        unsafe {
            go(tables, from, first, rows, learned, begun);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn block_avx2<C: Cell>(core: &mut Core<C>) -> Result<(), Grow> {
    core.block::<Avx2>()
}

/// Finds the next block with the best code for this machine.
///
/// # Errors
/// As [`Core::block`].
pub fn block<C: Cell>(core: &mut Core<C>) -> Result<(), Grow> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("popcnt")
    {
        // SAFETY: the features were just found.
        return unsafe { block_avx2(core) };
    }
    core.block::<Plain>()
}
