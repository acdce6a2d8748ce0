//! The page's files, inside the program.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::Refusal;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// A file by name.
pub(crate) fn file(name: &str) -> Option<std::borrow::Cow<'static, [u8]>> {
    Assets::get(name).map(|file| file.data)
}

/// Serves a file of the page.
pub(crate) async fn serve(uri: Uri) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let kind = match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    match file(name) {
        // The files change with the program, and a look costs nothing on loopback.
        Some(bytes) => {
            ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], bytes).into_response()
        }
        None => Refusal::new(StatusCode::NOT_FOUND, "request", "there is no such page").into_response(),
    }
}
