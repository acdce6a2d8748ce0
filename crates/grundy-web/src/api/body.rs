//! Bodies of requests: bounded, in time, JSON.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;

use crate::Shared;
use crate::error::Refusal;

/// How long a client may take to send its body.
const PATIENCE: Duration = Duration::from_secs(10);

/// A body that is the form `T` in JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<Shared>> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Self, Refusal> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or("").trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            // Other sites' forms cannot send this type without asking first.
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            return Err(Refusal::new(status, "request", "expected a body of the type application/json"));
        }
        let most = shared.limits.body;
        let whole = Limited::new(request.into_body(), most).collect();
        let bytes = match tokio::time::timeout(PATIENCE, whole).await {
            Ok(Ok(body)) => body.to_bytes(),
            Ok(Err(error)) if error.is::<LengthLimitError>() => {
                let message = format!("expected a body of at most {most} bytes");
                return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "request", message));
            }
            Ok(Err(_)) => return Err(Refusal::request("the body ended early")),
            Err(_) => {
                let message = "the body took too long";
                return Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "request", message));
            }
        };
        let text = std::str::from_utf8(&bytes).map_err(|e| {
            Refusal::request(format!("expected text in UTF-8, found another byte at {}", e.valid_up_to()))
        })?;
        // A list would be read as the fields in their order.
        if text.trim_start().starts_with('[') {
            return Err(Refusal::request("expected a JSON object, found a list"));
        }
        serde_json::from_str(text)
            .map(Self)
            .map_err(|error| Refusal::request(format!("expected JSON of this form: {error}")))
    }
}
