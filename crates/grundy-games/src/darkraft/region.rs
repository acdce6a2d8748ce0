//! The solvers' side: regions of active cells, and what a shot makes of them.
//!
//! The main type is [`Region`]. All active cells of one parity inside a rectangle of the turned
//! board, with no inactive cell among them, are a [`Region::Rectangle`]: a full row or column
//! segment of it is just what a ray destroys, so its options are sums of rectangles. Whatever
//! cannot come from play on a full board is a [`Region::Irregular`] set of cells, shot cell by
//! cell. Rectangles are shrunk to the cells they hold, so that equal regions are equal.
//!
//! Equal cuts are equal options: one `L` a turned row and one `R` a turned column count.

use grundy_rules::{BoxedKernel, Budget, Fault, Game, Stop, Sums};

use super::board::{Board, Cells};
use super::kernel;
use crate::owned::bytes_of;

/// A connected piece of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Region {
    /// Every cell with these turned coordinates, ends included: u from and to, v from and to.
    Rectangle(Span, Span),
    /// Any set of cells that shots can connect.
    Irregular(Cells),
}

/// First and last coordinate, in steps of 2.
pub(super) type Span = (u16, u16);

/// The rules on one board.
#[derive(Debug)]
pub struct Regions {
    board: Board,
    /// For each parity and turned coordinate, where the board lies on the other axis.
    on_row: Vec<Span>,
    on_column: Vec<Span>,
    /// Whether play from the start meets rectangles only.
    regular: bool,
}

impl Regions {
    pub(super) fn new(board: Board, start: &Cells) -> Self {
        let side = board.rows() + board.columns() - 1;
        let mut on_row = vec![(u16::MAX, 0); side];
        let mut on_column = vec![(u16::MAX, 0); side];
        for cell in 0..board.len() {
            let (u, v) = board.turn(cell);
            let widen = |span: &mut Span, to: usize| *span = (span.0.min(to as u16), span.1.max(to as u16));
            widen(&mut on_row[v], u);
            widen(&mut on_column[u], v);
        }
        let mut regions = Self { board, on_row, on_column, regular: false };
        regions.regular = regions.split(start).iter().all(|(region, _)| matches!(region, Region::Rectangle(..)));
        regions
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// The regions of a set of cells, each with its cells in ascending order; in the order of
    /// their first cells.
    pub(super) fn split(&self, active: &Cells) -> Vec<(Region, Vec<usize>)> {
        let mut regions = Vec::new();
        let mut left = active.clone();
        for first in active.iter() {
            if !left.has(first) {
                continue;
            }
            left.remove(first);
            let mut cells = vec![first];
            let mut next = 0;
            while next < cells.len() {
                for near in self.board.steps(cells[next]).into_iter().flatten() {
                    if left.has(near) {
                        left.remove(near);
                        cells.push(near);
                    }
                }
                next += 1;
            }
            cells.sort_unstable();
            regions.push((self.region(active, &cells), cells));
        }
        regions
    }

    /// The region that consists of these cells of `active`.
    fn region(&self, active: &Cells, cells: &[usize]) -> Region {
        let (mut us, mut vs) = ((u16::MAX, 0), (u16::MAX, 0));
        for &cell in cells {
            let (u, v) = self.board.turn(cell);
            us = (us.0.min(u as u16), us.1.max(u as u16));
            vs = (vs.0.min(v as u16), vs.1.max(v as u16));
        }
        let inside = self.cells(us, vs).collect::<Vec<_>>();
        if inside.len() == cells.len() && inside.iter().all(|&cell| active.has(cell)) {
            return Region::Rectangle(us, vs);
        }
        let mut set = Cells::empty(self.board.len());
        for &cell in cells {
            set.add(cell);
        }
        Region::Irregular(set)
    }

    /// The cells of the board in a rectangle.
    fn cells(&self, us: Span, vs: Span) -> impl Iterator<Item = usize> + '_ {
        steps(vs).flat_map(move |v| {
            let row = self.on_row[v as usize];
            steps((us.0.max(row.0), us.1.min(row.1)))
                .filter_map(move |u| self.board.at_turned(u as usize, v as usize))
        })
    }

    /// The cells of a region.
    pub(super) fn all_cells(&self, region: &Region) -> Cells {
        match region {
            Region::Irregular(cells) => cells.clone(),
            &Region::Rectangle(us, vs) => {
                let mut all = Cells::empty(self.board.len());
                self.cells(us, vs).for_each(|cell| all.add(cell));
                all
            }
        }
    }

    /// The rectangle shrunk to the cells it holds, if it holds any.
    fn shrunk(&self, mut us: Span, mut vs: Span) -> Option<Region> {
        loop {
            if us.0 > us.1 || vs.0 > vs.1 {
                return None;
            }
            // A row or column at the rim without a cell of the rectangle can go.
            let empty = |line: Span, within: Span| line.0.max(within.0) > line.1.min(within.1);
            if empty(self.on_row[vs.0 as usize], us) {
                vs.0 += 2;
            } else if empty(self.on_row[vs.1 as usize], us) {
                vs.1 = vs.1.checked_sub(2)?;
            } else if empty(self.on_column[us.0 as usize], vs) {
                us.0 += 2;
            } else if empty(self.on_column[us.1 as usize], vs) {
                us.1 = us.1.checked_sub(2)?;
            } else {
                return Some(Region::Rectangle(us, vs));
            }
        }
    }

    /// What a shot at turned coordinates leaves of a rectangle.
    fn cut(&self, us: Span, vs: Span, letter: u8, at: (u16, u16), each: &mut impl FnMut(Region)) {
        let (u, v) = at;
        // An empty side has its last coordinate below its first; 1 off the edge stands for none.
        let below = |from: u16, at: u16| (at > from + 1).then(|| (from, at - 2));
        let above = |at: u16, to: u16| (at + 1 < to).then(|| (at + 2, to));
        let sides = |span: Span, at: u16| [below(span.0, at), above(at, span.1)];
        let (across_u, across_v) = match letter {
            b'L' => ([Some(us), None], sides(vs, v)),
            b'R' => (sides(us, u), [Some(vs), None]),
            _ => (sides(us, u), sides(vs, v)),
        };
        for us in across_u.into_iter().flatten() {
            for vs in across_v.into_iter().flatten() {
                if let Some(region) = self.shrunk(us, vs) {
                    each(region);
                }
            }
        }
    }

    /// The sum that a region becomes when one of its cells is shot.
    pub(super) fn after(&self, region: &Region, cell: usize) -> Vec<Region> {
        match region {
            Region::Rectangle(us, vs) => {
                let (u, v) = self.board.turn(cell);
                let mut left = Vec::new();
                let letter = self.board.letter(cell);
                self.cut(*us, *vs, letter, (u as u16, v as u16), &mut |part| left.push(part));
                left
            }
            Region::Irregular(cells) => {
                let mut after = cells.clone();
                self.board.fire(&mut after, cell);
                self.split(&after).into_iter().map(|(part, _)| part).collect()
            }
        }
    }

    /// Numbers of spans along one axis: `from` and `to` count in steps of 2 from either end.
    fn span_index(&self, (from, to): Span) -> u64 {
        let side = self.half();
        u64::from(from / 2) * side + u64::from(to / 2)
    }

    /// Coordinates of one parity, at most.
    fn half(&self) -> u64 {
        (self.board.rows() + self.board.columns()).div_ceil(2) as u64
    }
}

/// The coordinates of a span.
fn steps((from, to): Span) -> impl Iterator<Item = u16> {
    (from..=to).step_by(2)
}

impl Game for Regions {
    type Position = Region;

    fn options(&self, at: &Region, out: &mut Sums<Region>) -> Result<(), Fault> {
        self.options_until(at, out, &mut |_| false)
    }

    fn options_until(
        &self,
        at: &Region,
        out: &mut Sums<Region>,
        enough: &mut dyn FnMut(&[Region]) -> bool,
    ) -> Result<(), Fault> {
        match at {
            Region::Rectangle(us, vs) => {
                let width = usize::from((us.1 - us.0) / 2) + 1;
                let mut shot_column = vec![false; width];
                for v in steps(*vs) {
                    let mut shot_row = false;
                    let row = self.on_row[v as usize];
                    for u in steps((us.0.max(row.0), us.1.min(row.1))) {
                        let Some(cell) = self.board.at_turned(u as usize, v as usize) else { continue };
                        let letter = self.board.letter(cell);
                        let equal_before = match letter {
                            b'L' => std::mem::replace(&mut shot_row, true),
                            b'R' => std::mem::replace(&mut shot_column[usize::from((u - us.0) / 2)], true),
                            _ => false,
                        };
                        if !equal_before {
                            self.cut(*us, *vs, letter, (u, v), &mut |part| out.part(part));
                            out.end();
                            if enough(out.get(out.len() - 1)) {
                                return Ok(());
                            }
                        }
                    }
                }
            }
            Region::Irregular(cells) => {
                for cell in cells.iter() {
                    out.push(self.after(at, cell));
                    if enough(out.get(out.len() - 1)) {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    fn size(&self, at: &Region) -> u64 {
        match at {
            Region::Rectangle(us, vs) => u64::from((us.1 - us.0) / 2 + 1) * u64::from((vs.1 - vs.0) / 2 + 1),
            Region::Irregular(cells) => cells.iter().count() as u64,
        }
    }

    fn bytes_beside(&self, at: &Region) -> u64 {
        match at {
            Region::Rectangle(..) => 0,
            Region::Irregular(cells) => bytes_of(cells.words()),
        }
    }

    fn dense_len(&self) -> Option<u64> {
        self.regular.then(|| 2 * self.half().pow(4))
    }

    fn index(&self, at: &Region) -> u64 {
        let Region::Rectangle(us, vs) = at else {
            unreachable!("a regular board has rectangles only");
        };
        let parity = u64::from(vs.0 % 2);
        let spans = self.half().pow(2);
        (parity * spans + self.span_index(*us)) * spans + self.span_index(*vs)
    }

    fn kernel(&self, parts: &[Region], budget: &Budget) -> Option<Result<BoxedKernel<'_, Region>, Stop>> {
        kernel::build(&self.board, parts, budget)
    }
}
