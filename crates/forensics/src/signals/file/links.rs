//! Links that lead elsewhere than the address that is printed on them, or carry another value.

use crate::facts::Facts;
use crate::facts::links::{Kind, Link};

use crate::signal::{Declaration, Place, Signal};

declare! {
    MAIL_LEADS_ELSEWHERE = "mail_leads_elsewhere" {
        rank: 610, module: "hidden", severity: Medium, scored: true, proves: Content, cause: "link",
        meaning: "A link is printed as a mail address of one host and leads to an address of another.",
        matters: "Who retypes an address changes what is seen and leaves the link beneath as it was.",
        benign: "Slips of whoever set the link.",
    }

    LINK_CARRIES_OTHER_VALUE = "link_carries_other_value" {
        rank: 970, module: "hidden", severity: Medium, scored: true, proves: Content, cause: "link",
        meaning: "A date, an amount or a number is a link that carries another one.",
        matters: "A portal makes the print and the link of one value; who changes the print leaves the link as it was.",
        benign: "Numbers that lead to a page by a number of its own.",
    }

    LINK_LEADS_ELSEWHERE = "link_leads_elsewhere" {
        rank: 980, module: "hidden", severity: Low, scored: false, proves: Content, cause: "link",
        meaning: "A link is printed as one address and leads to another.",
        matters: "Who retypes an address changes what is seen and leaves the link beneath as it was.",
        benign: "Services that count clicks or shorten links; slips of whoever set the link.",
    }
}

/// More links that lead elsewhere go through a service that counts clicks.
const LISTED: usize = 3;
/// More links that carry other values are numbers of another kind.
const CARRIED: usize = 24;

/// *Sees* a link whose text is an e-mail address, a telephone number or a host, and that leads to another one.
/// *Honest files*: hosts reached through services that count clicks or shorten links, which then all links of the document
/// are: a host counts where others lead where they say. Slips of whoever set the link: supporting only.
pub fn observe(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let hosts_agree = facts
        .links
        .iter()
        .any(|link| link.kind == Kind::Host && link.agrees);
    carried(facts, signals);
    let elsewhere = |link: &&Link| {
        !link.agrees && link.kind != Kind::Value && (link.kind != Kind::Host || hosts_agree)
    };
    let found: Vec<&Link> = facts.links.iter().filter(elsewhere).collect();
    if found.len() > LISTED {
        return;
    }
    for link in found {
        let id = match link.kind == Kind::Mail && !link.same_host() {
            true => &MAIL_LEADS_ELSEWHERE,
            false => &LINK_LEADS_ELSEWHERE,
        };
        signals.push(signal(id, link, "leads to"));
    }
}

/// *Sees* a date or an amount that is a link, where the link carries another one in the same notation.
/// *Honest files*: numbers that lead to a page by a number of its own: plain numbers count where another link of the
/// document carries what it is printed as. Lists where most links carry something else are of such a kind too.
fn carried(facts: &Facts<'_>, signals: &mut Vec<Signal>) {
    let values = || facts.links.iter().filter(|link| link.kind == Kind::Value);
    let agree = values().any(|link| link.agrees);
    let plain = |link: &Link| link.printed.chars().all(|c| c.is_ascii_digit());
    let found: Vec<&Link> = values()
        .filter(|link| !link.agrees && (agree || !plain(link)))
        .collect();
    if found.len() <= CARRIED {
        let found = found.into_iter();
        signals.extend(found.map(|link| signal(&LINK_CARRIES_OTHER_VALUE, link, "carries")));
    }
}

fn signal(declared: &'static Declaration, link: &Link, does: &str) -> Signal {
    let evidence = format!(
        "The link printed as “{}” {does} “{}”.",
        link.printed, link.target
    );
    let place = Place::Page {
        page: link.page,
        area: Some(link.area),
    };
    Signal {
        old_value: Some(link.target.clone()),
        new_value: Some(link.printed.clone()),
        ..Signal::new(declared, place, evidence)
    }
}
