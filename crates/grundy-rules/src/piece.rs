//! A piece that moves by vectors over a board, as an arena without stored edges.
//!
//! The main type is [`PieceBoard`]. Square (x, y), both from 0, is node `x * columns + y`. A
//! *step* goes along its vector once, a *ride* any number of times until the board ends or a
//! closed square is in the way. On a torus the board never ends; a ride comes back to its start
//! at most and does not stop there. A piece on a target square has arrived: no move is left, and
//! the player to move has lost. What a player gets who is stuck elsewhere is a rule of the game.
//!
//! Invariant: a closed square has no options and no predecessors.
//!
//! Cost: a division and a comparison an option; nothing is stored but one bit a square, and
//! that only on boards with closed or target squares.

use std::ops::Range;

use crate::{Arena, End, Fault};

/// How a piece may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vector {
    /// Rows down.
    pub x: i32,
    /// Columns to the right.
    pub y: i32,
    /// Whether it may go on in this direction.
    pub ride: bool,
}

impl Vector {
    /// One step.
    pub const fn step(x: i32, y: i32) -> Self {
        Self { x, y, ride: false }
    }

    /// Any number of steps.
    pub const fn ride(x: i32, y: i32) -> Self {
        Self { x, y, ride: true }
    }
}

/// A board and the piece on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceBoard {
    rows: u32,
    columns: u32,
    torus: bool,
    vectors: Vec<Vector>,
    /// Whether any vector is a ride.
    rides: bool,
    stuck: End,
    closed: Squares,
    targets: Squares,
    /// 2^64 / columns, rounded up: a division by multiplication.
    reciprocal: u128,
}

/// A set of squares; no bits at all when it is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Squares(Vec<u64>);

impl Squares {
    #[inline]
    fn has(&self, node: u32) -> bool {
        self.0.get(node as usize / 64).is_some_and(|word| word >> (node % 64) & 1 == 1)
    }

    fn list(&self) -> Vec<u32> {
        let bits = |(i, &word): (usize, &u64)| {
            (0..64).filter(move |b| word >> b & 1 == 1).map(move |b| i as u32 * 64 + b)
        };
        self.0.iter().enumerate().flat_map(bits).collect()
    }

    fn put(&mut self, node: u32, nodes: u32) {
        self.0.resize((nodes as usize).div_ceil(64), 0);
        self.0[node as usize / 64] |= 1 << (node % 64);
    }
}

impl PieceBoard {
    /// A board without closed or target squares.
    ///
    /// # Errors
    /// When the board has no square, or 2^32 of them, or 2^31 in a row; when a vector has
    /// length 0.
    pub fn new(rows: u32, columns: u32, vectors: &[Vector], stuck: End) -> Result<Self, Fault> {
        let squares = u64::from(rows) * u64::from(columns);
        if squares == 0 || squares >= 1 << 32 || rows.max(columns) >= 1 << 31 {
            let message = format!(
                "a board of {rows} x {columns}; it has at least one square, fewer than 2^32, and sides below 2^31"
            );
            return Err(Fault::new(message));
        }
        if let Some(v) = vectors.iter().find(|v| v.x == 0 && v.y == 0) {
            return Err(Fault::new(format!("the vector {},{} does not move the piece", v.x, v.y)));
        }
        Ok(Self {
            rows,
            columns,
            torus: false,
            vectors: vectors.to_vec(),
            rides: vectors.iter().any(|v| v.ride),
            stuck,
            closed: Squares::default(),
            targets: Squares::default(),
            reciprocal: (1u128 << 64) / u128::from(columns) + 1,
        })
    }

    /// The same board with its edges joined.
    #[must_use]
    pub fn joined(mut self) -> Self {
        self.torus = true;
        self
    }

    /// Closes a square: the piece can neither stop there nor pass.
    ///
    /// # Errors
    /// When it is not on the board.
    pub fn close(&mut self, x: u32, y: u32) -> Result<(), Fault> {
        let node = self.node(x, y)?;
        self.closed.put(node, self.nodes());
        Ok(())
    }

    /// Makes a square a target.
    ///
    /// # Errors
    /// When it is not on the board.
    pub fn target(&mut self, x: u32, y: u32) -> Result<(), Fault> {
        let node = self.node(x, y)?;
        self.targets.put(node, self.nodes());
        Ok(())
    }

    /// Rows of the board.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Columns of the board.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Whether the edges are joined.
    pub fn is_torus(&self) -> bool {
        self.torus
    }

    /// The vectors of the piece, in the order given.
    pub fn vectors(&self) -> &[Vector] {
        &self.vectors
    }

    /// What a player gets who is stuck away from a target.
    pub fn stuck(&self) -> End {
        self.stuck
    }

    /// The node of a square.
    ///
    /// # Errors
    /// When it is not on the board.
    pub fn node(&self, x: u32, y: u32) -> Result<u32, Fault> {
        if x < self.rows && y < self.columns {
            return Ok(x * self.columns + y);
        }
        Err(Fault::new(format!(
            "square {},{} is not on the board of {} x {}",
            u64::from(x) + 1,
            u64::from(y) + 1,
            self.rows,
            self.columns
        )))
    }

    /// The square of a node: row and column from 0.
    #[inline]
    pub fn square(&self, node: u32) -> (u32, u32) {
        let x = ((u128::from(node) * self.reciprocal) >> 64) as u32;
        (x, node - x * self.columns)
    }

    /// The target squares, ascending.
    pub fn targets(&self) -> Vec<u32> {
        self.targets.list()
    }

    /// The closed squares, ascending.
    pub fn closed(&self) -> Vec<u32> {
        self.closed.list()
    }

    /// Whether the square is closed.
    pub fn is_closed(&self, node: u32) -> bool {
        self.closed.has(node)
    }

    /// Whether the square is a target.
    pub fn is_target(&self, node: u32) -> bool {
        self.targets.has(node)
    }

    /// Calls `each` with every square reached from (x, y) by one move along a vector, or back
    /// along it with `sign` -1; closed squares are left out and end a ride.
    #[inline]
    fn along(&self, (x, y): (u32, u32), vector: Vector, sign: i64, mut each: impl FnMut(u32)) {
        let (rows, columns) = (i64::from(self.rows), i64::from(self.columns));
        let (dx, dy) = (sign * i64::from(vector.x), sign * i64::from(vector.y));
        let start = (i64::from(x), i64::from(y));
        let (mut x, mut y) = start;
        loop {
            (x, y) = (x + dx, y + dy);
            if self.torus {
                (x, y) = (x.rem_euclid(rows), y.rem_euclid(columns));
                if vector.ride && (x, y) == start {
                    return;
                }
            } else if x < 0 || y < 0 || x >= rows || y >= columns {
                return;
            }
            let node = (x * columns + y) as u32;
            if self.closed.has(node) {
                return;
            }
            each(node);
            if !vector.ride {
                return;
            }
        }
    }

    /// How many squares lie ahead along a vector, on a board without closed squares.
    fn reach(&self, (x, y): (u32, u32), vector: Vector) -> u32 {
        let steps = |at: u32, size: u32, d: i32| match d {
            0 => u32::MAX,
            d if d > 0 => (size - 1 - at) / d.unsigned_abs(),
            d => at / d.unsigned_abs(),
        };
        let steps = steps(x, self.rows, vector.x).min(steps(y, self.columns, vector.y));
        if vector.ride { steps } else { steps.min(1) }
    }
}

impl Arena for PieceBoard {
    const REVERSIBLE: bool = true;

    fn nodes(&self) -> u32 {
        self.rows * self.columns
    }

    fn options(&self, node: u32, out: &mut Vec<u32>) {
        if self.targets.has(node) || self.closed.has(node) {
            return;
        }
        let square = self.square(node);
        for &vector in &self.vectors {
            self.along(square, vector, 1, |to| out.push(to));
        }
    }

    fn end(&self, node: u32) -> End {
        if self.targets.has(node) { End::Loss } else { self.stuck }
    }

    fn degree(&self, node: u32) -> u32 {
        if self.targets.has(node) || self.closed.has(node) {
            return 0;
        }
        let square = self.square(node);
        if self.torus || !self.closed.0.is_empty() {
            let mut count = 0;
            for &vector in &self.vectors {
                self.along(square, vector, 1, |_| count += 1);
            }
            return count;
        }
        self.vectors.iter().map(|&vector| self.reach(square, vector)).sum()
    }

    #[inline]
    fn predecessors(&self, node: u32, out: &mut Vec<u32>) {
        if self.closed.has(node) {
            return;
        }
        let square = self.square(node);
        if !self.torus && !self.rides && self.closed.0.is_empty() && self.targets.0.is_empty() {
            for vector in &self.vectors {
                // Sides are below 2^31, so what leaves the board on the low side is too large.
                let x = square.0.wrapping_sub(vector.x.cast_unsigned());
                let y = square.1.wrapping_sub(vector.y.cast_unsigned());
                if x < self.rows && y < self.columns {
                    out.push(x * self.columns + y);
                }
            }
            return;
        }
        for &vector in &self.vectors {
            self.along(square, vector, -1, |from| {
                if !self.targets.has(from) {
                    out.push(from);
                }
            });
        }
    }

    /// Steps on a plain board: in the middle of a row every square has the same number.
    fn each_degree(&self, nodes: Range<u32>, mut each: impl FnMut(u32)) {
        let plain = !self.torus && !self.rides && self.closed.0.is_empty() && self.targets.0.is_empty();
        let mut node = nodes.start;
        while node < nodes.end {
            let (x, y) = self.square(node);
            let row_end = nodes.end.min(node - y + self.columns);
            let middle = if plain { self.middle(x) } else { None };
            if let Some((range, degree)) = middle.filter(|(range, _)| range.contains(&y)) {
                let run = (range.end - y).min(row_end - node);
                for _ in 0..run {
                    each(degree);
                }
                node += run;
            } else {
                each(self.degree(node));
                node += 1;
            }
        }
    }
}

impl PieceBoard {
    /// The columns of row `x` from which every step that fits into the board's height also fits
    /// into its width, and how many steps these are.
    fn middle(&self, x: u32) -> Option<(Range<u32>, u32)> {
        let fits = |v: &&Vector| {
            let to = i64::from(x) + i64::from(v.x);
            0 <= to && to < i64::from(self.rows)
        };
        let left = self.vectors.iter().map(|v| (-v.y).max(0)).max()?;
        let right = self.vectors.iter().map(|v| v.y.max(0)).max()?;
        let end = i64::from(self.columns) - i64::from(right);
        let degree = self.vectors.iter().filter(fits).count() as u32;
        (i64::from(left) < end).then(|| (left.cast_unsigned()..end as u32, degree))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards() -> Vec<PieceBoard> {
        let pieces: [&[Vector]; 5] = [
            &[Vector::step(1, 2), Vector::step(2, 1)],
            &[Vector::step(-3, -2), Vector::step(-1, -2), Vector::step(1, 1)],
            &[Vector::ride(1, 0), Vector::ride(0, 1), Vector::ride(1, 1)],
            &[Vector::ride(2, -1), Vector::step(0, 1), Vector::step(0, 1)],
            &[],
        ];
        let mut boards = Vec::new();
        for vectors in pieces {
            for (rows, columns) in [(1, 1), (1, 7), (4, 7), (9, 5)] {
                let board = PieceBoard::new(rows, columns, vectors, End::Draw).unwrap();
                let mut marked = board.clone();
                marked.target(rows - 1, columns - 1).unwrap();
                marked.close(rows / 2, columns / 2).unwrap();
                let mut target = board.clone();
                target.target(rows / 3, columns - 1).unwrap();
                boards.extend([board.clone().joined(), marked.clone().joined(), board, marked, target]);
            }
        }
        boards
    }

    #[test]
    fn predecessors_and_degrees_agree_with_options() {
        for board in boards() {
            let (mut forward, mut backward, mut degrees) = (Vec::new(), Vec::new(), Vec::new());
            board.each_degree(0..board.nodes(), |degree| degrees.push(degree));
            for node in 0..board.nodes() {
                let mut list = Vec::new();
                board.options(node, &mut list);
                assert_eq!(board.degree(node), list.len() as u32, "{board:?}");
                assert_eq!(degrees[node as usize], list.len() as u32, "{board:?}");
                forward.extend(list.iter().map(|&to| (node, to)));
                list.clear();
                board.predecessors(node, &mut list);
                backward.extend(list.iter().map(|&from| (from, node)));
            }
            forward.sort_unstable();
            backward.sort_unstable();
            assert_eq!(forward, backward, "{board:?}");
        }
    }

    #[test]
    fn squares_and_nodes_agree() {
        for (rows, columns) in [(3, 5), (65_535, 65_537), (1, i32::MAX as u32), (i32::MAX as u32, 2)] {
            let board = PieceBoard::new(rows, columns, &[], End::Loss).unwrap();
            for (x, y) in
                [(0, 0), (rows - 1, columns - 1), (rows / 2, columns / 2), (rows - 1, 0), (0, columns - 1)]
            {
                assert_eq!(board.square(board.node(x, y).unwrap()), (x, y));
            }
        }
    }

    #[test]
    fn impossible_boards_are_refused() {
        assert!(PieceBoard::new(0, 5, &[], End::Loss).is_err());
        assert!(PieceBoard::new(65_536, 65_536, &[], End::Loss).is_err());
        assert!(PieceBoard::new(1, 1 << 31, &[], End::Loss).is_err());
        assert!(PieceBoard::new(3, 3, &[Vector::step(0, 0)], End::Loss).is_err());
        assert!(PieceBoard::new(3, 3, &[], End::Loss).unwrap().close(3, 0).is_err());
    }
}
