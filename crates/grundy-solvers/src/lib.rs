//! The methods that find nimbers, outcomes and periods, one file or folder each.

pub mod retrograde;
