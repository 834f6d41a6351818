//! What the XML says: totals, date, number, accounts, in the syntax of UN/CEFACT (CII) or of OASIS (UBL).

use roxmltree::{Document, Node, ParsingOptions};

use crate::dates::Day;
use crate::numbers::Decimal;

/// Nodes of one file; a line of an invoice takes about sixty.
const NODES: u32 = 400_000;
/// Numbers kept of one file.
const NUMBERS: usize = 50_000;
/// Lines kept of one file.
const LINES: usize = 2_000;

/// A total of EN 16931, by its business term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Term {
    /// BT-106, BT-109.
    Net,
    /// BT-110.
    Tax,
    /// BT-112.
    Gross,
    /// BT-115.
    Due,
}

/// One invoice.
#[derive(Debug, Clone, Default)]
pub struct Invoice {
    pub number: Option<String>,
    pub issued: Option<Day>,
    pub totals: Vec<(Term, Decimal)>,
    pub ibans: Vec<String>,
    /// BT-86.
    pub bics: Vec<String>,
    /// BT-9.
    pub due: Option<Day>,
    /// BT-131 and BT-146 of each line: net amount and price of a unit.
    pub lines: Vec<Line>,
    /// Seller and buyer (BG-4, BG-7).
    pub parties: Vec<Party>,
    /// Every number the file holds anywhere, without its sign.
    pub numbers: Vec<Decimal>,
}

/// A line of the invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub net: Option<Decimal>,
    pub price: Option<Decimal>,
    pub quantity: Option<Decimal>,
}

/// A party with its postal address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    pub role: &'static str,
    pub name: String,
    /// The line of the address with the street.
    pub street: String,
}

impl Invoice {
    /// `None` when the file is no invoice. Document type definitions are refused, and entities with them.
    pub fn read(xml: &[u8]) -> Option<Invoice> {
        let text = std::str::from_utf8(xml.strip_prefix(b"\xef\xbb\xbf").unwrap_or(xml)).ok()?;
        let options = ParsingOptions {
            allow_dtd: false,
            nodes_limit: NODES,
            ..ParsingOptions::default()
        };
        let document = Document::parse_with_options(text, options).ok()?;
        let root = document.root_element();
        let mut invoice = match root.tag_name().name() {
            "CrossIndustryInvoice" | "CrossIndustryDocument" => cross_industry(root),
            "Invoice" | "CreditNote" => universal(root),
            _ => return None,
        };
        let texts = root.descendants().filter(Node::is_text);
        invoice.numbers = texts
            .filter_map(|node| number(node.text()?))
            .map(Decimal::abs)
            .take(NUMBERS)
            .collect();
        invoice.numbers.sort_unstable();
        invoice.numbers.dedup();
        (!invoice.totals.is_empty()).then_some(invoice)
    }
}

fn cross_industry(root: Node<'_, '_>) -> Invoice {
    let head = child(root, &["ExchangedDocument", "HeaderExchangedDocument"]);
    let settlement = root.descendants().find(|node| {
        matches!(
            node.tag_name().name(),
            "ApplicableHeaderTradeSettlement" | "ApplicableSupplyChainTradeSettlement"
        )
    });
    let sums = settlement.and_then(|node| {
        child(
            node,
            &[
                "SpecifiedTradeSettlementHeaderMonetarySummation",
                "SpecifiedTradeSettlementMonetarySummation",
            ],
        )
    });
    let issued = head
        .and_then(|head| child(head, &["IssueDateTime"]))
        .and_then(|date| child(date, &["DateTimeString"]))
        .and_then(|date| day(date.text()?));
    Invoice {
        number: head.and_then(|head| text(child(head, &["ID"])?)),
        issued,
        totals: totals(
            sums,
            &[
                ("TaxBasisTotalAmount", Term::Net),
                ("TaxTotalAmount", Term::Tax),
                ("GrandTotalAmount", Term::Gross),
                ("DuePayableAmount", Term::Due),
            ],
        ),
        ibans: all(settlement, "IBANID"),
        bics: all(settlement, "BICID"),
        due: settlement.and_then(|node| {
            let date = find(node, "DueDateDateTime")?;
            day(child(date, &["DateTimeString"])?.text()?)
        }),
        lines: within(root, "IncludedSupplyChainTradeLineItem", |line| Line {
            net: sum(line, "LineTotalAmount"),
            price: find(line, "NetPriceProductTradePrice")
                .and_then(|price| sum(price, "ChargeAmount")),
            quantity: sum(line, "BilledQuantity"),
        }),
        parties: [("seller", "SellerTradeParty"), ("buyer", "BuyerTradeParty")]
            .into_iter()
            .filter_map(|(role, name)| {
                let party = find(root, name)?;
                Some(Party {
                    role,
                    name: text(child(party, &["Name"])?)?,
                    street: text(find(child(party, &["PostalTradeAddress"])?, "LineOne")?)?,
                })
            })
            .collect(),
        numbers: Vec::new(),
    }
}

fn universal(root: Node<'_, '_>) -> Invoice {
    let mut sums = totals(
        child(root, &["LegalMonetaryTotal"]),
        &[
            ("TaxExclusiveAmount", Term::Net),
            ("TaxInclusiveAmount", Term::Gross),
            ("PayableAmount", Term::Due),
        ],
    );
    sums.extend(totals(
        child(root, &["TaxTotal"]),
        &[("TaxAmount", Term::Tax)],
    ));
    let accounts = root
        .descendants()
        .filter(|node| node.tag_name().name() == "PayeeFinancialAccount");
    Invoice {
        number: child(root, &["ID"]).and_then(text),
        issued: child(root, &["IssueDate"]).and_then(|date| day(date.text()?)),
        totals: sums,
        ibans: accounts
            .filter_map(|account| text(child(account, &["ID"])?))
            .collect(),
        bics: within(root, "FinancialInstitutionBranch", |branch| {
            child(branch, &["ID"]).and_then(text)
        })
        .into_iter()
        .flatten()
        .collect(),
        due: child(root, &["DueDate"]).and_then(|date| day(date.text()?)),
        lines: root
            .children()
            .filter(|node| matches!(node.tag_name().name(), "InvoiceLine" | "CreditNoteLine"))
            .map(|line| Line {
                net: child(line, &["LineExtensionAmount"]).and_then(|net| number(net.text()?)),
                price: child(line, &["Price"]).and_then(|price| sum(price, "PriceAmount")),
                quantity: sum(line, "InvoicedQuantity"),
            })
            .take(LINES)
            .collect(),
        parties: [
            ("seller", "AccountingSupplierParty"),
            ("buyer", "AccountingCustomerParty"),
        ]
        .into_iter()
        .filter_map(|(role, name)| {
            let party = child(child(root, &[name])?, &["Party"])?;
            let name = find(party, "PartyName")
                .and_then(|name| find(name, "Name"))
                .or_else(|| find(party, "RegistrationName"))?;
            Some(Party {
                role,
                name: text(name)?,
                street: text(find(party, "StreetName")?)?,
            })
        })
        .collect(),
        numbers: Vec::new(),
    }
}

/// The first descendant of that name.
fn find<'a, 'i>(within: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    within
        .descendants()
        .find(|node| node.tag_name().name() == name)
}

/// The number of the first descendant of that name.
fn sum(within: Node<'_, '_>, name: &str) -> Option<Decimal> {
    number(find(within, name)?.text()?)
}

/// What is read from each descendant of that name.
fn within<'a, 'i, T>(root: Node<'a, 'i>, name: &str, read: impl Fn(Node<'a, 'i>) -> T) -> Vec<T> {
    let nodes = root
        .descendants()
        .filter(|node| node.tag_name().name() == name);
    nodes.take(LINES).map(read).collect()
}

fn child<'a, 'i>(of: Node<'a, 'i>, names: &[&str]) -> Option<Node<'a, 'i>> {
    of.children()
        .find(|node| names.contains(&node.tag_name().name()))
}

fn text(node: Node<'_, '_>) -> Option<String> {
    let text = node.text()?.trim();
    (!text.is_empty()).then(|| text.to_string())
}

fn all(within: Option<Node<'_, '_>>, name: &str) -> Vec<String> {
    let nodes = within.into_iter().flat_map(|node| node.descendants());
    nodes
        .filter(|node| node.tag_name().name() == name)
        .filter_map(text)
        .take(20)
        .collect()
}

fn totals(sums: Option<Node<'_, '_>>, names: &[(&str, Term)]) -> Vec<(Term, Decimal)> {
    let children = sums.into_iter().flat_map(|node| node.children());
    children
        .filter_map(|node| {
            let (_, term) = names
                .iter()
                .find(|(name, _)| *name == node.tag_name().name())?;
            Some((*term, number(node.text()?)?))
        })
        .collect()
}

/// A decimal of XML Schema.
fn number(text: &str) -> Option<Decimal> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    let value = Decimal::from_digits(whole, fraction)?;
    Some(if negative { -value } else { value })
}

/// `20240312` (format 102) or `2024-03-12`.
fn day(text: &str) -> Option<Day> {
    let digits: String = text.trim().chars().filter(|c| *c != '-').take(8).collect();
    let part = |range: std::ops::Range<usize>| digits.get(range)?.parse::<u16>().ok();
    Day::new(
        i32::from(part(0..4)?),
        u8::try_from(part(4..6)?).ok()?,
        u8::try_from(part(6..8)?).ok()?,
    )
}

#[cfg(test)]
mod tests {
    use super::{Invoice, Term};
    use crate::dates::Day;
    use crate::numbers::Decimal;

    #[test]
    fn both_syntaxes_say_the_same() {
        let cii = br#"<rsm:CrossIndustryInvoice xmlns:rsm="a" xmlns:ram="b" xmlns:udt="c"><rsm:ExchangedDocument><ram:ID>R-1</ram:ID>
            <ram:IssueDateTime><udt:DateTimeString format="102">20240312</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
            <rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeSettlement>
            <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount>
            <ram:TaxTotalAmount currencyID="EUR">19.00</ram:TaxTotalAmount><ram:GrandTotalAmount>119.00</ram:GrandTotalAmount>
            <ram:DuePayableAmount>119.00</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
            </ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>"#;
        let ubl = br#"<Invoice xmlns="a" xmlns:c="b"><c:ID>R-1</c:ID><c:IssueDate>2024-03-12</c:IssueDate>
            <c:TaxTotal><c:TaxAmount>19.00</c:TaxAmount></c:TaxTotal><c:LegalMonetaryTotal><c:TaxExclusiveAmount>100.00</c:TaxExclusiveAmount>
            <c:TaxInclusiveAmount>119.00</c:TaxInclusiveAmount><c:PayableAmount>119.00</c:PayableAmount></c:LegalMonetaryTotal></Invoice>"#;
        for xml in [cii.as_slice(), ubl.as_slice()] {
            let invoice = Invoice::read(xml).unwrap_or_default();
            assert_eq!(invoice.number.as_deref(), Some("R-1"));
            assert_eq!(invoice.issued, Day::new(2024, 3, 12));
            assert!(invoice.totals.contains(&(Term::Gross, Decimal::whole(119))));
            assert!(invoice.totals.contains(&(Term::Tax, Decimal::whole(19))));
        }
    }

    #[test]
    fn entities_are_refused() {
        let bomb = br#"<!DOCTYPE Invoice [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Invoice><ID>&b;</ID></Invoice>"#;
        assert!(Invoice::read(bomb).is_none());
        assert!(Invoice::read(b"<Invoice><ID>1</ID></Invoice>").is_none());
        assert!(Invoice::read(b"<html/>").is_none());
    }
}
