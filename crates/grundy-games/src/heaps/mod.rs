//! Heaps under any taking and breaking rules: octal codes and beyond, subtraction sets,
//! coin-turning games, and systems with several kinds of heap.
//!
//! ```text
//! heaps:0.77 5 7 9
//! 1 *****
//! 2 *******
//! 3 *********
//! ```
//! Notation: the rules behind `heaps:` (see [`names`] and [`code`]), then the sizes of the heaps,
//! each with the name of its kind before it where there are several (`one7`). A move `2:7>2+4`
//! leaves 2 and 4 of the second heap's 7; `2:7>0` takes it whole.
//!
//! The main function is [`open`]. The game hands its rules on as a [`HeapSystem`], for which the
//! solvers have engines of their own; nothing here knows a value.

pub mod code;
pub mod cousins;
pub mod kinds;
pub mod names;
pub mod words;

use grundy_rules::{
    Declaration, EachEffect, Edit, Effect, Example, Fault, Game, Heap, HeapSystem, Nimber, ParseError, Picture,
    Place, Ruleset, Sums, TermText, Text, Visit, Why, WhyPart, Word,
};

use crate::by_hand;
use names::Reading;

/// What the program says of the game.
pub const DECLARATION: Declaration = Declaration {
    name: "heaps",
    aliases: &[],
    title: "Heaps: taking and breaking",
    rules: "There are heaps of tokens. A move takes tokens from one heap and may break what is left into several \
            heaps, as the code behind `heaps:` says; `grundy games heaps:CODE` tells the rules of a code in words. \
            Who cannot move loses.",
    variants: &[
        ("0.77", "an octal code: the digit at place c says what may be left when c tokens are taken: 1 nothing, 2 one heap, 4 two heaps, or a sum of these (8 three heaps, 16 four, written in digits to Z)"),
        ("4!.0", "a digit left of the point takes nothing; ! heaps all unequal, ? not all equal, = all equal (without quotes: ~ for !, ^ for ?)"),
        ("0.7[03]", "digits in brackets repeat for ever (without quotes: 0.7_03)"),
        ("0.{2,4+}", "numbers of heaps that may be left; * any number (without quotes: 0.%2,4+%)"),
        ("sub:1,3,4", "take 1, 3 or 4 tokens; also sub:squares, sub:primes, sub:factorials, sub:fibonacci"),
        ("allbut:2,3", "take any number of tokens but 2 or 3; also allbut:squares and so on"),
        ("coins:1-3", "turn one to three coins, the last from heads to tails; C neighbouring, E equally spaced, S symmetric, F with the first coin, @5 within five places"),
        ("strip", "the strips of More Reclamation: free, one, same, opposite"),
        ("kinds:a=1:a0+b1/b=2:b0", "a system of your own; `heaps @FILE` reads it from a file, a kind a line"),
        ("NAME", "nim, kayles, dawsons-kayles, dawsons-chess, guiles, officers, treblecross, grundys-game, laskers-nim, turning-turtles, mock-turtles, moidores, triplets, ruler, turnips, grunt, sym"),
    ],
    position: "the sizes of the heaps, such as `5 7 9`; with several kinds of heap the kind before the size, such as `one7`",
    moves: "`2:7>2+4`: of the second heap, of 7, leave heaps of 2 and 4; `2:7>0` takes it whole",
    examples: &[
        Example { question: "heaps:0.77 5 7 9", shows: "Kayles with three rows" },
        Example { question: "heaps:grundys-game 20", shows: "a loss: heap 20 of Grundy's game has the nimber 0" },
        Example { question: "heaps:sub:1,3,4 1000000000000000000", shows: "a heap of 10^18, by the proved period" },
        Example { question: "heaps:strip one5 same3", shows: "a position of More Reclamation as a sum of strips" },
    ],
    source: "R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Camb. Phil. Soc. 52 (1956); \
             Winning Ways, chapters 3, 4 and 14",
};

/// Reads rules and heaps.
///
/// # Errors
/// When the rules or the heaps cannot be read.
pub fn open<V: Visit>(term: &TermText, visit: V) -> Result<V::Out, ParseError> {
    let reading = rules(term)?;
    let start = heaps(&reading.system, &term.position)?;
    if start.is_empty() {
        let example = if reading.system.kinds.len() > 1 {
            format!("{}5", reading.system.kinds[0].name)
        } else {
            "5 7 9".to_owned()
        };
        return Err(term.position.error_at_end(format!("the sizes of the heaps, such as `{example}`")));
    }
    Ok(visit.visit(&DECLARATION, Heaps { reading, start }))
}

/// Reads the rules of a term, whatever its heaps.
///
/// # Errors
/// When they cannot be read, or there are none.
pub fn rules(term: &TermText) -> Result<Reading, ParseError> {
    if let Some(file) = &term.file {
        if let Some(word) = term.rules.words().next() {
            return Err(word.expected("no code beside the file that holds the rules"));
        }
        return kinds::read(file, &['\n']);
    }
    if term.rules.as_str().is_empty() {
        return Err(term
            .name
            .error_here("a code behind `heaps:`", "`heaps` alone")
            .help("write heaps:0.77 for Kayles; `grundy games heaps` lists what may stand there"));
    }
    names::read(&term.rules)
}

fn heaps(system: &HeapSystem, text: &Text) -> Result<Vec<Heap>, ParseError> {
    text.split(|c| c.is_whitespace() || c == ',').map(|word| heap(system, &word)).collect()
}

fn heap(system: &HeapSystem, word: &Word<'_>) -> Result<Heap, ParseError> {
    let names = system.kinds.iter().map(|kind| kind.name.as_str());
    let (kind, name) = names
        .enumerate()
        .filter(|(_, name)| word.text.starts_with(name))
        .max_by_key(|(_, name)| name.len())
        .ok_or_else(|| {
            let list: Vec<&str> = system.kinds.iter().map(|kind| kind.name.as_str()).collect();
            word.expected("a kind of heap and its size")
                .help(format!("the kinds are {}; write {}5", list.join(", "), list[0]))
        })?;
    let text = word.to_text().slice(name.len()..word.text.len());
    let size = match text.words().next() {
        Some(size) => size.number("the size of a heap", 0..=i64::MAX.cast_unsigned())?,
        None => return Err(word.expected("the size of a heap behind its kind")),
    };
    Ok(Heap { kind, size })
}

/// The rules of a code, and the heaps a question began with.
#[derive(Clone, Debug)]
pub struct Heaps {
    reading: Reading,
    start: Vec<Heap>,
}

/// A move: which heap, and what is left of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapMove {
    /// Index of the heap, from 0.
    pub heap: usize,
    /// Heaps that are left; none when the heap is gone.
    pub left: Vec<Heap>,
}

impl Game for Heaps {
    type Position = Heap;

    fn options(&self, &at: &Heap, out: &mut Sums<Heap>) -> Result<(), Fault> {
        self.reading.system.options(at, &mut |parts| {
            out.push(parts.iter().copied());
            true
        });
        Ok(())
    }

    fn size(&self, at: &Heap) -> u64 {
        at.size
    }

    fn heap_system(&self) -> Option<&HeapSystem> {
        Some(&self.reading.system)
    }

    fn heap(&self, at: &Heap) -> Heap {
        *at
    }
}

impl Heaps {
    fn written(&self, heap: Heap) -> String {
        format!("{}{}", self.reading.system.kinds[heap.kind].name, heap.size)
    }
}

impl Ruleset for Heaps {
    type Game = Self;
    type Board = Vec<Heap>;
    type Move = HeapMove;

    fn game(&self) -> &Self {
        self
    }

    fn start(&self) -> Vec<Heap> {
        self.start.clone()
    }

    fn rules(&self) -> String {
        self.reading.code.clone()
    }

    fn write(&self, board: &Vec<Heap>) -> String {
        board.iter().map(|&heap| self.written(heap)).collect::<Vec<_>>().join(" ")
    }

    fn twins(&self, board: &Vec<Heap>) -> String {
        let mut sorted = board.clone();
        sorted.sort_unstable_by_key(|heap| (heap.kind, heap.size));
        self.write(&sorted)
    }

    fn parts(&self, board: &Vec<Heap>) -> Vec<Heap> {
        board.clone()
    }

    fn moves(&self, board: &Vec<Heap>, each: &mut dyn FnMut(HeapMove) -> bool) {
        for (heap, &at) in board.iter().enumerate() {
            if !self.reading.system.options(at, &mut |left| each(HeapMove { heap, left: left.to_vec() })) {
                return;
            }
        }
    }

    fn effects(&self, board: &Vec<Heap>, each: EachEffect<'_, Self>) {
        self.moves(board, &mut |mv| {
            let effect = Effect::Part { part: mv.heap, becomes: mv.left.clone() };
            each(mv, effect)
        });
    }

    fn heap_move(&self, _board: &Vec<Heap>, part: usize, left: &[Heap]) -> Option<HeapMove> {
        Some(HeapMove { heap: part, left: left.to_vec() })
    }

    /// The first part takes the heap's place, others follow at the end.
    fn play(&self, board: &Vec<Heap>, mv: &HeapMove) -> Vec<Heap> {
        let mut after = board.clone();
        let gone = Heap { size: 0, ..after[mv.heap] };
        after[mv.heap] = mv.left.first().copied().unwrap_or(gone);
        after.extend(mv.left.iter().skip(1));
        after
    }

    fn write_move(&self, board: &Vec<Heap>, mv: &HeapMove) -> String {
        let left = if mv.left.is_empty() {
            "0".to_owned()
        } else {
            mv.left.iter().map(|&heap| self.written(heap)).collect::<Vec<_>>().join("+")
        };
        format!("{}:{}>{left}", mv.heap + 1, self.written(board[mv.heap]))
    }

    fn picture(&self, board: &Vec<Heap>) -> Picture {
        Picture::Heaps(board.iter().map(|heap| heap.size).collect())
    }

    fn place(&self, _board: &Vec<Heap>, mv: &HeapMove) -> Option<Place> {
        Some(Place::Heap(mv.heap))
    }

    fn edits(&self, board: &Vec<Heap>, place: Option<Place>) -> Vec<Edit> {
        let another = board.last().map_or(0, |heap| heap.kind);
        let write = |heaps: &[Heap]| self.write(&heaps.to_vec());
        by_hand::heaps(board, Some(Heap { kind: another, size: 1 }), |heap| &mut heap.size, write, place)
    }

    fn why(&self, board: &Vec<Heap>, value: &dyn Fn(&Heap) -> Option<Nimber>) -> Why {
        let label = |heap: &Heap| match self.reading.system.kinds[heap.kind].name.as_str() {
            "" => format!("heap of {}", heap.size),
            name => format!("heap `{name}` of {}", heap.size),
        };
        let parts = board.iter().map(|heap| WhyPart::new(label(heap), value(heap))).collect();
        Why { parts, notes: self.reading.words.clone(), ..Why::default() }
    }
}
