//! Files are written whole or not at all: beside their place first, then renamed.

use std::io::Write;
use std::path::Path;

use anyhow::Context;

/// Writes a file. What is there and is no plain file (a pipe, a terminal) is written to as it is.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let wanted = || format!("cannot write {}", path.display());
    if std::fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return std::fs::write(path, bytes).with_context(wanted);
    }
    let name = path.file_name().with_context(wanted)?;
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = std::fs::File::create(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        // What is left beside is of no use; that it cannot be removed changes nothing.
        _ = std::fs::remove_file(&beside);
    }
    written.with_context(wanted)
}
