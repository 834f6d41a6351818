//! The fuzzer: libFuzzer over the one target that `FUZZ_TARGET` names.

#![no_main]

mod assemble;
mod parts;
mod seed;
mod targets;
mod walk;

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;

static TARGET: OnceLock<fn(&[u8])> = OnceLock::new();

fuzz_target!(
    init: {
        let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
        match targets::named(&name) {
            Some(target) => {
                let _ = TARGET.set(target);
            }
            None => {
                eprintln!("FUZZ_TARGET must be one of: {}", targets::names());
                std::process::exit(2);
            }
        }
    },
    |data: &[u8]| {
        if let Some(target) = TARGET.get() {
            target(data);
        }
    }
);
