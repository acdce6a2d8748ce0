//! Files and standard input for questions.

use std::io::Read;

/// Largest input that is read into memory.
const MOST: u64 = 1 << 30;

/// Reads the file of `@name`, or standard input for `-`.
pub(crate) fn load(name: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = if name == "-" {
        std::io::stdin().lock().take(MOST + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(name).and_then(|file| file.take(MOST + 1).read_to_end(&mut bytes))
    };
    match read {
        Err(error) => Err(error.to_string().to_lowercase()),
        Ok(_) if bytes.len() as u64 > MOST => Err("more than 1 GiB".to_string()),
        Ok(_) => Ok(bytes),
    }
}
