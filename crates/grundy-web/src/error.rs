//! Errors as JSON, with the fields that the command line shows.

use std::borrow::Cow;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::{Error, ParseError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What went wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ErrorForm {
    pub(crate) error: Fault,
}

/// One error: its message, and for input that could not be read its place.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub(crate) struct Fault {
    /// `input`, `limit`, `request`, `refused`, `busy` or `failure`.
    pub(crate) kind: Cow<'static, str>,
    /// One line.
    pub(crate) message: String,
    /// What the text is called: `question`, `move` or `rules`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// Line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    /// Column in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<usize>,
    /// Characters it covers, at least 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) width: Option<usize>,
    /// What was expected there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) expected: Option<String>,
    /// What was found there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) found: Option<String>,
    /// How to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) help: Option<String>,
}

/// An error on its way to the client.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    fault: Box<Fault>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            fault: Box::new(Fault { kind: kind.into(), message: message.into(), ..Fault::default() }),
        }
    }

    /// An error that another process found.
    pub(crate) fn of(status: StatusCode, fault: Fault) -> Self {
        Self { status, fault: Box::new(fault) }
    }

    pub(crate) fn parts(self) -> (StatusCode, Fault) {
        (self.status, *self.fault)
    }

    /// A request that is no request of this API.
    pub(crate) fn request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "request", message)
    }

    pub(crate) fn busy() -> Self {
        let message = "too many questions are waiting; ask again in a moment";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    pub(crate) fn failure(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failure", message)
    }

    /// The body of the answer.
    pub(crate) fn form(&self) -> ErrorForm {
        ErrorForm { error: (*self.fault).clone() }
    }
}

impl From<ParseError> for Refusal {
    fn from(error: ParseError) -> Self {
        let (line, column) = error.line_and_column();
        let fault = Fault {
            kind: "input".into(),
            message: error.to_string(),
            name: Some(error.name().to_string()),
            line: Some(line),
            column: Some(column),
            width: Some(error.width()),
            expected: Some(error.expected().to_string()),
            found: Some(error.found().to_string()),
            help: error.help_text().map(str::to_string),
        };
        Self { status: StatusCode::BAD_REQUEST, fault: Box::new(fault) }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error {
            Error::Parse(parse) => parse.into(),
            other => Self::new(StatusCode::BAD_REQUEST, "input", other.to_string()),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = serde_json::to_string(&self.form()).unwrap_or_default();
        let mut response = (self.status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
        }
        response
    }
}
