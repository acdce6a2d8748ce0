//! Who may ask: checks of Host and Origin, and the headers of every answer.
//!
//! A page of another site can make a browser send requests here. It cannot forge `Origin`, and a
//! name that it points at this machine shows in `Host`; so both are held to addresses and names
//! that are ours. Numeric addresses cannot be pointed elsewhere.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::Shared;
use crate::error::Refusal;

/// No inline script or style, nothing from elsewhere, in nobody's frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Refuses requests that are not meant for this server, and sets the headers of the rest.
pub(crate) async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let loopback = shared.address.ip().is_loopback();
    let mut response = match check(request.headers(), loopback, shared.address.port()) {
        Ok(()) => next.run(request).await,
        Err(why) => Refusal::new(StatusCode::FORBIDDEN, "refused", why).into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    response
}

fn check(headers: &HeaderMap, loopback: bool, port: u16) -> Result<(), String> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|value| value.to_str().ok()).unwrap_or("");
    if hosts.next().is_some() || !ours(host, loopback, port) {
        return Err("the Host header names another server".to_string());
    }
    let mut origins = headers.get_all(header::ORIGIN).iter();
    match (origins.next(), origins.next()) {
        (None, _) => Ok(()),
        (Some(origin), None) => {
            let origin = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
            // The page's own requests come from the very host they go to.
            if origin == Some(host) { Ok(()) } else { Err("the request comes from another site".to_string()) }
        }
        _ => Err("more than one Origin header".to_string()),
    }
}

/// Whether a `Host` is an address of this server: `localhost` or a loopback address, and where
/// other machines are let in any numeric address; with our port.
fn ours(host: &str, loopback: bool, port: u16) -> bool {
    let (name, given) = match host.rsplit_once(':') {
        Some((name, digits)) if !digits.ends_with(']') => (name, digits.parse().ok()),
        _ => (host, Some(80)),
    };
    if given != Some(port) {
        return false;
    }
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    bare.parse::<IpAddr>().is_ok_and(|ip| !loopback || ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        let check = |host, loopback, expected| assert_eq!(ours(host, loopback, 8765), expected, "{host}");
        check("127.0.0.1:8765", true, true);
        check("localhost:8765", true, true);
        check("[::1]:8765", true, true);
        check("127.0.0.1:80", true, false);
        check("127.0.0.1", true, false);
        check("192.168.0.7:8765", true, false);
        check("192.168.0.7:8765", false, true);
        check("evil.example:8765", true, false);
        check("evil.example:8765", false, false);
        check("127.0.0.1.evil.example:8765", true, false);
        check("", true, false);
        check("[::1]", true, false);
    }

    #[test]
    fn origins() {
        let ask = |origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "localhost:8765".parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            check(&headers, true, 8765).is_ok()
        };
        assert!(ask(None));
        assert!(ask(Some("http://localhost:8765")));
        for origin in ["null", "http://localhost:8766", "https://localhost:8765", "http://evil.example", ""] {
            assert!(!ask(Some(origin)), "{origin}");
        }
    }
}
