import { describe, expect, it } from 'vitest';
import { spokenCases, spokenWordsOf } from '#test/support/speech/spoken-cases.ts';

// Sources: numbers and ordinals: CLDR RBNF de (%spellout-cardinal-*, %spellout-ordinal); years in hundreds, dates, times and endings of
// ordinals after an article: Duden (Richtiges und gutes Deutsch, "Datum", "Uhrzeit", "Ordnungszahlen"); forms of dates, money and
// telephone numbers: DIN 5008; names of units and currencies: CLDR de; abbreviations: Duden, "Abkürzungen".
const CASES = `
## opening hours and other everyday texts
Mo.–Fr. 9–17:30 Uhr → Montag bis Freitag neun bis siebzehn Uhr dreißig
Mi. u. Do. geschlossen → Mittwoch und Donnerstag geschlossen
Fr. 14:00 → Freitag vierzehn Uhr
Do., 5. März, 18 Uhr → Donnerstag, fünfter März, achtzehn Uhr
S. 12 ff. → Seite 12 folgende.
Es ist so. 5 Leute kommen. → Es ist so. / 5 Leute kommen.
## Geld
Es kostet 6,50 €. → Es kostet sechs Euro fünfzig.
0,38 € → achtunddreißig Cent
1 € → ein Euro
€1.200,50 → eintausendzweihundert Euro fünfzig
1.234,56 € → eintausendzweihundertvierunddreißig Euro sechsundfünfzig
$6.50 → sechs Dollar fünfzig
21 € → einundzwanzig Euro
1 £ → ein Pfund
15,50 CHF → fünfzehn Franken fünfzig
EUR 20 → zwanzig Euro
5 USD → fünf Dollar
1 ₹ → eine Rupie
3,5 Mio. € → drei Komma fünf Millionen Euro
1 Mio. € → eine Million Euro
2 Mrd. € → zwei Milliarden Euro
500k € → fünfhunderttausend Euro
500 Tsd. € → fünfhunderttausend Euro
19 €/Monat → neunzehn Euro pro Monat
0,10 €/kWh → zehn Cent pro Kilowattstunde
5–10 € → fünf bis zehn Euro
-5 € → minus fünf Euro
9,99 € → neun Euro neunundneunzig
## Größen
5 Mio. Nutzer → fünf Millionen Nutzer
1,2 Mrd. Menschen → eins Komma zwei Milliarden Menschen
10k Aufrufe → zehntausend Aufrufe
## Datum
am 25.11.2026 → am fünfundzwanzigsten November zweitausendsechsundzwanzig
25.11.2026 → fünfundzwanzigster November zweitausendsechsundzwanzig
2026-11-25 → fünfundzwanzigster November zweitausendsechsundzwanzig
am 3. Oktober → am dritten Oktober
der 3. Oktober → der dritte Oktober
3. Oktober 1990 → dritter Oktober neunzehnhundertneunzig
vom 1. Mai an → vom ersten Mai an
bis zum 7. Juli 2027 → bis zum siebten Juli zweitausendsiebenundzwanzig
Montag, den 25. November → Montag, den fünfundzwanzigsten November
am 8. Dez. 2025 → am achten Dezember zweitausendfünfundzwanzig
im März 2024 → im März zweitausendvierundzwanzig
am 10.5. beginnt es → am zehnten Mai beginnt es
Version 10.5. → Version 10.5.
am 31.12.99 → am einunddreißigsten Dezember zweitausendneunundneunzig
am 45.13.2026 → am 45.13.2026
ab 1. Januar → ab ersten Januar
seit 1.1.2020 → seit ersten Januar zweitausendzwanzig
Das war am 3.10. → Das war am dritten Oktober.
## Jahre
im Jahr 1990 → im Jahr neunzehnhundertneunzig
seit 1848 → seit achtzehnhundertachtundvierzig
Anfang 2026 → Anfang zweitausendsechsundzwanzig
1914–1918 → neunzehnhundertvierzehn bis neunzehnhundertachtzehn
2019-2023 → zweitausendneunzehn bis zweitausenddreiundzwanzig
die Saison 2025/26 → die Saison zweitausendfünfundzwanzig sechsundzwanzig
die 1990er Jahre → die neunzehnhundertneunziger Jahre
die 90er → die neunziger
die 2010er → die zweitausendzehner
in 1500 m → in eintausendfünfhundert Meter
Treffen am 3. Danach geht es los. → Treffen am dritten / Danach geht es los.
## Uhrzeit
um 17:30 Uhr → um siebzehn Uhr dreißig
um 17:30 → um siebzehn Uhr dreißig
um 9:05 Uhr → um neun Uhr fünf
um 17.30 Uhr → um siebzehn Uhr dreißig
um 8 Uhr → um acht Uhr
um 1:00 Uhr → um ein Uhr
um 13 Uhr → um dreizehn Uhr
0:15 → null Uhr fünfzehn
um 9:30 am Montag → um neun Uhr dreißig am Montag
9:00–17:00 Uhr → neun Uhr bis siebzehn Uhr
12:30:01 → zwölf Uhr dreißig und eine Sekunde
1h 30min → eine Stunde dreißig Minuten
2 h 5 min → zwei Stunden fünf Minuten
16:10 Format → sechzehn zu zehn Format
## Einheiten
5 km → fünf Kilometer
1 km → ein Kilometer
1 h → eine Stunde
24h → vierundzwanzig Stunden
40 s → vierzig Sekunden
21 min → einundzwanzig Minuten
100 km/h → einhundert Kilometer pro Stunde
20 m/s → zwanzig Meter pro Sekunde
in km/h → in Kilometer pro Stunde
50 m² → fünfzig Quadratmeter
3,5 GB → drei Komma fünf Gigabyte
16 GiB → sechzehn Gibibyte
500 MB → fünfhundert Megabyte
100 Mbit/s → einhundert Megabit pro Sekunde
250 Mbps → zweihundertfünfzig Megabit pro Sekunde
2,4 GHz → zwei Komma vier Gigahertz
15 kWh → fünfzehn Kilowattstunden
200 ms → zweihundert Millisekunden
5 kg → fünf Kilogramm
1 t → eine Tonne
10 ha → zehn Hektar
1.500 kcal → eintausendfünfhundert Kilokalorien
12 V → zwölf Volt
60 fps → sechzig Bilder pro Sekunde
3000 rpm → dreitausend Umdrehungen pro Minute
5 m → fünf Meter
5m → fünf Meter
750 ml → siebenhundertfünfzig Milliliter
1013 hPa → eintausenddreizehn Hektopascal
## Prozent, Grad
10% → zehn Prozent
99,9 % → neunundneunzig Komma neun Prozent
1 % → ein Prozent
10-15% → zehn bis fünfzehn Prozent
10 %–15 % → zehn bis fünfzehn Prozent
±2 % → plus minus zwei Prozent
+3 % → plus drei Prozent
-5 °C → minus fünf Grad Celsius
20–25 °C → zwanzig bis fünfundzwanzig Grad Celsius
90° → neunzig Grad
0,5 ‰ → null Komma fünf Promille
## Bereiche
3–5 Tage → drei bis fünf Tage
3-5 Tage → drei bis fünf Tage
Seiten 10–12 → Seiten zehn bis zwölf
Wir gewannen 3-2. → Wir gewannen 3-2.
Es stand 2-3 zur Pause. → Es stand 2-3 zur Pause.
## Brüche, Verhältnisse
1/2 → ein halb
3/4 davon → drei Viertel davon
2/3 → zwei Drittel
2½ Stunden → zweieinhalb Stunden
1 1/2 Jahre → eineinhalb Jahre
8/10 → acht von zehn
(1/2) → (eins von zwei)
Teil 2/3 → Teil zwei von drei
24/7 → vierundzwanzig sieben
3:1 → drei zu eins
16:9 → sechzehn zu neun
10x schneller → zehnmal schneller
1x → einmal
1920x1080 → eintausendneunhundertzwanzig mal eintausendachtzig
3 × 4 → drei mal vier
A/B-Test → A/B-Test
und/oder → und oder
## Zeichen
5 < 6 → 5 kleiner als 6
p<0,05 → p kleiner als 0,05
<1 % → weniger als ein Prozent
>50 Nutzer → mehr als 50 Nutzer
≥ 18 → mindestens 18
x = 5 → x gleich 5
~20 Leute → ungefähr 20 Leute
#1 → Nummer eins
10⁶ → zehn hoch sechs
x² → x Quadrat
2³ → zwei hoch drei
10⁻³ → zehn hoch minus drei
CO2 → C O zwei
H₂O → H zwei O
## Telefon, Versionen, Adressen
+49 30 1234567 → plus vier neun, drei null, eins zwei drei vier fünf sechs sieben
Tel. 030 1234567 → Telefon null drei null, eins zwei drei vier fünf sechs sieben
v2.0.1 → Version zwei Punkt null Punkt eins
192.168.0.1 → einhundertzweiundneunzig Punkt einhundertachtundsechzig Punkt null Punkt eins
www.beispiel.de → beispiel Punkt D E
https://example.com/hilfe?id=3 → example Punkt com Schrägstrich hilfe
info@beispiel.de → info ät beispiel Punkt D E
bericht.pdf → bericht Punkt P D F
1.234.567 Euro → 1.234.567 Euro
## Abkürzungen
Das gilt z. B. 3 Tage, d. h. 72 Stunden. → Das gilt zum Beispiel 3 Tage, das heißt 72 Stunden.
z.B. PDF → zum Beispiel P D F
ca. 20 → circa 20
Nr. 5 → Nummer 5
S. 12 → Seite 12
Abb. 3 → Abbildung 3
Dr. Müller → Doktor Müller
bzw. danach → beziehungsweise danach
Äpfel, Birnen usw. → Äpfel, Birnen und so weiter.
inkl. MwSt. → inklusive Mehrwertsteuer.
§ 5 → Paragraf 5
evtl. morgen → eventuell morgen
## Ordnungszahlen, römische Zahlen
der 3. Platz → der dritte Platz
der 0. Platz → der nullte Platz
am 2. Tag → am zweiten Tag
in der 3. Runde → in der dritten Runde
das 20. Mal → das zwanzigste Mal
im 21. Jahrhundert → im einundzwanzigsten Jahrhundert
der 101. Besucher → der einhunderterste Besucher
Kapitel IV → Kapitel vier
Mo-Fr → Montag bis Freitag
Mo–Fr 9–17 Uhr → Montag bis Freitag neun bis siebzehn Uhr
1–2 Uhr → ein Uhr bis zwei Uhr
Mo.–Fr. → Montag bis Freitag.
Di bis Do → Dienstag bis Donnerstag
so-so → so-so
Do-it-yourself → Do-it-yourself
5 km–10 km → fünf bis zehn Kilometer
Elisabeth II. starb 2022. → Elisabeth die Zweite starb 2022.
unter Königin Elisabeth II. galt → unter Königin Elisabeth der Zweiten galt
von Ludwig XIV. an → von Ludwig dem Vierzehnten an
Katharina II. von Russland → Katharina die Zweite von Russland
C# und C++ → C sharp und C plus plus
Ludwig XIV. war da → Ludwig der Vierzehnte war da
im II. Weltkrieg → im Zweiten Weltkrieg
Vitamin C → Vitamin C
die FAQ → die F A Q
k8s → kubernetes
`;

describe('German as it is spoken', () => {
  it.each(spokenCases(CASES))('%s → %s', (written, spoken) => {
    expect(spokenWordsOf(written, 'de')).toBe(spoken);
  });
});
