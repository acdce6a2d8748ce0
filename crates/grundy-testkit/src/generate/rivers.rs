//! Random River Game boards.

use super::{Random, played};
use crate::Board;
use crate::games::River;

fn distance(a: (i64, i64), b: (i64, i64)) -> u64 {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
}

/// A board of up to `side` x `side` that keeps the contest's promises, sometimes with cameras.
pub fn river_promised(random: &mut Random, side: u64) -> Board {
    let side = random.between(1, side);
    let dry = *random.pick(&["...x", ".", ".x", "........x"]);
    let mut board = Board::filled(side as usize, side as usize, '.');
    for cell in board.cells() {
        board.set(cell, *random.pick(&dry.chars().collect::<Vec<char>>()));
    }
    let mut wet: Vec<(i64, i64)> = Vec::new();
    for _ in 0..random.between(0, side) {
        let area = wind(random, &board);
        let apart = area.iter().all(|&cell| wet.iter().all(|&other| distance(cell, other) >= 3));
        if apart && area.len() as u64 <= 2 * side && area.iter().any(|&(_, col)| col == side as i64) {
            wet.extend(area);
        }
    }
    let board = board.with(&wet, '*');
    let cameras = if random.chance(1, 2) { random.between(0, 2) } else { 0 };
    played(random, &River, &board, cameras)
}

/// A walk from the left column that leans to the right, until it meets the right column or is
/// longer than the contest allows. Each cell once.
fn wind(random: &mut Random, board: &Board) -> Vec<(i64, i64)> {
    let side = board.rows() as u64;
    let mut at = (random.between(1, side) as i64, 1);
    let mut area = vec![at];
    while at.1 < side as i64 && area.len() as u64 <= 2 * side {
        let (row, col) = at;
        let steps =
            [(row, col + 1), (row, col + 1), (row, col + 1), (row - 1, col), (row + 1, col), (row, col - 1)];
        let next = *random.pick(&steps);
        if board.at(next).is_some() {
            at = next;
            if !area.contains(&at) {
                area.push(at);
            }
        }
    }
    area
}

/// Whether every wet area touches the left and the right column and has at most twice as many
/// cells as the board has rows, and the cells of two areas are at least 3 apart.
pub fn keeps_river_promises(board: &Board) -> bool {
    let areas = board.areas('*');
    let right = board.cols() as i64;
    let touches = |area: &Vec<(i64, i64)>, column| area.iter().any(|&(_, col)| col == column);
    let good =
        |area: &Vec<(i64, i64)>| touches(area, 1) && touches(area, right) && area.len() <= 2 * board.rows();
    let apart = |a: &[(i64, i64)], b: &[(i64, i64)]| {
        a.iter().all(|&cell| b.iter().all(|&other| distance(cell, other) >= 3))
    };
    areas.iter().all(good) && areas.iter().enumerate().all(|(i, a)| areas[..i].iter().all(|b| apart(a, b)))
}

/// A square board of up to `side` x `side` of any letters, mostly against the promises,
/// sometimes with cameras.
pub fn river_free(random: &mut Random, side: u64) -> Board {
    let side = random.between(1, side);
    let letters = *random.pick(&["*.x", "*...", "*..", "**...x"]);
    let mut board = Board::filled(side as usize, side as usize, '.');
    for cell in board.cells() {
        board.set(cell, *random.pick(&letters.chars().collect::<Vec<char>>()));
    }
    let cameras = if random.chance(1, 2) { random.between(0, 3) } else { 0 };
    played(random, &River, &board, cameras)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber;

    #[test]
    fn promises_are_kept() {
        let mut random = Random::new(4);
        let mut several = 0;
        for _ in 0..1000 {
            let board = river_promised(&mut random, 8);
            assert!(keeps_river_promises(&board), "{board}");
            several += u64::from(board.areas('*').len() > 1);
        }
        assert!(several > 50, "only {several} boards with several rivers");
        assert!(!keeps_river_promises(&Board::read("*./.*")));
        assert!(!keeps_river_promises(&Board::read("***/.../***"))); // 2 apart
        assert!(!keeps_river_promises(&Board::read("***/***/*..")));
        assert!(keeps_river_promises(&Board::read("***/***/...")));
    }

    #[test]
    fn small_boards_are_solved_quickly() {
        let mut random = Random::new(5);
        for _ in 0..300 {
            assert!(nimber(&River, &river_promised(&mut random, 5)).is_some());
            assert!(nimber(&River, &river_free(&mut random, 4)).is_some());
        }
    }
}
