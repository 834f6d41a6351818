"""How one country writes amounts, dates and labels; every label a design prints comes from here."""

from dataclasses import dataclass, field
from datetime import date

EN = dict(
    statement="Account statement", period="Statement period", account="Account number", holder="Account holder",
    opening="Opening balance", closing="Closing balance", date="Date", details="Details", paid_out="Paid out",
    paid_in="Paid in", amount="Amount", balance="Balance", total_in="Total paid in", total_out="Total paid out",
    carried="Balance carried forward", brought="Balance brought forward", page="Page {n} of {m}",
    payslip="Payslip", employee="Employee", employer="Employer", personnel="Employee no.", pay_period="Pay period",
    pay_date="Payment date", earnings="Earnings", hours="Hours", rate="Rate", base="Basic pay", overtime="Overtime",
    bonus="Bonus", gross="Gross pay", deductions="Deductions", tax="Income tax", pension="Pension",
    insurance="Social insurance", health="Health insurance", total_deductions="Total deductions", net="Net pay",
    ytd="Year to date", this_period="This period", paid_to="Paid to account",
    invoice="Invoice", invoice_no="Invoice no.", invoice_date="Invoice date", due="Due date", bill_to="Bill to",
    item="Item", quantity="Qty", unit_price="Unit price", line_total="Total", subtotal="Subtotal", vat="VAT {rate}%",
    total="Total due", pay_into="Please pay into account", vat_id="VAT no.", reference="Reference",
    letter="Confirmation of employment", to_whom="To whom it may concern,", salary_line="annual gross salary",
    receipt="Receipt", receipt_no="Receipt no.", cashier="Served by", cash="Cash", change="Change", card="Card payment",
    thanks="Thank you for your visit.", time="Time", net_amount="Net", tax_amount="Tax", gross_amount="Gross",
    utility="Electricity bill", meter="Meter no.", reading_old="Previous reading", reading_new="Current reading",
    consumption="Consumption (kWh)", tariff="Price per kWh", standing="Standing charge", days="Days",
    customer_no="Customer no.", supply_address="Supply address", energy="Energy", signed="Yours faithfully,",
    hr="Human Resources", form="Change of address", name="Name", new_address="New address", since="Valid from",
)
DE = dict(
    statement="Kontoauszug", period="Zeitraum", account="Kontonummer", holder="Kontoinhaber",
    opening="Anfangssaldo", closing="Endsaldo", date="Datum", details="Verwendungszweck", paid_out="Soll",
    paid_in="Haben", amount="Betrag", balance="Saldo", total_in="Summe Gutschriften", total_out="Summe Belastungen",
    carried="Übertrag", brought="Übertrag", page="Seite {n} von {m}",
    payslip="Entgeltabrechnung", employee="Mitarbeiter", employer="Arbeitgeber", personnel="Personalnr.",
    pay_period="Abrechnungsmonat", pay_date="Auszahlung am", earnings="Bezüge", hours="Stunden", rate="Satz",
    base="Grundgehalt", overtime="Überstunden", bonus="Prämie", gross="Gesamtbrutto", deductions="Abzüge",
    tax="Lohnsteuer", pension="Rentenversicherung", insurance="Arbeitslosenversicherung",
    health="Krankenversicherung", total_deductions="Summe Abzüge", net="Auszahlungsbetrag", ytd="Jahressumme",
    this_period="Monat", paid_to="Überweisung auf Konto",
    invoice="Rechnung", invoice_no="Rechnungsnr.", invoice_date="Rechnungsdatum", due="Zahlbar bis",
    bill_to="Rechnung an", item="Bezeichnung", quantity="Menge", unit_price="Einzelpreis", line_total="Gesamt",
    subtotal="Zwischensumme", vat="USt. {rate} %", total="Rechnungsbetrag", pay_into="Bitte zahlen Sie auf das Konto",
    vat_id="USt-IdNr.", reference="Verwendungszweck",
    letter="Arbeitsbescheinigung", to_whom="Sehr geehrte Damen und Herren,", salary_line="Jahresbruttogehalt",
    receipt="Kassenbon", receipt_no="Bon-Nr.", cashier="Es bediente Sie", cash="Bar", change="Rückgeld",
    card="Kartenzahlung", thanks="Vielen Dank für Ihren Einkauf.", time="Uhrzeit", net_amount="Netto",
    tax_amount="MwSt.", gross_amount="Brutto",
    utility="Stromrechnung", meter="Zählernummer", reading_old="Zählerstand alt", reading_new="Zählerstand neu",
    consumption="Verbrauch (kWh)", tariff="Preis je kWh", standing="Grundpreis", days="Tage",
    customer_no="Kundennummer", supply_address="Lieferadresse", energy="Arbeitspreis",
    signed="Mit freundlichen Grüßen", hr="Personalabteilung", form="Adressänderung", name="Name",
    new_address="Neue Anschrift", since="Gültig ab",
)
FR = dict(
    statement="Relevé de compte", period="Période", account="Numéro de compte", holder="Titulaire",
    opening="Solde initial", closing="Solde final", date="Date", details="Libellé", paid_out="Débit",
    paid_in="Crédit", amount="Montant", balance="Solde", total_in="Total des crédits", total_out="Total des débits",
    carried="Solde à reporter", brought="Report", page="Page {n} sur {m}",
    payslip="Bulletin de paie", employee="Salarié", employer="Employeur", personnel="Matricule",
    pay_period="Période de paie", pay_date="Date de paiement", earnings="Rubriques", hours="Heures", rate="Taux",
    base="Salaire de base", overtime="Heures supplémentaires", bonus="Prime", gross="Salaire brut",
    deductions="Cotisations", tax="Impôt sur le revenu", pension="Retraite", insurance="Assurance chômage",
    health="Assurance maladie", total_deductions="Total des retenues", net="Net à payer", ytd="Cumul annuel",
    this_period="Mois", paid_to="Virement sur le compte",
    invoice="Facture", invoice_no="Facture n°", invoice_date="Date de facture", due="Échéance",
    bill_to="Facturé à", item="Désignation", quantity="Qté", unit_price="Prix unitaire", line_total="Total",
    subtotal="Total HT", vat="TVA {rate} %", total="Total TTC", pay_into="Règlement sur le compte",
    vat_id="N° TVA", reference="Référence",
    letter="Attestation d'emploi", to_whom="À qui de droit,", salary_line="salaire annuel brut",
    receipt="Ticket de caisse", receipt_no="Ticket n°", cashier="Servi par", cash="Espèces", change="Rendu",
    card="Carte bancaire", thanks="Merci de votre visite.", time="Heure", net_amount="HT", tax_amount="TVA",
    gross_amount="TTC",
    utility="Facture d'électricité", meter="N° de compteur", reading_old="Ancien index", reading_new="Nouvel index",
    consumption="Consommation (kWh)", tariff="Prix du kWh", standing="Abonnement", days="Jours",
    customer_no="N° client", supply_address="Lieu de consommation", energy="Énergie",
    signed="Veuillez agréer nos salutations distinguées,", hr="Ressources humaines", form="Changement d'adresse",
    name="Nom", new_address="Nouvelle adresse", since="Valable dès le",
)
ES = dict(
    statement="Extracto de cuenta", period="Periodo", account="Número de cuenta", holder="Titular",
    opening="Saldo inicial", closing="Saldo final", date="Fecha", details="Concepto", paid_out="Cargo",
    paid_in="Abono", amount="Importe", balance="Saldo", total_in="Total abonos", total_out="Total cargos",
    carried="Suma y sigue", brought="Suma anterior", page="Página {n} de {m}",
    payslip="Nómina", employee="Trabajador", employer="Empresa", personnel="N.º de empleado",
    pay_period="Periodo de liquidación", pay_date="Fecha de pago", earnings="Devengos", hours="Horas", rate="Precio",
    base="Salario base", overtime="Horas extra", bonus="Plus", gross="Total devengado", deductions="Deducciones",
    tax="IRPF", pension="Contingencias comunes", insurance="Desempleo", health="Formación profesional",
    total_deductions="Total a deducir", net="Líquido a percibir", ytd="Acumulado anual", this_period="Mes",
    paid_to="Transferencia a la cuenta",
    invoice="Factura", invoice_no="Factura n.º", invoice_date="Fecha de factura", due="Vencimiento",
    bill_to="Cliente", item="Descripción", quantity="Cant.", unit_price="Precio", line_total="Total",
    subtotal="Base imponible", vat="IVA {rate} %", total="Total factura", pay_into="Ingreso en la cuenta",
    vat_id="NIF-IVA", reference="Referencia",
    letter="Certificado de empleo", to_whom="A quien corresponda:", salary_line="salario bruto anual",
    receipt="Ticket", receipt_no="Ticket n.º", cashier="Le atendió", cash="Efectivo", change="Cambio",
    card="Tarjeta", thanks="Gracias por su visita.", time="Hora", net_amount="Base", tax_amount="IVA",
    gross_amount="Total",
    utility="Factura de electricidad", meter="N.º de contador", reading_old="Lectura anterior",
    reading_new="Lectura actual", consumption="Consumo (kWh)", tariff="Precio del kWh", standing="Término fijo",
    days="Días", customer_no="N.º de cliente", supply_address="Dirección de suministro", energy="Energía",
    signed="Atentamente,", hr="Recursos Humanos", form="Cambio de domicilio", name="Nombre",
    new_address="Nueva dirección", since="Válido desde",
)

MONTHS = dict(
    en="January February March April May June July August September October November December".split(),
    de="Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
    fr="janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(),
    es="enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(),
)


@dataclass(frozen=True)
class Locale:
    """One way of writing: separators, currency, page size and the words of its language."""

    code: str
    words: dict = field(repr=False)
    currency: str = "EUR"
    symbol: str = "€"
    symbol_first: bool = False
    thousands: str = "."
    decimal: str = ","
    page: tuple = (595.28, 841.89)
    vat: int = 20
    short_date: str = "{d:02}.{m:02}.{y}"
    long_date: str = "{d}. {month} {y}"

    @property
    def language(self) -> str:
        return self.code[:2]

    @property
    def country(self) -> str:
        return self.code[3:]

    def number(self, cents: int, places: int = 2) -> str:
        """1234567 -> 12,345.67 as this locale writes it; the sign stands in front."""
        whole, rest = divmod(abs(cents), 10**places)
        groups = f"{whole:,}".replace(",", self.thousands)
        digits = f"{groups}{self.decimal}{rest:0{places}d}" if places else groups
        return ("-" if cents < 0 else "") + digits

    def money(self, cents: int) -> str:
        number = self.number(cents)
        if not self.symbol_first:
            return f"{number}\u00a0{self.symbol}"
        gap = "\u00a0" if len(self.symbol) > 1 else ""
        if number.startswith("-"):
            return f"-{self.symbol}{gap}{number[1:]}"
        return f"{self.symbol}{gap}{number}"

    def day(self, when: date) -> str:
        return self.short_date.format(d=when.day, m=when.month, y=when.year)

    def long_day(self, when: date) -> str:
        month = MONTHS[self.language][when.month - 1]
        return self.long_date.format(d=when.day, month=month, y=when.year)

    def month(self, when: date) -> str:
        return f"{MONTHS[self.language][when.month - 1]} {when.year}"


LETTER = (612.0, 792.0)
LOCALES = {
    one.code: one
    for one in (
        Locale("en-GB", EN, "GBP", "£", True, ",", ".", vat=20, short_date="{d:02}/{m:02}/{y}", long_date="{d} {month} {y}"),
        Locale("en-US", EN, "USD", "$", True, ",", ".", LETTER, 8, "{m:02}/{d:02}/{y}", "{month} {d}, {y}"),
        Locale("de-DE", DE, vat=19),
        Locale("fr-FR", FR, thousands="\u00a0", vat=20, short_date="{d:02}/{m:02}/{y}", long_date="{d} {month} {y}"),
        Locale("es-ES", ES, vat=21, short_date="{d:02}/{m:02}/{y}", long_date="{d} de {month} de {y}"),
        Locale("de-CH", DE, "CHF", "CHF", True, "'", ".", vat=8),
    )
}
