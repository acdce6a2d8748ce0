//! Changes to a board by hand that many games share: cells of a grid of letters, sizes of heaps.

use grundy_rules::{Edit, Place};

/// Changes to a grid written as rows of letters with `/` between: another letter on a cell, or
/// for the whole board a row or column more (of the first letter) or less.
pub(crate) fn grid(rows: &str, letters: &str, place: Option<Place>) -> Vec<Edit> {
    let rows: Vec<Vec<char>> = rows.split('/').map(|row| row.chars().collect()).collect();
    let write = |rows: &[Vec<char>]| {
        rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
    };
    let Some(place) = place else {
        let fill = letters.chars().next().unwrap_or('.');
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        let columns = |width: usize| -> Vec<Vec<char>> {
            rows.iter().map(|row| row.iter().copied().chain([fill]).take(width).collect()).collect()
        };
        let mut edits = Vec::new();
        let mut taller = rows.clone();
        taller.push(vec![fill; width]);
        edits.push(Edit::new("+ row", write(&taller)));
        edits.push(Edit::new("+ column", write(&columns(width + 1))));
        if height > 1 {
            edits.push(Edit::new("- row", write(&rows[..height - 1])));
        }
        if width > 1 {
            edits.push(Edit::new("- column", write(&columns(width - 1))));
        }
        return edits;
    };
    let Place::Cell(row, column) = place else { return Vec::new() };
    let (row, column) = (row as usize, column as usize);
    let Some(&old) = rows.get(row).and_then(|row| row.get(column)) else { return Vec::new() };
    let change = |new: char| {
        let mut rows = rows.clone();
        rows[row][column] = new;
        Edit::new(new, write(&rows))
    };
    letters.chars().filter(|&new| new != old).map(change).collect()
}

/// Cells as rows with `/` between.
pub(crate) fn rows(cells: &[u8], columns: usize) -> String {
    let rows = cells.chunks(columns.max(1)).map(|row| String::from_utf8_lossy(row).into_owned());
    rows.collect::<Vec<_>>().join("/")
}

/// Changes to a row of numbers: one of them by a little, and for the whole board, where `grows`,
/// another number.
pub(crate) fn sizes(sizes: &[u64], grows: bool, place: Option<Place>) -> Vec<Edit> {
    let write = |sizes: &[u64]| sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    heaps(sizes, grows.then_some(1), |size| size, write, place)
}

/// Changes to a row of heaps: the size of one by a little, and for the whole board another heap,
/// where there may be another.
pub(crate) fn heaps<T: Clone>(
    heaps: &[T],
    another: Option<T>,
    size: impl Fn(&mut T) -> &mut u64,
    write: impl Fn(&[T]) -> String,
    place: Option<Place>,
) -> Vec<Edit> {
    let grows = another.is_some();
    let i = match (place, another) {
        (None, Some(another)) => return vec![Edit::new("+ heap", write(&[heaps, &[another]].concat()))],
        (Some(Place::Heap(i)), _) if i < heaps.len() => i,
        _ => return Vec::new(),
    };
    let mut edits = Vec::new();
    for (label, step) in [("+1", 1), ("-1", -1), ("+10", 10), ("-10", -10)] {
        let mut changed = heaps.to_vec();
        let size = size(&mut changed[i]);
        if let Some(new) = size.checked_add_signed(step) {
            *size = new;
            edits.push(Edit::new(label, write(&changed)));
        }
    }
    if grows && heaps.len() > 1 {
        let mut fewer = heaps.to_vec();
        fewer.remove(i);
        edits.push(Edit::new("- heap", write(&fewer)));
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(edits: Vec<Edit>) -> Vec<String> {
        edits.into_iter().map(|edit| format!("{} {}", edit.label, edit.position)).collect()
    }

    #[test]
    fn grids() {
        let cell = |row, column| texts(grid("ab/.b", "ab.", Some(Place::Cell(row, column))));
        assert_eq!(cell(1, 0), ["a ab/ab", "b ab/bb"]);
        assert_eq!(cell(2, 0), [""; 0]);
        let whole = texts(grid("ab/.b", "ab.", None));
        assert_eq!(whole, ["+ row ab/.b/aa", "+ column aba/.ba", "- row ab", "- column a/."]);
    }

    #[test]
    fn numbers() {
        assert_eq!(texts(sizes(&[0, 5], true, Some(Place::Heap(0)))), ["+1 1 5", "+10 10 5", "- heap 5"]);
        assert_eq!(texts(sizes(&[u64::MAX], false, None)), [""; 0]);
        assert_eq!(texts(sizes(&[3], true, None)), ["+ heap 3 1"]);
        assert_eq!(texts(sizes(&[3], true, Some(Place::Heap(9)))), [""; 0]);
    }
}
