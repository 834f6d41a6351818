//! Random genuine documents as grids of text, in several countries' notations, and one-digit alterations of them.

/// A small generator of its own, so that every run sees the same documents.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, top: u64) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % top
    }

    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    pub fn flip(&mut self) -> bool {
        self.below(2) == 1
    }
}

/// How a country prints money and dates, and the words its documents use.
pub struct Locale {
    pub name: &'static str,
    pub decimal: char,
    pub group: &'static str,
    pub indian: bool,
    pub trailing_minus: bool,
    pub date: fn(u32, u32, u32) -> String,
    pub words: Words,
}

pub struct Words {
    pub heads: [&'static str; 5],
    pub opening: &'static str,
    pub closing: &'static str,
    pub credits: &'static str,
    pub debits: &'static str,
    pub carried: &'static str,
    pub brought: &'static str,
    pub entries: [&'static str; 4],
    pub line_heads: [&'static str; 4],
    pub net: &'static str,
    pub tax: &'static str,
    pub gross: &'static str,
    pub due: &'static str,
    pub earnings: [&'static str; 3],
    pub gross_pay: &'static str,
    pub taken: [&'static str; 3],
    pub deductions: &'static str,
    pub net_pay: &'static str,
}

impl Locale {
    /// Cents as money.
    pub fn money(&self, cents: i64) -> String {
        let (whole, rest) = (cents.abs() / 100, cents.abs() % 100);
        let digits = whole.to_string();
        let mut grouped = String::new();
        for (index, digit) in digits.chars().enumerate() {
            let left = digits.len() - index;
            let boundary = if self.indian {
                left == 3 || (left > 3 && (left - 3) % 2 == 0)
            } else {
                left % 3 == 0
            };
            if index > 0 && boundary {
                grouped.push_str(self.group);
            }
            grouped.push(digit);
        }
        let number = format!("{grouped}{}{rest:02}", self.decimal);
        match (cents < 0, self.trailing_minus) {
            (false, _) => number,
            (true, false) => format!("-{number}"),
            (true, true) => format!("{number}-"),
        }
    }
}

pub const LOCALES: [Locale; 7] = [
    Locale {
        name: "en",
        decimal: '.',
        group: ",",
        indian: false,
        trailing_minus: false,
        date: |y, m, d| format!("{d:02}/{m:02}/{y}"),
        words: Words {
            heads: ["Date", "Description", "Paid out", "Paid in", "Balance"],
            opening: "Opening balance",
            closing: "Closing balance",
            credits: "Total paid in",
            debits: "Total paid out",
            carried: "Balance carried forward",
            brought: "Balance brought forward",
            entries: [
                "Card payment TESCO 4471",
                "Direct debit WATER PLC",
                "Salary ACME LTD",
                "Transfer J SMITH",
            ],
            line_heads: ["Description", "Quantity", "Unit price", "Amount"],
            net: "Subtotal",
            tax: "VAT",
            gross: "Total",
            due: "Amount due",
            earnings: ["Basic salary", "Overtime", "Travel allowance"],
            gross_pay: "Gross pay",
            taken: ["Income tax", "National insurance", "Pension"],
            deductions: "Total deductions",
            net_pay: "Net pay",
        },
    },
    Locale {
        name: "de",
        decimal: ',',
        group: ".",
        indian: false,
        trailing_minus: true,
        date: |y, m, d| format!("{d:02}.{m:02}.{y}"),
        words: Words {
            heads: ["Buchung", "Verwendungszweck", "Soll", "Haben", "Saldo"],
            opening: "Alter Saldo",
            closing: "Neuer Saldo",
            credits: "Summe Gutschriften",
            debits: "Summe Lastschriften",
            carried: "Übertrag auf Blatt 2",
            brought: "Übertrag von Blatt 1",
            entries: [
                "Kartenzahlung REWE 0815",
                "SEPA-Lastschrift Stadtwerke",
                "Gehalt Muster GmbH",
                "Überweisung A. Meier",
            ],
            line_heads: ["Bezeichnung", "Menge", "Einzelpreis", "Betrag"],
            net: "Summe netto",
            tax: "USt.",
            gross: "Rechnungsbetrag",
            due: "Zahlbetrag",
            earnings: ["Grundgehalt", "Überstunden", "Fahrgeld"],
            gross_pay: "Gesamtbrutto",
            taken: ["Lohnsteuer", "Krankenversicherung", "Rentenversicherung"],
            deductions: "Summe Abzüge",
            net_pay: "Auszahlungsbetrag",
        },
    },
    Locale {
        name: "fr",
        decimal: ',',
        group: " ",
        indian: false,
        trailing_minus: false,
        date: |y, m, d| format!("{d:02}/{m:02}/{y}"),
        words: Words {
            heads: ["Date", "Libellé", "Débit", "Crédit", "Solde"],
            opening: "Ancien solde",
            closing: "Nouveau solde",
            credits: "Total des crédits",
            debits: "Total des débits",
            carried: "Solde à reporter",
            brought: "Solde reporté",
            entries: [
                "Carte CARREFOUR",
                "Prélèvement EDF",
                "Virement salaire",
                "Chèque",
            ],
            line_heads: ["Désignation", "Quantité", "Prix unitaire", "Montant"],
            net: "Total HT",
            tax: "TVA",
            gross: "Total TTC",
            due: "Reste à payer",
            earnings: [
                "Salaire de base",
                "Heures supplémentaires",
                "Indemnité transport",
            ],
            gross_pay: "Salaire brut",
            taken: ["Sécurité sociale", "Retraite", "CSG"],
            deductions: "Total des retenues",
            net_pay: "Net à payer",
        },
    },
    Locale {
        name: "ch",
        decimal: '.',
        group: "'",
        indian: false,
        trailing_minus: false,
        date: |y, m, d| format!("{d:02}.{m:02}.{y}"),
        words: Words {
            heads: ["Datum", "Text", "Belastung", "Gutschrift", "Saldo"],
            opening: "Anfangssaldo",
            closing: "Schlusssaldo",
            credits: "Total Gutschriften",
            debits: "Total Belastungen",
            carried: "Übertrag",
            brought: "Saldovortrag",
            entries: [
                "Einkauf COOP 2231",
                "Dauerauftrag Miete",
                "Lohn Muster AG",
                "Bancomat Bern",
            ],
            line_heads: ["Bezeichnung", "Anzahl", "Preis", "Betrag"],
            net: "Zwischensumme",
            tax: "MwSt.",
            gross: "Gesamtbetrag",
            due: "Zu zahlen",
            earnings: ["Monatslohn", "Überzeit", "Spesen"],
            gross_pay: "Bruttolohn",
            taken: ["AHV", "ALV", "Pensionskasse"],
            deductions: "Summe Abzüge",
            net_pay: "Nettolohn",
        },
    },
    Locale {
        name: "in",
        decimal: '.',
        group: ",",
        indian: true,
        trailing_minus: false,
        date: |y, m, d| format!("{d:02}-{m:02}-{y}"),
        words: Words {
            heads: ["Date", "Narration", "Withdrawals", "Deposits", "Balance"],
            opening: "Opening Balance",
            closing: "Closing Balance",
            credits: "Total Credits",
            debits: "Total Debits",
            carried: "Balance C/F",
            brought: "Balance B/F",
            entries: [
                "UPI/SWIGGY/9912",
                "NEFT RENT",
                "SALARY CREDIT",
                "ATM WDL MUMBAI",
            ],
            line_heads: ["Item", "Qty", "Rate", "Amount"],
            net: "Sub Total",
            tax: "GST",
            gross: "Grand Total",
            due: "Amount payable",
            earnings: ["Basic", "House rent allowance", "Special allowance"],
            gross_pay: "Gross earnings",
            taken: ["Provident fund", "Professional tax", "Income tax"],
            deductions: "Total deductions",
            net_pay: "Net salary",
        },
    },
    Locale {
        name: "es",
        decimal: ',',
        group: ".",
        indian: false,
        trailing_minus: false,
        date: |y, m, d| format!("{d:02}/{m:02}/{y}"),
        words: Words {
            heads: ["Fecha", "Concepto", "Cargo", "Abono", "Saldo"],
            opening: "Saldo inicial",
            closing: "Saldo final",
            credits: "Total abonos",
            debits: "Total cargos",
            carried: "Suma y sigue",
            brought: "Saldo anterior",
            entries: [
                "Compra MERCADONA",
                "Recibo luz",
                "Nómina EMPRESA SA",
                "Transferencia",
            ],
            line_heads: ["Concepto", "Cantidad", "Precio", "Importe"],
            net: "Base imponible",
            tax: "IVA",
            gross: "Total",
            due: "Total a pagar",
            earnings: ["Salario base", "Horas extra", "Plus transporte"],
            gross_pay: "Total devengado",
            taken: ["Contingencias comunes", "Desempleo", "IRPF trabajo"],
            deductions: "Total a deducir",
            net_pay: "Líquido a percibir",
        },
    },
    Locale {
        name: "pl",
        decimal: ',',
        group: "\u{a0}",
        indian: false,
        trailing_minus: false,
        date: |y, m, d| format!("{y}-{m:02}-{d:02}"),
        words: Words {
            heads: ["Data", "Opis", "Obciążenia", "Uznania", "Saldo"],
            opening: "Saldo początkowe",
            closing: "Saldo końcowe",
            credits: "Suma uznań",
            debits: "Suma obciążeń",
            carried: "Do przeniesienia",
            brought: "Z przeniesienia",
            entries: [
                "Płatność kartą BIEDRONKA",
                "Polecenie zapłaty",
                "Wynagrodzenie",
                "Przelew",
            ],
            line_heads: ["Nazwa", "Ilość", "Cena", "Wartość"],
            net: "Wartość netto",
            tax: "VAT",
            gross: "Razem",
            due: "Do zapłaty",
            earnings: ["Płaca zasadnicza", "Nadgodziny", "Dodatek"],
            gross_pay: "Wynagrodzenie brutto",
            taken: ["ZUS", "Ubezpieczenie", "Zaliczka PIT"],
            deductions: "Suma potrąceń",
            net_pay: "Do wypłaty",
        },
    },
];

/// What a random statement is like.
#[derive(Clone, Copy)]
pub struct Style {
    pub two_columns: bool,
    pub newest_first: bool,
    pub per_day: bool,
    pub summary: bool,
    /// The balance is carried from page to page.
    pub carried: bool,
    pub pages: usize,
}

const WIDTH: usize = 30;

fn row(date: &str, text: &str, cells: [&str; 3]) -> String {
    format!(
        "{date:<12}{text:<WIDTH$}{:>16}{:>16}{:>18}\n",
        cells[0], cells[1], cells[2]
    )
}

/// A statement whose arithmetic is right.
pub fn statement(locale: &Locale, style: Style, rows: usize, dice: &mut Dice) -> String {
    let words = &locale.words;
    let mut balance = dice.between(20_000, 900_000);
    let opening = balance;
    let (mut credits, mut debits) = (0, 0);
    let mut entries: Vec<(u32, String, i64, i64)> = Vec::new();
    let mut day = 1;
    for _ in 0..rows {
        let amount = match dice.below(5) {
            0 => dice.between(20_000, 400_000),
            _ => -dice.between(150, 30_000),
        };
        balance += amount;
        if amount > 0 {
            credits += amount
        } else {
            debits -= amount
        }
        day = (day + dice.below(2) as u32).min(28);
        let text = words.entries[dice.below(4) as usize].to_string();
        entries.push((day, text, amount, balance));
    }
    let mut lines: Vec<String> = Vec::new();
    for (index, (day, text, amount, balance)) in entries.iter().enumerate() {
        let last_of_day = entries.get(index + 1).is_none_or(|next| next.0 != *day);
        let shown = if style.per_day && !last_of_day {
            String::new()
        } else {
            locale.money(*balance)
        };
        let (out, paid) = match (style.two_columns, *amount < 0) {
            (true, true) => (locale.money(-amount), String::new()),
            (true, false) => (String::new(), locale.money(*amount)),
            (false, _) => (String::new(), locale.money(*amount)),
        };
        lines.push(row(
            &(locale.date)(2024, 3, *day),
            text,
            [&out, &paid, &shown],
        ));
    }
    if style.newest_first {
        lines.reverse();
    }
    let head = row(
        words.heads[0],
        words.heads[1],
        [
            if style.two_columns {
                words.heads[2]
            } else {
                ""
            },
            words.heads[3],
            words.heads[4],
        ],
    );
    let mut text = format!("{} 31.03.2024\n\n", words.heads[1]);
    if style.summary {
        for (label, value) in [
            (words.opening, opening),
            (words.credits, credits),
            (words.debits, debits),
            (words.closing, balance),
        ] {
            text += &format!("{label:<60}{:>20}\n", locale.money(value));
        }
        text += "\n";
    }
    let per_page = lines.len().div_ceil(style.pages);
    for (page, chunk) in lines.chunks(per_page).enumerate() {
        let carried = if style.carried && page > 0 {
            chunk_start(&lines, page * per_page)
        } else {
            None
        };
        if let Some(balance) = &carried {
            text += &row("", words.carried, ["", "", balance]);
        }
        if page > 0 {
            text += "\u{c}";
        }
        text += &head;
        if let Some(balance) = &carried {
            text += &row("", words.brought, ["", "", balance]);
        }
        if page == 0 && !style.newest_first && !style.summary {
            text += &row("", words.opening, ["", "", &locale.money(opening)]);
        }
        text.extend(chunk.iter().map(String::as_str));
    }
    text
}

/// The balance before the row with which a page begins, if the row above prints one.
fn chunk_start(lines: &[String], first: usize) -> Option<String> {
    let above: Vec<char> = lines
        .get(first.checked_sub(1)?)?
        .trim_end_matches('\n')
        .chars()
        .collect();
    let balance: String = above.get(12 + WIDTH + 32..)?.iter().collect();
    let balance = balance.trim().to_string();
    (!balance.is_empty()).then_some(balance)
}

/// An invoice whose arithmetic is right.
pub fn invoice(locale: &Locale, lines: usize, dice: &mut Dice) -> String {
    let words = &locale.words;
    let line = |a: &str, b: &str, c: &str, d: &str| format!("{a:<40}{b:>10}{c:>16}{d:>18}\n");
    let [item, quantity, price, amount] = words.line_heads;
    let mut text = format!("{}\n\n{}", words.gross, line(item, quantity, price, amount));
    let mut net = 0;
    for number in 0..lines {
        let (count, each) = (dice.between(1, 24), dice.between(199, 49_900));
        net += count * each;
        text += &line(
            &format!("Article {}", number + 1),
            &count.to_string(),
            &locale.money(each),
            &locale.money(count * each),
        );
    }
    let rate = [7, 19, 20, 21][dice.below(4) as usize];
    let tax = (net * rate * 2 + 100) / 200;
    text += "\n";
    text += &line("", "", words.net, &locale.money(net));
    text += &line(
        "",
        "",
        &format!("{} {rate} %", words.tax),
        &locale.money(tax),
    );
    text += &line("", "", words.gross, &locale.money(net + tax));
    if dice.flip() {
        text += &line("", "", words.due, &locale.money(net + tax));
    }
    text
}

/// A payslip whose arithmetic is right, with period and year-to-date columns.
pub fn payslip(locale: &Locale, dice: &mut Dice) -> String {
    let words = &locale.words;
    let months = dice.between(2, 11);
    let line = |label: &str, now: i64, year: i64| {
        format!(
            "{label:<40}{:>16}{:>18}\n",
            locale.money(now),
            locale.money(year)
        )
    };
    let mut sections = [(0, 0), (0, 0)];
    let mut text = String::new();
    for (section, labels, total, range) in [
        (0, words.earnings, words.gross_pay, (30_000, 400_000)),
        (1, words.taken, words.deductions, (1_500, 28_000)),
    ] {
        text += "\n";
        for label in labels {
            let now = dice.between(range.0, range.1);
            let year = now * months + dice.between(0, 5_000);
            sections[section] = (sections[section].0 + now, sections[section].1 + year);
            text += &line(label, now, year);
        }
        text += &line(total, sections[section].0, sections[section].1);
    }
    text += "\n";
    text += &line(
        words.net_pay,
        sections[0].0 - sections[1].0,
        sections[0].1 - sections[1].1,
    );
    text
}
