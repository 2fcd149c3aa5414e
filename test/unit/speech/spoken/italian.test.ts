import { describe, expect, it } from 'vitest';
import { spokenCases, spokenWordsOf } from '#test/support/speech/spoken-cases.ts';

// Sources: numbers and ordinals, with elision and the accent of "tré": CLDR RBNF it, and L. Serianni, Grammatica italiana (VI, Numerali); dates, hours and
// abbreviations: Istituto della Enciclopedia Italiana (Treccani), "numerali", "data", "ora", "abbreviazioni"; names of units and currencies: CLDR it.
const CASES = `
## opening hours and other everyday texts
Da lun. a ven. ore 9:00 → Da lunedì a venerdì ore nove
dal lun. al ven. → dal lunedì al venerdì.
Sab. e dom. chiuso → sabato e domenica chiuso
la sig.ra Bianchi → la signora Bianchi
L-V 9-18 → lunedì a venerdì nove a diciotto
il mar al tramonto → il mar al tramonto
## Giorni e linguaggi
lun-ven → lunedì a venerdì
C# e C++ → C sharp e C più più
## Denaro
3,2 milioni di € → tre virgola due milioni di euro
1.000.000 € → un milione di euro
Costa 6,50 €. → Costa sei euro e cinquanta.
0,38 € → trentotto centesimi
1 € → un euro
21 € → ventuno euro
1.200,50 € → milleduecento euro e cinquanta
€1.200,50 → milleduecento euro e cinquanta
$6.50 → sei dollari e cinquanta
1 £ → una sterlina
2 £ → due sterline
15,50 CHF → quindici franchi svizzeri e cinquanta
EUR 20 → venti euro
5 USD → cinque dollari
1 $ → un dollaro
3,5 mln € → tre virgola cinque milioni di euro
2 mld € → due miliardi di euro
1 mln € → un milione di euro
10k € → diecimila euro
3 milioni € → tre milioni di euro
5 M€ → cinque milioni di euro
19 €/mese → diciannove euro al mese
0,10 €/kWh → dieci centesimi per chilowattora
2 €/kg → due euro al chilo
5–10 € → cinque a dieci euro
-5 € → meno cinque euro
9,99 € → nove euro e novantanove
## Grandezze
3 mln di utenti → tre milioni di utenti
1,2 mld di persone → uno virgola due miliardi di persone
10k visite → diecimila visite
## Date
25/11/2026 → venticinque novembre duemilaventisei
il 25/11/2026 → il venticinque novembre duemilaventisei
il 01/05/2026 → il primo maggio duemilaventisei
2026-11-25 → venticinque novembre duemilaventisei
il 1° maggio → il primo maggio
il 1 maggio 2026 → il primo maggio duemilaventisei
il 2 giugno 1946 → il due giugno millenovecentoquarantasei
25 nov. 2026 → venticinque novembre duemilaventisei
nel marzo 1998 → nel marzo millenovecentonovantotto
il 25.11.2026 → il venticinque novembre duemilaventisei
il 45/13/2026 → il 45/13/2026
## Anni
nel 1990 → nel millenovecentonovanta
dal 2019 → dal duemiladiciannove
2019–2023 → duemiladiciannove a duemilaventitré
2019-2023 → duemiladiciannove a duemilaventitré
la stagione 2025/26 → la stagione duemilaventicinque ventisei
gli anni '90 → gli anni novanta
## Ore
alle 17:30 → alle diciassette e trenta
alle 17.30 → alle diciassette e trenta
alle 17:00 → alle diciassette
all'1:00 → all'una
ore 8 → ore otto
alle 9:05 → alle nove e cinque
alle 21:15 → alle ventuno e quindici
0:15 → zero e quindici
9:00–17:00 → nove a diciassette
12:30:05 → dodici e trenta e cinque secondi
1h 30min → una ora trenta minuti
5 min 30 s → cinque minuti trenta secondi
16:10 schermo → sedici a dieci schermo
## Unità
5 km → cinque chilometri
1 km → un chilometro
21 km → ventuno chilometri
24h → ventiquattro ore
40 s → quaranta secondi
100 km/h → cento chilometri all'ora
20 m/s → venti metri al secondo
in km/h → in chilometri all'ora
50 m² → cinquanta metri quadrati
10 m³ → dieci metri cubi
3,5 GB → tre virgola cinque gigabyte
500 MB → cinquecento megabyte
100 Mbit/s → cento megabit al secondo
2,4 GHz → due virgola quattro gigahertz
15 kWh → quindici chilowattora
200 ms → duecento millisecondi
5 kg → cinque chilogrammi
1 t → una tonnellata
10 ha → dieci ettari
1.500 kcal → millecinquecento chilocalorie
12 V → dodici volt
60 fps → sessanta fotogrammi al secondo
5 m → cinque metri
750 ml → settecentocinquanta millilitri
1.013 hPa → milletredici ettopascal
108 km → centotto chilometri
180 m → centottanta metri
## Percentuali, gradi
10% → dieci per cento
99,9 % → novantanove virgola nove per cento
3,14 % → tre virgola quattordici per cento
0,05 % → zero virgola zero cinque per cento
10-15% → dieci a quindici per cento
10 %–15 % → dieci a quindici per cento
±2 % → più o meno due per cento
+3 % → più tre per cento
-5 °C → meno cinque gradi Celsius
20–25 °C → venti a venticinque gradi Celsius
90° → novanta gradi
0,5 ‰ → zero virgola cinque per mille
## Intervalli
3–5 giorni → tre a cinque giorni
3-5 giorni → tre a cinque giorni
pagine 10–12 → pagine dieci a dodici
Abbiamo vinto 3-2. → Abbiamo vinto 3-2.
## Frazioni, rapporti
1/2 → un mezzo
3/4 del totale → tre quarti del totale
2/3 → due terzi
2½ → due e mezzo
1 1/2 → uno e mezzo
8/10 → otto su dieci
(1/2) → (uno su due)
parte 2/3 → parte due su tre
24/7 → ventiquattro sette
3:1 → tre a uno
16:9 → sedici a nove
10x più veloce → dieci volte più veloce
1x → una volta
1920x1080 → millenovecentoventi per milleottanta
3 × 4 → tre per quattro
e/o → e o
## Segni
5 < 6 → 5 minore di 6
p<0,05 → p minore di 0,05
<1 % → meno di uno per cento
>50 clienti → più di 50 clienti
≥ 18 → almeno 18
x = 5 → x uguale a 5
~20 persone → circa 20 persone
#1 → numero uno
10⁶ → dieci alla sei
x² → x al quadrato
2³ → due al cubo
10⁻³ → dieci alla meno tre
CO2 → C O due
H₂O → H due O
## Telefono, versioni, indirizzi
+39 06 1234 5678 → più tre nove, zero sei, uno due tre quattro, cinque sei sette otto
tel. 06 1234 5678 → telefono zero sei, uno due tre quattro, cinque sei sette otto
v2.0.1 → versione due punto zero punto uno
192.168.0.1 → centonovantadue punto centosessantotto punto zero punto uno
www.esempio.it → esempio punto I T
https://example.com/aiuto?id=3 → example punto com barra aiuto
info@esempio.it → info chiocciola esempio punto I T
rapporto.pdf → rapporto punto P D F
## Abbreviazioni
p. es. domani → per esempio domani
ad es. domani → ad esempio domani
ca. 20 → circa 20
Sig. Rossi → signor Rossi
Dott.ssa Bianchi → dottoressa Bianchi
n. 5 → numero 5
pag. 12 → pagina 12
fig. 3 → figura 3
cap. 4 → capitolo 4
mele, pere, ecc. → mele, pere, eccetera.
art. 5 → articolo 5
nel 44 a.C. → nel 44 avanti Cristo.
Prof. Verdi → professor Verdi
## Ordinali, numeri romani
il 1º → il primo
la 1ª volta → la prima volta
il 2º → il secondo
la 3ª → la terza
il 10º → il decimo
l'11º → l'undicesimo
il 23º → il ventitreesimo
il XXI secolo → il ventunesimo secolo
il XX secolo → il ventesimo secolo
la II guerra mondiale → la seconda guerra mondiale
Luigi XIV → Luigi quattordicesimo
capitolo IV → capitolo quattro
Vitamina C → Vitamina C
le FAQ → le F A Q
k8s → kubernetes
il CEO → il C E O
`;

describe('Italian as it is spoken', () => {
  it.each(spokenCases(CASES))('%s → %s', (written, spoken) => {
    expect(spokenWordsOf(written, 'it')).toBe(spoken);
  });
});
