//! Lines of an account statement: balances and totals, as banks of many countries label them.

use super::role::{Role, longest};
use crate::words::Phrases;

pub fn role(label: &str) -> Option<Role> {
    let tables = [
        (&FORWARD, Role::Forward),
        (&OPENING, Role::Opening),
        (&CLOSING, Role::Closing),
        (&CREDIT_TOTAL, Role::CreditTotal),
        (&DEBIT_TOTAL, Role::DebitTotal),
        (&BALANCE_ON, Role::Balance),
    ];
    let role = longest(label, &tables);
    // Further on in a label these words name a journey or a paper.
    let carries = || {
        AT_THE_START
            .iter()
            .any(|word| label.trim_start().starts_with(word))
    };
    role.or_else(|| carries().then_some(Role::Forward))
}

static AT_THE_START: &[&str] = &["report ", "transport ", "transporte "];

#[rustfmt::skip]
static FORWARD: Phrases = Phrases::of(&[
    "carried forward", "brought forward", "balance forward", "c f", "b f", "carry forward", "balance c f",
    "balance b f", "ubertrag", "saldovortrag", "saldoubertrag", "ubertrag auf", "ubertrag von", "zwischensaldo",
    "a reporter", "solde reporte", "solde a reporter", "suma y sigue", "saldo a cuenta nueva",
    "a riportare", "riporto", "a transportar", "over te dragen", "overdracht",
    "do przeniesienia", "z przeniesienia", "transporteras",
]);
#[rustfmt::skip]
static OPENING: Phrases = Phrases::of(&[
    "opening balance", "beginning balance", "previous balance", "starting balance", "start balance",
    "balance brought forward", "initial balance", "opening bal", "last statement balance",
    "balance from last statement", "balance from last bill", "balance from your last bill", "balance of last bill", "previous bill",
    "your last bill", "last bill", "previous amount due", "balance at start", "anfangssaldo", "alter saldo", "alter kontostand",
    "eroffnungssaldo", "saldo alt", "anfangsbestand", "startsaldo", "vorheriger saldo", "letzter kontostand",
    "solde initial", "ancien solde", "solde precedent", "solde de depart", "solde d ouverture", "solde debut",
    "saldo inicial", "saldo anterior", "saldo de apertura", "saldo iniziale", "saldo precedente", "saldo di apertura",
    "beginsaldo", "vorig saldo", "oud saldo", "openingssaldo", "saldo poczatkowe", "poprzednie saldo",
    "ingaende saldo", "inngaende saldo", "primo saldo", "pocatecni zustatek", "saldo letzte abrechnung",
    "saldo der letzten abrechnung", "saldo letzter auszug", "solde reporte", "opening bal", "nyito egyenleg", "alkusaldo", "saldo alussa",
    "繰越", "前回残高", "前期繰越", "前月繰越",
]);
#[rustfmt::skip]
static CLOSING: Phrases = Phrases::of(&[
    "closing balance", "ending balance", "new balance", "final balance", "end balance", "closing bal",
    "statement balance", "balance at end", "endsaldo", "neuer saldo", "neuer kontostand", "schlusssaldo",
    "abschlusssaldo", "saldo neu", "endbestand", "solde final", "nouveau solde", "solde de cloture", "solde fin",
    "saldo final", "nuevo saldo", "saldo de cierre", "novo saldo", "saldo finale", "nuovo saldo", "saldo di chiusura",
    "eindsaldo", "nieuw saldo", "slotsaldo", "saldo koncowe", "nowe saldo", "utgaende saldo", "utgaaende saldo",
    "ultimo saldo", "konecny zustatek", "solde en votre faveur", "solde en notre faveur", "saldo zu ihren gunsten",
    "saldo zu unseren gunsten", "zaro egyenleg", "loppusaldo", "saldo lopussa",
    "次期繰越", "翌月繰越", "期末残高",
]);
#[rustfmt::skip]
static BALANCE_ON: Phrases = Phrases::of(&[
    "balance on", "balance at", "balance as of", "balance as at", "kontostand am", "kontostand vom", "saldo am",
    "saldo per", "saldo vom", "kontostand per", "solde au", "solde crediteur au", "solde debiteur au",
    "solde crediteur", "solde debiteur", "saldo a", "saldo al", "saldo a fecha", "saldo em", "saldo op", "saldo per",
    "saldo na dzien", "saldo pr", "saldo den",
]);
#[rustfmt::skip]
static CREDIT_TOTAL: Phrases = Phrases::of(&[
    "total credits", "total credit", "total deposits", "total paid in", "total money in", "total payments in",
    "money in", "payments in", "total receipts", "total deposits and credits", "deposits and other credits",
    "deposits and credits", "total in", "credits total", "summe gutschriften", "gesamt haben", "summe haben",
    "total gutschriften", "summe der gutschriften", "summe zahlungseingange", "zahlungseingange", "total credits eur",
    "total des credits", "total au credit", "total credit eur", "total crediteur", "total abonos", "total ingresos",
    "total haberes", "total creditos", "total haber", "totale accrediti", "totale entrate", "totale avere",
    "totaal bij", "totaal bijgeschreven", "totaal credit", "suma uznan", "suma wplywow", "summa insattningar",
    "totalt insatt", "suma creditelor", "summe eingange", "summe der eingange", "eingange gesamt", "panot yhteensa",
    "total des entrees", "total entrees", "total entradas", "indbetalinger i alt", "sum innbetalinger", "suma wplat",
]);
#[rustfmt::skip]
static DEBIT_TOTAL: Phrases = Phrases::of(&[
    "total debits", "total debit", "total withdrawals", "total paid out", "total money out", "total payments out",
    "money out", "payments out", "total payments", "total withdrawals and debits", "withdrawals and other debits",
    "withdrawals and debits", "total out", "debits total", "summe lastschriften", "gesamt soll", "summe soll",
    "total belastungen", "summe der lastschriften", "summe zahlungsausgange", "summe belastungen", "zahlungsausgange",
    "total des debits", "total au debit", "total debit eur", "total debiteur", "total cargos", "total gastos",
    "total adeudos", "total debitos", "total debe", "totale addebiti", "totale uscite", "totale dare", "totaal af",
    "totaal afgeschreven", "totaal debet", "suma obciazen", "suma wydatkow", "summa uttag", "totalt uttag",
    "suma debitelor", "summe ausgange", "summe der ausgange", "ausgange gesamt", "otot yhteensa",
    "total des sorties", "total sorties", "total salidas", "total saidas", "udbetalinger i alt", "sum utbetalinger",
    "suma wyplat",
]);
