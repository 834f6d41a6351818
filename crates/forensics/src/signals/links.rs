//! Links that lead elsewhere than the address that is printed on them.

use crate::facts::Facts;
use crate::links::{Kind, Link};

use super::{Place, Signal};

/// More links that lead elsewhere go through a service that counts clicks.
const LISTED: usize = 3;

/// *Sees* a link whose text is an e-mail address, a telephone number or a host, and that leads to another one.
/// *Matters* because who retypes an address changes what is seen and leaves the link beneath as it was.
/// *Honest files*: hosts reached through services that count clicks or shorten links, which then all links of the document
/// are: a host counts where others lead where they say. Slips of whoever set the link: supporting only.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let hosts_agree = facts
        .links
        .iter()
        .any(|link| link.kind == Kind::Host && link.agrees);
    let elsewhere = |link: &&Link| !link.agrees && (link.kind != Kind::Host || hosts_agree);
    let found: Vec<&Link> = facts.links.iter().filter(elsewhere).collect();
    if found.len() > LISTED {
        return;
    }
    for link in found {
        let id = match link.kind == Kind::Mail && !link.same_host() {
            true => "mail_leads_elsewhere",
            false => "link_leads_elsewhere",
        };
        let evidence = format!(
            "The link printed as “{}” leads to “{}”.",
            link.printed, link.target
        );
        let place = Place::Page {
            page: link.page,
            area: Some(link.area),
        };
        signals.push(Signal {
            old_value: Some(link.target.clone()),
            new_value: Some(link.printed.clone()),
            ..Signal::new(id, place, evidence)
        });
    }
}
