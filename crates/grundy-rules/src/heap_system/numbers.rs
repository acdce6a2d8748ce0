//! How many tokens a move may take: a number, an endless row, or a famous set.
//!
//! The main types are [`Takes`] and [`Numbers`]; both list their numbers up to a bound and say
//! whether they have one.

/// How many tokens a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// This many; a negative number adds tokens.
    Exactly(i64),
    /// `from`, `from + step`, `from + 2 step` and so on; `step` is at least 1.
    Every {
        /// The least.
        from: u64,
        /// The distance.
        step: u64,
    },
    /// Any number of a famous set.
    OneOf(Numbers),
    /// Any positive number that is not in a famous set.
    NoneOf(Numbers),
}

/// Sets of positive numbers that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// 1, 4, 9, 16...
    Squares,
    /// 2, 3, 5, 7...
    Primes,
    /// 1, 2, 6, 24...
    Factorials,
    /// 1, 2, 3, 5, 8...
    Fibonacci,
}

impl Takes {
    /// The numbers of tokens that may be taken from `n`, ascending, at most `most`; a negative
    /// number adds tokens.
    pub fn up_to(self, most: u64) -> Box<dyn Iterator<Item = i64> + Send> {
        let limit = i64::try_from(most).unwrap_or(i64::MAX);
        match self {
            Self::Exactly(c) => Box::new((c <= limit).then_some(c).into_iter()),
            Self::Every { from, step } => {
                let step = usize::try_from(step.max(1)).unwrap_or(usize::MAX);
                Box::new((i64::try_from(from).unwrap_or(i64::MAX)..=limit).step_by(step))
            }
            Self::OneOf(numbers) => Box::new(numbers.up_to(most).map(u64::cast_signed)),
            Self::NoneOf(numbers) => {
                let mut left_out = numbers.up_to(most).map(u64::cast_signed).peekable();
                Box::new((1..=limit).filter(move |taken| left_out.next_if_eq(taken).is_none()))
            }
        }
    }

    /// Whether `taken` is allowed.
    pub fn contains(self, taken: i64) -> bool {
        match self {
            Self::Exactly(c) => c == taken,
            Self::Every { from, step } => {
                u64::try_from(taken).is_ok_and(|t| t >= from && (t - from).is_multiple_of(step.max(1)))
            }
            Self::OneOf(numbers) => u64::try_from(taken).is_ok_and(|t| numbers.contains(t)),
            Self::NoneOf(numbers) => u64::try_from(taken).is_ok_and(|t| t > 0 && !numbers.contains(t)),
        }
    }

    /// The largest, if there is one.
    pub fn largest(self) -> Option<i64> {
        match self {
            Self::Exactly(c) => Some(c),
            Self::Every { .. } | Self::OneOf(_) | Self::NoneOf(_) => None,
        }
    }
}

impl Numbers {
    /// All sets that have a name.
    pub const ALL: [Self; 4] = [Self::Squares, Self::Primes, Self::Factorials, Self::Fibonacci];

    /// The set of this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.word() == word)
    }

    /// The numbers of the set up to `most`, ascending.
    pub fn up_to(self, most: u64) -> Box<dyn Iterator<Item = u64> + Send> {
        let most = most.min(i64::MAX.cast_unsigned());
        match self {
            Self::Squares => {
                Box::new((1u64..).map_while(|k| k.checked_mul(k)).take_while(move |&x| x <= most))
            }
            Self::Primes => Box::new((2..=most).filter(|&x| is_prime(x))),
            Self::Factorials => {
                let next = |&(k, x): &(u64, u64)| Some((k + 1, x.checked_mul(k + 1)?));
                Box::new(
                    std::iter::successors(Some((1u64, 1u64)), next)
                        .map(|(_, x)| x)
                        .take_while(move |&x| x <= most),
                )
            }
            Self::Fibonacci => {
                let next = |&(a, b): &(u64, u64)| Some((b, a.checked_add(b)?));
                Box::new(
                    std::iter::successors(Some((1u64, 2u64)), next)
                        .map(|(a, _)| a)
                        .take_while(move |&x| x <= most),
                )
            }
        }
    }

    /// Whether `x` is in the set.
    pub fn contains(self, x: u64) -> bool {
        match self {
            Self::Squares => x > 0 && x.isqrt().pow(2) == x,
            Self::Primes => is_prime(x),
            Self::Factorials | Self::Fibonacci => self.up_to(x).last() == Some(x),
        }
    }

    /// The word for the set in codes.
    pub fn word(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Primes => "primes",
            Self::Factorials => "factorials",
            Self::Fibonacci => "fibonacci",
        }
    }
}

/// Whether `x` is prime, by trial division.
fn is_prime(x: u64) -> bool {
    x >= 2 && (2..=x.isqrt()).all(|d| !x.is_multiple_of(d))
}
