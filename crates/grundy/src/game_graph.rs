//! The game graph behind a term that can be drawn: what its sums of positions are worth.
//!
//! The main type is [`GameGraph`]. A game of single pieces is explored position by position; a
//! game that splits as a whole, a sum a node; a piece on a board that is too large for that, on
//! the board itself, which stores neither positions nor edges.
//!
//! Invariant: every sum that play can reach from the starts has an outcome here, unless a part
//! ends as a win for the player who is stuck and there are other parts.
//!
//! Cost: that of [`explore`], or 2 bytes a square for outcomes and 16 for loopy values.

use grundy_rules::{
    Budget, Digraph, End, Fault, Game, Limit, LoopyValue, Nimber, Nodes, Outcome, PieceBoard, Remoteness,
    Stop,
};
use grundy_solvers::retrograde::{self, Explored, Nimbers, Outcomes, Whole, explore};

/// Positions of a piece's board that are explored before the whole board is taken.
pub(crate) const FEW: u64 = 1 << 16;

/// A game's positions with outcomes and, where they have any, loopy values.
pub(crate) struct GameGraph<'g, G: Game> {
    game: &'g G,
    nodes: Source<'g, G::Position>,
    nimbers: Option<Nimbers>,
    /// The limit that kept the loopy values from being known.
    pub(crate) limit: Option<Limit>,
}

enum Source<'g, P> {
    Parts(Explored<P>),
    Wholes(Explored<Vec<P>>),
    Squares(&'g PieceBoard, Outcomes),
}

impl<'g, G: Game> GameGraph<'g, G> {
    /// Explores a game from several sums. With `valued` false, values may be missing where a part
    /// ends as a win for the player who is stuck.
    pub(crate) fn new(
        game: &'g G,
        starts: &[Vec<G::Position>],
        valued: bool,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let nodes = Self::source(game, starts, budget)?;
        let mut this = Self { game, nodes, nimbers: None, limit: None };
        let several = matches!(this.nodes, Source::Parts(_)) && starts.iter().any(|parts| parts.len() > 1);
        match this.find_nimbers(budget) {
            Ok(nimbers) => this.nimbers = Some(nimbers),
            Err(Stop::Fault(_)) if !valued && !several => {}
            Err(Stop::Fault(_)) => {
                let message = "a part of the sum can end as a win for the player who is stuck, so it has no value \
                               to add; ask about it alone";
                return Err(Fault::new(message).into());
            }
            Err(Stop::Limit(limit)) if !valued && !several => this.limit = Some(limit),
            Err(stop) => return Err(stop),
        }
        Ok(this)
    }

    fn source(
        game: &'g G,
        starts: &[Vec<G::Position>],
        budget: &Budget,
    ) -> Result<Source<'g, G::Position>, Stop> {
        let parts = starts.concat();
        // An end that is a win has no value, not even where play never comes.
        if let Some(board) = game.piece_board().filter(|board| board.stuck() != End::Win) {
            let few = budget.spent().0.saturating_add(FEW).min(budget.nodes.0);
            let few = budget.clone().with_nodes(Nodes(few));
            match explore(game, &parts, &few) {
                Ok(Some(explored)) => return Ok(Source::Parts(explored)),
                Err(Stop::Limit(Limit::Nodes(_))) => {
                    return Ok(Source::Squares(board, retrograde::outcomes(board, budget)?));
                }
                Ok(None) => {}
                Err(stop) => return Err(stop),
            }
        }
        if let Some(explored) = explore(game, &parts, budget)? {
            return Ok(Source::Parts(explored));
        }
        let whole = Whole(game);
        let wholes: Vec<_> = starts.iter().map(|parts| whole.position(parts.iter().cloned())).collect();
        match explore(&whole, &wholes, budget)? {
            Some(explored) => Ok(Source::Wholes(explored)),
            None => Err(Fault::new("a whole sum became several").into()),
        }
    }

    fn find_nimbers(&self, budget: &Budget) -> Result<Nimbers, Stop> {
        match &self.nodes {
            Source::Parts(explored) => retrograde::nimbers(explored.graph(), budget),
            Source::Wholes(explored) => retrograde::nimbers(explored.graph(), budget),
            Source::Squares(board, _) => retrograde::nimbers(*board, budget),
        }
    }

    /// What was found, in words.
    pub(crate) fn method(&self) -> &'static str {
        match self.nodes {
            Source::Parts(_) => "retrograde analysis",
            Source::Wholes(_) => "retrograde analysis of whole positions",
            Source::Squares(..) => "retrograde analysis of the whole board",
        }
    }

    /// Whether a sum of several parts is one position.
    pub(crate) fn is_whole(&self) -> bool {
        matches!(self.nodes, Source::Wholes(_))
    }

    /// The loopy value of a sum of positions; `None` where there is none or it was not found.
    pub(crate) fn value(&self, parts: &[G::Position]) -> Option<LoopyValue> {
        let nimbers = self.nimbers.as_ref()?;
        let node = |graph: &Digraph, node: Option<u32>| Some(nimbers.value(graph, node?));
        if let Source::Wholes(explored) = &self.nodes {
            return node(explored.graph(), self.whole(explored, parts));
        }
        let mut total = LoopyValue::Finite(Nimber::ZERO);
        for part in parts {
            let value = match &self.nodes {
                Source::Parts(explored) => node(explored.graph(), explored.node(part))?,
                Source::Squares(board, _) => nimbers.value(*board, self.game.index(part) as u32),
                Source::Wholes(_) => return None,
            };
            total = retrograde::add(&total, &value);
        }
        Some(total)
    }

    /// Who wins a sum of positions, and in how many plies where one position holds it all.
    ///
    /// # Errors
    /// When play cannot reach it, which would be a fault of the rules.
    pub(crate) fn outcome(&self, parts: &[G::Position]) -> Result<(Outcome, Option<Remoteness>), Fault> {
        let found = match (&self.nodes, parts) {
            // A move to nothing at all has ended the game.
            (_, []) => Some((Outcome::Loss, Some(Remoteness(0)))),
            (Source::Wholes(explored), _) => self
                .whole(explored, parts)
                .map(|node| (explored.outcomes().outcome(node), explored.outcomes().remoteness(node))),
            (Source::Parts(explored), [part]) => {
                explored.outcome(part).map(|outcome| (outcome, explored.remoteness(part)))
            }
            (Source::Squares(_, outcomes), [part]) => {
                let node = self.game.index(part) as u32;
                Some((outcomes.outcome(node), outcomes.remoteness(node)))
            }
            _ => self.value(parts).map(|value| (retrograde::outcome(&value), None)),
        };
        found.ok_or_else(|| Fault::new("a move leads outside the game"))
    }

    fn whole(&self, explored: &Explored<Vec<G::Position>>, parts: &[G::Position]) -> Option<u32> {
        explored.node(&Whole(self.game).position(parts.iter().cloned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::{Arena as _, Sums, Vector};
    use grundy_testkit::generate::Random;
    use grundy_testkit::{Naive, answer, loopy_values, table};

    /// Pieces on the nodes of a graph; an option may replace a piece by two others. Only those
    /// with a lower half are new, so play stays among finitely many sums.
    #[derive(Debug)]
    struct Splitting(Vec<Vec<Vec<u32>>>);

    impl Splitting {
        fn random(random: &mut Random) -> Self {
            let nodes = random.between(2, 6);
            let option = |random: &mut Random, node: u64| {
                if node >= 2 && random.chance(1, 3) {
                    return [0, 1].map(|_| random.below(node / 2 * 2) as u32).to_vec();
                }
                let to = random.below((node / 2 * 2 + 2).min(nodes) + 1) as u32;
                if to == 0 { vec![] } else { vec![to - 1] }
            };
            Self(
                (0..nodes).map(|node| (0..random.below(4)).map(|_| option(random, node)).collect()).collect(),
            )
        }
    }

    impl Game for Splitting {
        type Position = u32;

        fn options(&self, &at: &u32, out: &mut Sums<u32>) -> Result<(), Fault> {
            self.0[at as usize].iter().for_each(|sum| out.push(sum.iter().copied()));
            Ok(())
        }

        fn may_draw(&self) -> bool {
            true
        }
    }

    impl Naive for Splitting {
        type State = Vec<u32>;

        fn moves(&self, at: &Vec<u32>) -> Vec<(String, Vec<u32>)> {
            let mut moves = Vec::new();
            for (i, &part) in at.iter().enumerate() {
                for sum in &self.0[part as usize] {
                    let mut after = [&at[..i], &at[i + 1..], sum].concat();
                    after.sort_unstable();
                    moves.push((format!("{after:?}"), after));
                }
            }
            moves
        }
    }

    #[test]
    fn games_that_split_and_loop_are_those_of_the_oracle() {
        let mut random = Random::new(31);
        let (mut split, mut infinite) = (0, 0);
        for round in 0..3000 {
            let game = Splitting::random(&mut random);
            let top = game.0.len() as u32 - 1;
            let start = if random.chance(1, 3) { vec![0, top] } else { vec![top] };
            let graph =
                GameGraph::new(&game, std::slice::from_ref(&start), false, &Budget::default()).unwrap();
            let oracle = answer(&game, &start);
            let (outcome, remoteness) = graph.outcome(&start).unwrap();
            assert_eq!(outcome.word(), oracle.verdict.outcome.to_string(), "round {round}: {game:?}");
            if graph.is_whole() {
                split += 1;
                assert_eq!(remoteness.map(|n| n.0), oracle.verdict.remoteness, "round {round}: {game:?}");
            }
            let listed = table(&game, &start);
            if listed.moves.len() <= 60 {
                let ours = graph.value(&start).unwrap();
                let theirs = loopy_values(&listed, listed.moves.len() as u64).unwrap().swap_remove(0);
                infinite += usize::from(matches!(theirs, grundy_testkit::LoopyValue::Infinite(_)));
                match (ours, theirs) {
                    (LoopyValue::Finite(ours), grundy_testkit::LoopyValue::Finite(theirs)) => {
                        assert_eq!(ours.0, theirs, "round {round}: {game:?}");
                    }
                    (LoopyValue::Infinite(ours), grundy_testkit::LoopyValue::Infinite(theirs)) => {
                        assert_eq!(ours.iter().map(|n| n.0).collect::<Vec<_>>(), theirs, "{round}: {game:?}");
                    }
                    pair => panic!("round {round}: {pair:?} of {game:?}"),
                }
            }
        }
        assert!(split > 300 && infinite > 30, "{split} {infinite}");
    }

    /// A piece, with its board shown or hidden.
    struct OnBoard(PieceBoard, bool);

    impl Game for OnBoard {
        type Position = u32;

        fn options(&self, &at: &u32, out: &mut Sums<u32>) -> Result<(), Fault> {
            let mut options = Vec::new();
            self.0.options(at, &mut options);
            for to in options {
                out.push([to]);
            }
            Ok(())
        }

        fn index(&self, &at: &u32) -> u64 {
            at.into()
        }

        fn end(&self, &at: &u32) -> End {
            self.0.end(at)
        }

        fn may_draw(&self) -> bool {
            true
        }

        fn piece_board(&self) -> Option<&PieceBoard> {
            self.1.then_some(&self.0)
        }
    }

    #[test]
    fn a_large_board_says_the_same_as_its_positions() {
        let vectors = [Vector::step(-3, -2), Vector::step(-1, -2), Vector::step(1, 1)];
        let mut board = PieceBoard::new(280, 300, &vectors, End::Draw).unwrap();
        board.target(0, 0).unwrap();
        let start = [vec![board.node(200, 200).unwrap()]];
        let (shown, hidden) = (OnBoard(board.clone(), true), OnBoard(board, false));
        let squares = GameGraph::new(&shown, &start, false, &Budget::default()).unwrap();
        let listed = GameGraph::new(&hidden, &start, false, &Budget::default()).unwrap();
        assert!(matches!(squares.nodes, Source::Squares(..)));
        let Source::Parts(explored) = &listed.nodes else { panic!("positions are listed") };
        let mut met = 0;
        for square in 0..280 * 300 {
            if explored.node(&square).is_some() {
                met += 1;
                assert_eq!(squares.outcome(&[square]), listed.outcome(&[square]));
                assert_eq!(squares.value(&[square]), listed.value(&[square]));
            }
        }
        assert!(met > 70_000, "{met}");
    }
}
