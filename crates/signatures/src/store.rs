//! The document security store (ISO 32000-2, 12.8.4.3): certificates and revocation data the file brings along.

use std::sync::Arc;

use assay_pdf::{Dictionary, View};

use crate::certificate::Certificate;
use crate::chain::Evidence;

/// Most pieces of each kind that are read.
const MAX_STORE: usize = 256;

/// Validation data of the document's security store (12.8.4.3).
pub(crate) struct Store {
    pub certificates: Vec<Arc<Certificate>>,
    pub evidence: Evidence,
}

impl Store {
    pub fn read(view: &View<'_>) -> Store {
        let mut store = Store {
            certificates: Vec::new(),
            evidence: Evidence::default(),
        };
        let catalog = view.catalog();
        let root = catalog
            .as_ref()
            .and_then(|root| root.object.as_dictionary());
        let Some(root) = root else {
            return store;
        };
        let security = view.get(root, b"DSS");
        let Some(security) = security.as_dictionary() else {
            return store;
        };
        for encoded in streams(view, security, b"Certs") {
            if let Ok(certificate) = Certificate::read(&encoded) {
                store.certificates.push(Arc::new(certificate));
            }
        }
        store.evidence.crls = streams(view, security, b"CRLs");
        store.evidence.ocsp = streams(view, security, b"OCSPs");
        store
    }
}

fn streams(view: &View<'_>, dictionary: &Dictionary, key: &[u8]) -> Vec<Vec<u8>> {
    let list = view.get(dictionary, key);
    let items = list.as_array().unwrap_or_default().iter().take(MAX_STORE);
    items
        .filter_map(|item| view.decode(view.resolve(item).as_stream()?).ok())
        .collect()
}
