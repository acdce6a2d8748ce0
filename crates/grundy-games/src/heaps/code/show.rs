//! Codes as text, in their canonical spelling.

use std::fmt;

use grundy_rules::Condition;

use super::{Code, Digit};

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |c: Condition| match c {
            Condition::Any => "",
            Condition::AllUnequal => "!",
            Condition::NotAllEqual => "?",
            Condition::AllEqual => "=",
        };
        let mut over_two = self.counts.iter().skip(2).flatten().copied();
        let first = over_two.next().unwrap_or_default();
        let same = over_two.all(|c| c == first);
        let value: u64 = self.counts.iter().enumerate().take(63).map(|(t, c)| u64::from(c.is_some()) << t).sum();
        let digit = u32::try_from(value).ok().and_then(|v| char::from_digit(v, 36));
        if let (Some(digit), true, false) = (digit, same, self.more) {
            return write!(f, "{}{}", digit.to_ascii_uppercase(), sign(first));
        }
        if self.more && self.counts.len() == 3 && value == 7 {
            return write!(f, "*{}", sign(first));
        }
        f.write_str("{")?;
        let mut between = "";
        for (count, allowed) in self.counts.iter().enumerate() {
            if let Some(condition) = allowed {
                write!(f, "{between}{count}{}", if same { "" } else { sign(*condition) })?;
                between = ",";
            }
        }
        f.write_str(if self.more { "+}" } else { "}" })?;
        f.write_str(if same { sign(first) } else { "" })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.left.is_empty() {
            f.write_str("0")?;
        }
        self.left.iter().rev().try_for_each(|digit| digit.fmt(f))?;
        f.write_str(".")?;
        let fixed = self.right.len() - self.tail;
        self.right[..fixed].iter().try_for_each(|digit| digit.fmt(f))?;
        if self.tail > 0 {
            f.write_str("[")?;
            self.right[fixed..].iter().try_for_each(|digit| digit.fmt(f))?;
            f.write_str("]")?;
        }
        if self.right.is_empty() { f.write_str("0") } else { Ok(()) }
    }
}
