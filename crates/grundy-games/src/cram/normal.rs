//! One of the eight images of a piece stands for all of them.
//!
//! The main function is [`Cram::normal`]: the piece in the corner of the frame, the least of its
//! images as an integer; a piece that fits a box with a complete table is left as it lies.

use super::{Bits, Cram};

/// What lies on the centre of a piece that a half turn keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Centre {
    /// No move.
    Free,
    /// One move, which is its own image.
    Domino,
    /// A cell.
    Cell,
}

impl<B: Bits> Cram<B> {
    /// The normal form of a connected piece; `None` where it is known to be 0.
    #[inline]
    pub(super) fn normal(&self, piece: B) -> Option<B> {
        if piece == piece.lowest() {
            return None;
        }
        let (piece, height, width) = self.to_corner(piece);
        for (_, boxes) in self.boxes() {
            if boxes.holds(height, width) {
                return Some(piece);
            }
            if boxes.holds(width, height) {
                return Some(self.over_diagonal(piece, height));
            }
        }
        let turned = self.half_turn(piece, height, width);
        if turned == piece && self.centre(piece, height, width) == Centre::Free {
            return None;
        }
        let mirrored = self.upside_down(piece, height);
        let least = piece.min(turned).min(mirrored).min(self.half_turn(mirrored, height, width));
        if height < width {
            return Some(least);
        }
        let piece = self.over_diagonal(piece, height);
        let (height, width) = (width, height);
        let turned = self.half_turn(piece, height, width);
        let mirrored = self.upside_down(piece, height);
        let other = piece.min(turned).min(mirrored).min(self.half_turn(mirrored, height, width));
        Some(if height == width { least.min(other) } else { other })
    }

    /// The piece in the corner, its height and its width.
    #[inline]
    pub(super) fn to_corner(&self, piece: B) -> (B, u32, u32) {
        let c = self.columns;
        let top = u32::from(self.row_of[piece.first() as usize]);
        let bottom = u32::from(self.row_of[(B::BITS - 1 - piece.leading()) as usize]);
        let mut all = B::NONE;
        for r in top..=bottom {
            all |= piece >> (r * c) & self.row;
        }
        let first = all.first();
        let width = B::BITS - all.leading() - first;
        (piece >> (top * c + first), bottom - top + 1, width)
    }

    /// Turned by 180 degrees.
    #[inline]
    pub(super) fn half_turn(&self, piece: B, height: u32, width: u32) -> B {
        let last = (height - 1) * self.columns + width - 1;
        piece.reversed() >> (B::BITS - 1 - last)
    }

    /// The rows in reverse order.
    #[inline]
    fn upside_down(&self, piece: B, height: u32) -> B {
        let c = self.columns;
        (0..height).fold(B::NONE, |all, r| all | (piece >> (r * c) & self.row) << ((height - 1 - r) * c))
    }

    /// Rows become columns. The piece is at most as wide as the frame is high.
    #[inline]
    fn over_diagonal(&self, piece: B, height: u32) -> B {
        let c = self.columns;
        (0..height).fold(B::NONE, |all, r| all | self.columns_of[(piece >> (r * c) & self.row).low()] << r)
    }

    /// Whether the moves of a piece that a half turn keeps can meet their own image.
    #[inline]
    pub(super) fn centre(&self, piece: B, height: u32, width: u32) -> Centre {
        let at = |r: u32, c: u32| piece.has(r * self.columns + c);
        let (r, c) = (height / 2, width / 2);
        match (height % 2, width % 2) {
            (0, 0) => Centre::Free,
            (0, _) | (_, 0) if !at(r, c) => Centre::Free,
            (0, _) | (_, 0) => Centre::Domino,
            _ if at(r, c) => Centre::Cell,
            _ => Centre::Free,
        }
    }
}
