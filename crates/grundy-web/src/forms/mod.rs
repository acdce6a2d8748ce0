//! The forms of the API, version 1. Integers beyond 2^53 are strings.

mod answers;
mod asks;

use grundy::json::Exact;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;
use utoipa::openapi::schema::{OneOfBuilder, Schema, Type};
use utoipa::openapi::{ObjectBuilder, RefOr};

pub(crate) use answers::*;
pub(crate) use asks::*;

/// A number that is a string beyond 2^53.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number(pub(crate) u128);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Exact(self.0).serialize(serializer)
    }
}

impl utoipa::PartialSchema for Number {
    fn schema() -> RefOr<Schema> {
        OneOfBuilder::new()
            .item(ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0.0)))
            .item(ObjectBuilder::new().schema_type(Type::String).pattern(Some("^[0-9]+$")))
            .description(Some("a whole number; a string where it is beyond 2^53"))
            .into()
    }
}

impl ToSchema for Number {}
