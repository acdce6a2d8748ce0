#![cfg(feature = "extension-module")]
