"""Made-up people, streets, firms and banks, and identifiers whose check digits are right."""

from random import Random

from .locales import Locale

FIRST = dict(
    en="Oswin Maribel Tobin Hester Quentin Isolde Barnaby Linnea Corwin Philippa".split(),
    de="Jorin Wiebke Alrik Henrike Tjark Roswitha Ansgar Leonie Veit Marlene".split(),
    fr="Corentin Apolline Thibaut Solène Gaspard Héloïse Bastien Maëlle Octave Clémence".split(),
    es="Leandro Itziar Efrén Candela Nicanor Jimena Saúl Beatriz Ulises Rocío".split(),
)
LAST = dict(
    en="Hartlebury Pennifold Quarrington Thistlewood Marchbank Ellerwick Dunsaver Whitcombe Larkhill Brandreth".split(),
    de="Tannhofer Wiesengrund Kesselring Brückmann Hollerbach Steinmetzer Vogelsänger Lindauer Rabenau Kornfeld".split(),
    fr="Delavaux Montferrand Rochebrune Clairvallon Bellegarde Fontvieille Malaterre Vaubrun Lestrade Hautecour".split(),
    es="Villaroz Montealto Carrasquilla Fuensanta Peñalver Robledano Azcoitia Belmonte Torrejón Valdivieso".split(),
)
STREET = dict(
    en=["{n} Lantern Row", "{n} Weavers Close", "{n} Old Quay Lane", "{n} Marram Avenue", "{n} Copperfield Street"],
    de=["Lindenhof {n}", "Am Kiesteich {n}", "Webergasse {n}", "Hafenwinkel {n}", "Birkenallee {n}"],
    fr=["{n} rue des Tanneurs", "{n} allée du Moulin", "{n} quai des Brumes", "{n} impasse du Lavoir"],
    es=["Calle del Olivar {n}", "Paseo de la Alameda {n}", "Calle Molinos {n}", "Plaza Nueva {n}"],
)
TOWN = {
    "en-GB": ["Aldmere AL4 {n}QX", "Wexcombe WX9 {n}TT", "Thornby TH2 {n}LD"],
    "en-US": ["Maple Hollow, OH 43{n}92", "Cedar Point, OR 97{n}18", "Ashfield, VT 05{n}41"],
    "de-DE": ["2{n}457 Nordhafen", "7{n}193 Oberwiesental", "0{n}627 Krehnitz"],
    "fr-FR": ["6{n}310 Valcombe", "3{n}240 Saint-Orvain", "8{n}150 Bréville-les-Bois"],
    "es-ES": ["4{n}218 Villanera", "2{n}430 Robledillo", "0{n}712 Peñaflorida"],
    "de-CH": ["8{n}42 Oberrieden a. M.", "3{n}17 Tannwil", "6{n}05 Seematt"],
}
BANK = dict(
    en=["Quillmere Bank", "Harrowgate & Tide Bank", "Fenwick Mutual Bank"],
    de=["Nordhafen Sparbank", "Bank für Krehnitz AG", "Tannwil Volkskasse"],
    fr=["Banque Orvenne", "Crédit du Valcombe", "Caisse de Bréville"],
    es=["Caja Villanera", "Banco Robledal", "Banco de Peñaflorida"],
)
FIRM = dict(
    en=["Larkspur Instruments Ltd", "Copper & Reed Ltd", "Marram Logistics Ltd", "Thistle Foods Ltd"],
    de=["Kiesteich Maschinenbau GmbH", "Webergasse Handels GmbH", "Lindenhof Pflege GmbH", "Krehnitzer Papier AG"],
    fr=["Ateliers Malaterre SARL", "Tanneurs & Fils SAS", "Logistique du Moulin SARL", "Bréville Énergie SA"],
    es=["Talleres Olivar S.L.", "Molinos Robledano S.A.", "Alameda Servicios S.L.", "Energía Villanera S.A."],
)
SHOP = dict(
    en=[
        "Bramble Grocers",
        "Tobin's Hardware",
        "Old Quay Books",
        "City Transit",
        "Wexcombe Water",
        "Peel Street Cafe",
        "Larch Pharmacy",
        "Ferry Tickets",
        "Online Garden",
        "Fitness Loft",
    ],
    de=[
        "Markt am Teich",
        "Drogerie Holler",
        "Stadtwerke Krehnitz",
        "Buchladen Rabe",
        "Bäckerei Korn",
        "Verkehrsbund Nord",
        "Baumarkt Eck",
        "Apotheke am Hafen",
        "Kino Lichtburg",
        "Tankstelle West",
    ],
    fr=[
        "Épicerie du Lavoir",
        "Librairie Octave",
        "Eaux de Valcombe",
        "Pharmacie du Quai",
        "Boulangerie Vaubrun",
        "Transports Orvain",
        "Cinéma Rex",
        "Garage Lestrade",
        "Jardinerie",
        "Station Sud",
    ],
    es=[
        "Ultramarinos Olmo",
        "Librería Ulises",
        "Aguas de Villanera",
        "Farmacia Nueva",
        "Panadería Rocío",
        "Autobuses Norte",
        "Ferretería Eje",
        "Gasolinera Sur",
        "Cine Coso",
        "Taller Robledo",
    ],
)
GOODS = dict(
    en=[
        "Oak shelf, 80 cm",
        "Desk lamp",
        "Printer paper, box",
        "Cable set",
        "Office chair",
        "Filing tray",
        "Notebook, A5",
        "Coffee, 1 kg",
        "Wall clock",
        "Delivery",
    ],
    de=[
        "Regalbrett Eiche 80 cm",
        "Schreibtischlampe",
        "Druckerpapier, Karton",
        "Kabelsatz",
        "Bürostuhl",
        "Ablagekorb",
        "Notizbuch A5",
        "Kaffee 1 kg",
        "Wanduhr",
        "Lieferung",
    ],
    fr=[
        "Étagère chêne 80 cm",
        "Lampe de bureau",
        "Papier, carton",
        "Jeu de câbles",
        "Fauteuil de bureau",
        "Bac de classement",
        "Carnet A5",
        "Café 1 kg",
        "Horloge murale",
        "Livraison",
    ],
    es=[
        "Estante roble 80 cm",
        "Lámpara de mesa",
        "Papel, caja",
        "Juego de cables",
        "Silla de oficina",
        "Bandeja",
        "Cuaderno A5",
        "Café 1 kg",
        "Reloj de pared",
        "Envío",
    ],
)
ROLE = dict(
    en=["warehouse supervisor", "laboratory technician", "bookkeeper", "software tester"],
    de=["Lagerleitung", "Laborfachkraft", "Buchhaltung", "Softwareprüfung"],
    fr=["chef d'entrepôt", "technicien de laboratoire", "comptable", "testeur de logiciels"],
    es=["jefe de almacén", "técnico de laboratorio", "contable", "probador de software"],
)


def person(rng: Random, locale: Locale) -> str:
    return f"{rng.choice(FIRST[locale.language])} {rng.choice(LAST[locale.language])}"


def address(rng: Random, locale: Locale) -> list[str]:
    street = rng.choice(STREET[locale.language]).format(n=rng.randint(2, 98))
    return [street, rng.choice(TOWN[locale.code]).format(n=rng.randint(1, 9))]


def digits(rng: Random, count: int) -> str:
    return str(rng.randint(1, 9)) + "".join(str(rng.randint(0, 9)) for _ in range(count - 1))


def _as_number(text: str) -> int:
    return int("".join(str(int(c, 36)) for c in text))


def _iban(country: str, bban: str) -> str:
    check = 98 - _as_number(bban + country + "00") % 97
    whole = f"{country}{check:02}{bban}"
    return " ".join(whole[i : i + 4] for i in range(0, len(whole), 4))


def iban(rng: Random, country: str) -> str:
    """An IBAN whose check digits (ISO 13616, and the national ones of FR and ES) are right."""
    if country == "GB":
        return _iban("GB", "QUIL" + digits(rng, 6) + digits(rng, 8))
    if country == "DE":
        return _iban("DE", digits(rng, 8) + digits(rng, 10))
    if country == "CH":
        return _iban("CH", digits(rng, 5) + digits(rng, 12))
    if country == "FR":
        bank, desk, number = digits(rng, 5), digits(rng, 5), digits(rng, 11)
        key = 97 - (89 * int(bank) + 15 * int(desk) + 3 * int(number)) % 97
        return _iban("FR", f"{bank}{desk}{number}{key:02}")
    bank, number = digits(rng, 8), digits(rng, 10)
    weights = (1, 2, 4, 8, 5, 10, 9, 7, 3, 6)
    check = "".join(
        {10: "1", 11: "0"}.get(v := 11 - sum(w * int(d) for w, d in zip(weights, part)) % 11, str(v))
        for part in ("00" + bank, number)
    )
    return _iban("ES", bank + check + number)


def routing_number(rng: Random) -> str:
    """A nine-digit ABA number with a right checksum (weights 3, 7, 1)."""
    body = f"{rng.randint(1, 12):02}" + digits(rng, 6)
    total = sum(w * int(d) for w, d in zip((3, 7, 1, 3, 7, 1, 3, 7), body))
    return body + str(-total % 10)


def account(rng: Random, locale: Locale) -> str:
    if locale.country == "US":
        return f"{routing_number(rng)} / {digits(rng, 10)}"
    return iban(rng, locale.country)


def vat_number(rng: Random, country: str) -> str:
    """A tax number with the check digits of its country."""
    if country == "DE":
        body, product = digits(rng, 8), 10
        for d in body:
            product = (int(d) + product) % 10 or 10
            product = product * 2 % 11
        return f"DE{body}{(11 - product) % 10}"
    if country == "FR":
        body = digits(rng, 8)
        doubled = [sum(divmod(int(d) * (2 if i % 2 == 0 else 1), 10)) for i, d in enumerate(body[::-1])]
        siren = body + str(-sum(doubled) % 10)
        return f"FR{(12 + 3 * (int(siren) % 97)) % 97:02}{siren}"
    if country == "GB":
        body = digits(rng, 7)
        check = sum(w * int(d) for w, d in zip(range(8, 1, -1), body)) % 97
        return f"GB{body}{97 - check:02}"
    if country == "ES":
        body = digits(rng, 7)
        total = sum(int(d) if i % 2 else sum(divmod(int(d) * 2, 10)) for i, d in enumerate(body))
        return f"ESB{body}{-total % 10}"
    if country == "CH":
        while True:
            body = digits(rng, 8)
            check = -sum(w * int(d) for w, d in zip((5, 4, 3, 2, 7, 6, 5, 4), body)) % 11
            if check < 10:
                return f"CHE-{body[:3]}.{body[3:6]}.{body[6:]}{check} MWST"
    return f"{digits(rng, 2)}-{digits(rng, 7)}"
