//! Letters as strokes on a field 4 wide and 6 high, so that pixels need no font.
//!
//! Every printable ASCII character has its own; any other is drawn as a box.

/// The strokes of a text around a middle.
pub(crate) fn lines(x: f32, y: f32, size: f32, text: &str) -> Vec<Vec<(f32, f32)>> {
    const ADVANCE: f32 = 5.6;
    // Capitals of common fonts fill 0.72 of their size.
    let unit = size * 0.72 / 6.0;
    let width = ADVANCE * text.chars().count() as f32;
    let mut left = x - (width - 1.6) * unit / 2.0;
    let bottom = y + 3.0 * unit;
    let mut lines = Vec::new();
    for c in text.chars() {
        for stroke in strokes(c).split(' ').filter(|stroke| !stroke.is_empty()) {
            let numbers: Vec<f32> = stroke.bytes().map(number).collect();
            let point = |pair: &[f32]| (left + pair[0] * unit, bottom - pair[1] * unit);
            lines.push(numbers.chunks_exact(2).map(point).collect());
        }
        left += ADVANCE * unit;
    }
    lines
}

/// What has no strokes of its own.
const BOX: &str = "0006464000";

/// A digit, or a letter below the line: `a` is -1, `b` is -2.
fn number(byte: u8) -> f32 {
    match byte {
        b'a' => -1.0,
        b'b' => -2.0,
        digit => f32::from(digit - b'0'),
    }
}

/// Strokes as pairs of [`number`]s, x from the left and y from below; a point alone stands twice.
fn strokes(c: char) -> &'static str {
    match c {
        '0' => "103041453616050110 1234",
        'O' => "103041453616050110",
        '1' => "052620 1030",
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
        'a' => "14344340 421201103041",
        'b' => "0600 0314344341301001",
        'c' => "4334140301103041",
        'd' => "4640 4334140301103041",
        'e' => "02424334140301103041",
        'f' => "46362520 1444",
        'g' => "4334140301103041 444a3b1b0a",
        'h' => "0600 0314344340",
        'i' => "142420 1030 2626",
        'j' => "24343a2b1b 3636",
        'k' => "0600 440240",
        'l' => "16262130",
        'm' => "0400 03142320 23344340",
        'n' => "0400 0314344340",
        'o' => "143443413010010314",
        'p' => "040b 0314344341301001",
        'q' => "444b 4334140301103041",
        'r' => "0400 03143443",
        's' => "4414031232413000",
        't' => "16112030 0434",
        'u' => "0401103041 4440",
        'v' => "042044",
        'w' => "0410233044",
        'x' => "0044 0440",
        'y' => "0420 441b",
        'z' => "04440040",
        ' ' => "",
        '!' => "2622 2020",
        '"' => "1614 3634",
        '#' => "1016 3036 0242 0444",
        '$' => "453616050413334241301001 272a",
        '%' => "0046 0616150506 3141403031",
        '&' => "4014152635340201102042",
        '\'' => "2624",
        '(' => "36141230",
        ')' => "16343210",
        '*' => "2125 0442 0244",
        '+' => "2125 0343",
        ',' => "201a",
        '-' => "0343",
        '.' => "2020",
        '/' => "0046",
        ':' => "2020 2424",
        ';' => "201a 2424",
        '<' => "450341",
        '=' => "0242 0444",
        '>' => "054301",
        '?' => "0516364544332322 2020",
        '@' => "4010010516364542222444",
        '[' => "36161030",
        '\\' => "0640",
        ']' => "16363010",
        '^' => "042644",
        '_' => "0a4a",
        '`' => "1625",
        '{' => "36262413222030",
        '|' => "272a",
        '}' => "16262433222010",
        '~' => "02143244",
        _ => BOX,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use grundy::{Picture, Question, Text};

    use super::*;
    use crate::{Drawing, Form, Paint, Shape, draw, png};

    #[test]
    fn every_stroke_is_two_points_at_least() {
        for c in '!'..='~' {
            let whole = strokes(c);
            assert!(whole.split(' ').all(|s| s.len() % 2 == 0 && s.len() >= 4), "{c}: {whole}");
        }
    }

    #[test]
    fn every_printable_character_looks_like_no_other() {
        let pixels = |c: char| {
            let text = Shape { form: Form::Text(16.0, 16.0, 24.0, c.to_string()), paint: Paint::Piece };
            png::encode(&Drawing { width: 32.0, height: 32.0, over: vec![text], ..Drawing::default() }, 1.0)
        };
        let mut seen = HashMap::from([(pixels('\u{4e2d}').unwrap(), "the box".to_string())]);
        for c in ' '..='~' {
            if let Some(other) = seen.insert(pixels(c).unwrap(), c.to_string()) {
                panic!("`{c}` looks like {other}");
            }
        }
        assert_eq!(seen.len(), 96);
    }

    /// The letters of every game's examples have strokes, at the start and some moves on.
    #[test]
    fn the_catalogue_needs_no_box() {
        for example in grundy::GAMES.iter().flat_map(|game| game.examples) {
            let text = Text::new("question", example.question);
            let mut question = Question::read(&text, &mut grundy::no_files).unwrap();
            for turn in 0..12 {
                for term in &question.terms {
                    check(&term.picture(), example.question);
                }
                let (moves, _) = question.legal(50);
                let Some(mv) = moves.get(turn * 7 % moves.len().max(1)) else { break };
                question = question.play(&Text::new("move", &mv.text)).unwrap();
            }
        }
    }

    fn check(picture: &Picture, context: &str) {
        let drawing = draw(picture, &[], &[]);
        let spots = drawing.spots.iter().flat_map(|spot| &spot.shapes);
        for shape in drawing.under.iter().chain(spots).chain(&drawing.over) {
            if let Form::Text(.., text) = &shape.form {
                assert!(text.chars().all(|c| strokes(c) != BOX), "{context}: {text}");
            }
        }
    }
}
