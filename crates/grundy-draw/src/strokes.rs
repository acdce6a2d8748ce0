//! Letters as strokes on a field 4 wide and 6 high, so that pixels need no font.
//!
//! Small letters are drawn as small capitals; what has no strokes is drawn as a box.

/// The strokes of a text around a middle.
pub(crate) fn lines(x: f32, y: f32, size: f32, text: &str) -> Vec<Vec<(f32, f32)>> {
    // Capitals of common fonts fill 0.72 of their size.
    let unit = size * 0.72 / 6.0;
    let advance = |c: char| if c.is_lowercase() { 4.4 } else { 5.6 };
    let width: f32 = text.chars().map(advance).sum();
    let mut left = x - (width - 1.6) * unit / 2.0;
    let mut lines = Vec::new();
    for c in text.chars() {
        let small = if c.is_lowercase() { 0.76 } else { 1.0 };
        let bottom = y + 3.0 * unit;
        for stroke in strokes(c.to_ascii_uppercase()).split(' ').filter(|stroke| !stroke.is_empty()) {
            let digits: Vec<f32> = stroke.bytes().map(|b| f32::from(b - b'0')).collect();
            let point = |pair: &[f32]| (left + pair[0] * unit * small, bottom - pair[1] * unit * small);
            lines.push(digits.chunks_exact(2).map(point).collect());
        }
        left += advance(c) * unit;
    }
    lines
}

/// Strokes as pairs of digits, x from the left and y from below.
fn strokes(c: char) -> &'static str {
    match c {
        '0' | 'O' => "103041453616050110",
        '1' => "0526202 2026 1030",
        '2' => "051636454400 0040",
        '3' => "051636454433 1333 334241301001",
        '4' => "30360242",
        '5' => "460604344341301001",
        '6' => "3616050110304142331302",
        '7' => "064610",
        '8' => "133344453616050413 1302011030414233",
        '9' => "1030414536160504133344",
        'A' => "002640 0232",
        'B' => "000636454433 0333 3342413000",
        'C' => "4536160501103041",
        'D' => "00062644422000",
        'E' => "46060040 0333",
        'F' => "460600 0333",
        'G' => "45361605011030414323",
        'H' => "0006 4046 0343",
        'I' => "1636 2620 1030",
        'J' => "1646 3631201001",
        'K' => "0006 460240",
        'L' => "060040",
        'M' => "0006234640",
        'N' => "00064046",
        'P' => "00063645443303",
        'Q' => "103041453616050110 2240",
        'R' => "00063645443303 2340",
        'S' => "453616050413334241301001",
        'T' => "0646 2620",
        'U' => "060110304146",
        'V' => "062046",
        'W' => "0610233046",
        'X' => "0046 0640",
        'Y' => "062346 2320",
        'Z' => "06460040",
        '+' => "2125 0343",
        '-' => "0343",
        '=' => "0242 0444",
        '*' => "2125 0442 0244",
        '.' => "2021",
        ',' => "2110",
        ':' => "2122 2425",
        '/' => "0046",
        '<' => "450341",
        '>' => "054301",
        '(' => "36141230",
        ')' => "16343210",
        ' ' => "",
        _ => "0006464000",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stroke_is_two_points_at_least() {
        for c in (' '..='~').filter(|c| *c != ' ') {
            let lines = lines(0.0, 0.0, 10.0, &c.to_string());
            assert!(!lines.is_empty(), "{c}");
            let whole = strokes(c.to_ascii_uppercase());
            assert!(whole.split(' ').all(|s| s.len() % 2 == 0 && s.len() >= 4), "{c}: {whole}");
        }
    }
}
