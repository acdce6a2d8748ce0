//! A finished file in memory without reading it: its pages come as they are looked at.
//!
//! The main function is [`open`]. A table of many million positions is looked up in at the cost
//! of the pages touched; the system shares them between processes and drops them when memory is
//! short. The gain: a look-up in a mapped table needs no memory of its own, where [`read`], its
//! safe twin, takes the size of the file.
//!
//! The risk, which no check here removes: the bytes are those of the file. A program that
//! changes the file in place while it is mapped changes them under our feet, and one that
//! cuts it short ends this process with a bus error at the next look behind the new end. grundy
//! itself never does either: it writes beside the file and renames, and a mapping keeps the old
//! file. Readers check header, lengths and hash once, when they open the table, and every look-up
//! keeps to the bounds of the slice.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a file.
pub(crate) enum Bytes {
    /// Mapped, not read.
    Mapped(Mmap),
    /// Read: what cannot be mapped, such as a pipe or an empty file.
    Read(Vec<u8>),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Read(bytes) => bytes,
        }
    }
}

/// Maps a file for reading, or reads it where that cannot be done.
pub(crate) fn open(path: &Path) -> io::Result<Bytes> {
    let file = File::open(path)?;
    let about = file.metadata()?;
    if !about.is_file() || about.len() == 0 {
        return read(path);
    }
    #[allow(unsafe_code, reason = "the one way to map a file; the module's header says what it risks")]
    // SAFETY: the file is opened read-only and mapped read-only, so nothing here writes to the
    // memory; it is a regular file that is not empty. That no other process changes it in place
    // is the assumption stated in the header; grundy's own writers rename a new file over it.
    let map = unsafe { Mmap::map(&file) };
    map.map(Bytes::Mapped).or_else(|_| read(path))
}

/// Reads a file whole.
pub(crate) fn read(path: &Path) -> io::Result<Bytes> {
    std::fs::read(path).map(Bytes::Read)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of tests")]

    use super::*;

    #[test]
    fn a_mapped_file_is_the_file_that_is_read() {
        let path = std::env::temp_dir().join(format!("grundy-mapped-{}", std::process::id()));
        for length in [0usize, 1, 4095, 4096, 4097, 100_000] {
            let bytes: Vec<u8> = (0..length).map(|i| (i * 7 % 251) as u8).collect();
            std::fs::write(&path, &bytes).unwrap();
            let mapped = open(&path).unwrap();
            assert_eq!(&mapped[..], &read(&path).unwrap()[..]);
            assert_eq!(matches!(mapped, Bytes::Mapped(_)), length > 0);
            // A file renamed over it leaves the mapping as it was.
            let beside = path.with_extension("new");
            std::fs::write(&beside, b"other").unwrap();
            std::fs::rename(&beside, &path).unwrap();
            assert_eq!(&mapped[..], bytes);
        }
        std::fs::remove_file(&path).unwrap();
        assert!(open(&path).is_err());
    }
}
