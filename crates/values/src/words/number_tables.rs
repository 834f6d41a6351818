//! Words of numbers in Italian, Dutch, Swedish, Portuguese and Polish.

use Part::{Add, Hundred, Joint, Scale};

/// What a word adds to a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Add(i64),
    Hundred,
    Scale(i64),
    /// "and", "und", "et", "y".
    Joint,
}

#[rustfmt::skip]
pub const ITALIAN: &[(&str, Part)] = &[
    ("zero", Add(0)), ("un", Add(1)), ("uno", Add(1)), ("una", Add(1)), ("due", Add(2)), ("tre", Add(3)),
    ("quattro", Add(4)), ("cinque", Add(5)), ("sei", Add(6)), ("sette", Add(7)), ("otto", Add(8)), ("nove", Add(9)),
    ("dieci", Add(10)), ("undici", Add(11)), ("dodici", Add(12)), ("tredici", Add(13)), ("quattordici", Add(14)),
    ("quindici", Add(15)), ("sedici", Add(16)), ("diciassette", Add(17)), ("diciotto", Add(18)),
    ("diciannove", Add(19)), ("venti", Add(20)), ("vent", Add(20)), ("trenta", Add(30)), ("trent", Add(30)),
    ("quaranta", Add(40)), ("quarant", Add(40)), ("cinquanta", Add(50)), ("cinquant", Add(50)), ("sessanta", Add(60)),
    ("sessant", Add(60)), ("settanta", Add(70)), ("settant", Add(70)), ("ottanta", Add(80)), ("ottant", Add(80)),
    ("novanta", Add(90)), ("novant", Add(90)), ("cento", Hundred), ("mille", Scale(1_000)), ("mila", Scale(1_000)),
    ("milione", Scale(1_000_000)), ("milioni", Scale(1_000_000)), ("e", Joint),
];
#[rustfmt::skip]
pub const DUTCH: &[(&str, Part)] = &[
    ("nul", Add(0)), ("een", Add(1)), ("twee", Add(2)), ("drie", Add(3)), ("vier", Add(4)), ("vijf", Add(5)),
    ("zes", Add(6)), ("zeven", Add(7)), ("acht", Add(8)), ("negen", Add(9)), ("tien", Add(10)), ("elf", Add(11)),
    ("twaalf", Add(12)), ("dertien", Add(13)), ("veertien", Add(14)), ("vijftien", Add(15)), ("zestien", Add(16)),
    ("zeventien", Add(17)), ("achttien", Add(18)), ("negentien", Add(19)), ("twintig", Add(20)), ("dertig", Add(30)),
    ("veertig", Add(40)), ("vijftig", Add(50)), ("zestig", Add(60)), ("zeventig", Add(70)), ("tachtig", Add(80)),
    ("negentig", Add(90)), ("honderd", Hundred), ("duizend", Scale(1_000)), ("miljoen", Scale(1_000_000)),
    ("en", Joint),
];
#[rustfmt::skip]
pub const SWEDISH: &[(&str, Part)] = &[
    ("noll", Add(0)), ("en", Add(1)), ("ett", Add(1)), ("tva", Add(2)), ("tre", Add(3)), ("fyra", Add(4)),
    ("fem", Add(5)), ("sex", Add(6)), ("sju", Add(7)), ("atta", Add(8)), ("nio", Add(9)), ("tio", Add(10)),
    ("elva", Add(11)), ("tolv", Add(12)), ("tretton", Add(13)), ("fjorton", Add(14)), ("femton", Add(15)),
    ("sexton", Add(16)), ("sjutton", Add(17)), ("arton", Add(18)), ("nitton", Add(19)), ("tjugo", Add(20)),
    ("trettio", Add(30)), ("fyrtio", Add(40)), ("femtio", Add(50)), ("sextio", Add(60)), ("sjuttio", Add(70)),
    ("attio", Add(80)), ("nittio", Add(90)), ("hundra", Hundred), ("tusen", Scale(1_000)),
    ("miljon", Scale(1_000_000)), ("miljoner", Scale(1_000_000)), ("och", Joint),
];
#[rustfmt::skip]
pub const PORTUGUESE: &[(&str, Part)] = &[
    ("zero", Add(0)), ("um", Add(1)), ("uma", Add(1)), ("dois", Add(2)), ("duas", Add(2)), ("tres", Add(3)),
    ("quatro", Add(4)), ("cinco", Add(5)), ("seis", Add(6)), ("sete", Add(7)), ("oito", Add(8)), ("nove", Add(9)),
    ("dez", Add(10)), ("onze", Add(11)), ("doze", Add(12)), ("treze", Add(13)), ("quatorze", Add(14)),
    ("catorze", Add(14)), ("quinze", Add(15)), ("dezesseis", Add(16)), ("dezasseis", Add(16)), ("dezessete", Add(17)),
    ("dezassete", Add(17)), ("dezoito", Add(18)), ("dezenove", Add(19)), ("dezanove", Add(19)), ("vinte", Add(20)),
    ("trinta", Add(30)), ("quarenta", Add(40)), ("cinquenta", Add(50)), ("sessenta", Add(60)), ("setenta", Add(70)),
    ("oitenta", Add(80)), ("noventa", Add(90)), ("cem", Add(100)), ("cento", Add(100)), ("duzentos", Add(200)),
    ("duzentas", Add(200)), ("trezentos", Add(300)), ("trezentas", Add(300)), ("quatrocentos", Add(400)),
    ("quatrocentas", Add(400)), ("quinhentos", Add(500)), ("quinhentas", Add(500)), ("seiscentos", Add(600)),
    ("seiscentas", Add(600)), ("setecentos", Add(700)), ("setecentas", Add(700)), ("oitocentos", Add(800)),
    ("oitocentas", Add(800)), ("novecentos", Add(900)), ("novecentas", Add(900)), ("mil", Scale(1_000)),
    ("milhao", Scale(1_000_000)), ("milhoes", Scale(1_000_000)), ("e", Joint),
];
#[rustfmt::skip]
pub const POLISH: &[(&str, Part)] = &[
    ("zero", Add(0)), ("jeden", Add(1)), ("jedna", Add(1)), ("dwa", Add(2)), ("dwie", Add(2)), ("trzy", Add(3)),
    ("cztery", Add(4)), ("piec", Add(5)), ("szesc", Add(6)), ("siedem", Add(7)), ("osiem", Add(8)),
    ("dziewiec", Add(9)), ("dziesiec", Add(10)), ("jedenascie", Add(11)), ("dwanascie", Add(12)),
    ("trzynascie", Add(13)), ("czternascie", Add(14)), ("pietnascie", Add(15)), ("szesnascie", Add(16)),
    ("siedemnascie", Add(17)), ("osiemnascie", Add(18)), ("dziewietnascie", Add(19)), ("dwadziescia", Add(20)),
    ("trzydziesci", Add(30)), ("czterdziesci", Add(40)), ("piecdziesiat", Add(50)), ("szescdziesiat", Add(60)),
    ("siedemdziesiat", Add(70)), ("osiemdziesiat", Add(80)), ("dziewiecdziesiat", Add(90)), ("sto", Add(100)),
    ("dwiescie", Add(200)), ("trzysta", Add(300)), ("czterysta", Add(400)), ("piecset", Add(500)),
    ("szescset", Add(600)), ("siedemset", Add(700)), ("osiemset", Add(800)), ("dziewiecset", Add(900)),
    ("tysiac", Scale(1_000)), ("tysiace", Scale(1_000)), ("tysiecy", Scale(1_000)), ("milion", Scale(1_000_000)),
    ("miliony", Scale(1_000_000)), ("milionow", Scale(1_000_000)),
];
