//! The words of the service specification that an answer is made of.

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($variant),+ }

        impl $name {
            /// The word the specification uses.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }
    };
}

words!(
    /// What the engine concludes.
    Verdict { Authentic = "authentic", Suspicious = "suspicious", Tampered = "tampered", Inconclusive = "inconclusive", Unsupported = "unsupported" }
);
words!(
    /// What the verdict rests on.
    Basis { Signature = "signature", ReferenceMatch = "reference_match", Negative = "negative", IntegrityOnly = "integrity_only", ImageContainer = "image_container", Inconclusive = "inconclusive" }
);
words!(
    /// How the pages were produced.
    DocumentClass { BornDigital = "born_digital", ScannedWithTextLayer = "scanned_with_text_layer", Raster = "raster", NoTextLayer = "no_text_layer" }
);
words!(
    /// Which raw score a signal moves.
    SignalKind { Tamper = "tamper", Integrity = "integrity" }
);
words!(
    /// How grave a tamper signal is.
    Severity { Low = "low", Medium = "medium", High = "high" }
);
words!(
    /// Why an analysis could not run.
    FailureCode { PasswordRequired = "password_required", NotAPdf = "not_a_pdf", FileTooLarge = "file_too_large", TooManyPages = "too_many_pages", EngineError = "engine_error" }
);
