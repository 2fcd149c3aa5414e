import { describe, expect, it } from 'vitest';
import { spokenCases, spokenWordsOf } from '#test/support/speech/spoken-cases.ts';

// Sources: numbers and ordinals: CLDR RBNF nl (%spellout-cardinal, %spellout-ordinal); years, dates, hours, "anderhalf" and abbreviations: Taaladvies.net and
// Onze Taal (Taalloket: "jaartallen", "tijdstippen", "breuken", "afkortingen"); names of units and currencies: CLDR nl.
const CASES = `
## opening hours and other everyday texts
Open ma t/m vr 9.00–17.30 uur. → Open maandag tot en met vrijdag negen tot zeventien uur dertig.
ma. t/m vr. van 9 tot 17 uur → maandag tot en met vrijdag van 9 tot zeventien uur
hoofdstuk 3 t/m 5 → hoofdstuk 3 tot en met 5
do. 5 maart → donderdag vijf maart
za. en zo. gesloten → zaterdag en zondag gesloten
## Dagen en talen
ma-vr → maandag tot vrijdag
zo - ma → zo - ma
C# en .NET → C sharp en dot net
## Geld
Het kost € 6,50. → Het kost zes euro vijftig.
€ 0,38 → achtendertig cent
€ 1 → één euro
€ 21 → eenentwintig euro
€1.200,50 → twaalfhonderd euro vijftig
€ 1.234,56 → twaalfhonderd vierendertig euro zesenvijftig
$6.50 → zes dollar vijftig
1 £ → één pond
15,50 CHF → vijftien Zwitserse frank vijftig
EUR 20 → twintig euro
5 USD → vijf dollar
€ 3,5 mln → drie komma vijf miljoen euro
€ 2 mld → twee miljard euro
€ 1 miljoen → één miljoen euro
€ 500k → vijfhonderdduizend euro
€ 5M → vijf miljoen euro
€ 19/maand → negentien euro per maand
€ 0,10/kWh → tien cent per kilowattuur
€ 25/uur → vijfentwintig euro per uur
€ 5–10 → vijf tot tien euro
-5 € → min vijf euro
€ 9,99 → negen euro negenennegentig
€ 101 → honderdeen euro
2 NOK → twee Noorse kronen
## Grootheden
3 mln mensen → drie miljoen mensen
1,2 mld klanten → één komma twee miljard klanten
10k bezoekers → tienduizend bezoekers
## Datum
25-11-2026 → vijfentwintig november tweeduizend zesentwintig
op 25/11/2026 → op vijfentwintig november tweeduizend zesentwintig
op 1-5-2026 → op één mei tweeduizend zesentwintig
2026-11-25 → vijfentwintig november tweeduizend zesentwintig
op 5 mei → op vijf mei
op 25 november 2026 → op vijfentwintig november tweeduizend zesentwintig
30 april 1980 → dertig april negentien tachtig
25 nov. 2026 → vijfentwintig november tweeduizend zesentwintig
in maart 1998 → in maart negentien achtennegentig
25.11.2026 → vijfentwintig november tweeduizend zesentwintig
op 45-13-2026 → op 45-13-2026
## Jaren
in 1990 → in negentien negentig
sinds 2019 → sinds tweeduizend negentien
in 1905 → in negentienhonderd vijf
in 1600 → in zestienhonderd
1914–1918 → negentien veertien tot negentien achttien
2019-2023 → tweeduizend negentien tot tweeduizend drieëntwintig
het seizoen 2025/26 → het seizoen tweeduizend vijfentwintig zesentwintig
de jaren '90 → de jaren negentig
de jaren 80 → de jaren tachtig
## Tijd
om 17:30 → om zeventien uur dertig
om 17.30 uur → om zeventien uur dertig
om 17:30 uur → om zeventien uur dertig
om 17u30 → om zeventien uur dertig
om 17:00 → om zeventien uur
om 8 uur → om acht uur
om 1:00 → om één uur
om 9:05 → om negen uur vijf
0:15 → nul uur vijftien
9:00–17:00 → negen uur tot zeventien uur
12:30:05 → twaalf uur dertig en vijf seconden
1h 30min → één uur dertig minuten
5 min 30 s → vijf minuten dertig seconden
16:10 formaat → zestien uur tien formaat
## Eenheden
5 km → vijf kilometer
1 km → één kilometer
22 km → tweeëntwintig kilometer
24h → vierentwintig uur
40 s → veertig seconden
1 min → één minuut
100 km/h → honderd kilometer per uur
20 m/s → twintig meter per seconde
in km/h → in kilometer per uur
50 m² → vijftig vierkante meter
10 m³ → tien kubieke meter
3,5 GB → drie komma vijf gigabyte
500 MB → vijfhonderd megabyte
100 Mbit/s → honderd megabit per seconde
2,4 GHz → twee komma vier gigahertz
15 kWh → vijftien kilowattuur
200 ms → tweehonderd milliseconden
5 kg → vijf kilogram
1 t → één ton
10 ha → tien hectare
1.500 kcal → vijftienhonderd kilocalorieën
12 V → twaalf volt
60 fps → zestig beelden per seconde
5 m → vijf meter
750 ml → zevenhonderdvijftig milliliter
1.013 hPa → duizend dertien hectopascal
2.000 m → tweeduizend meter
## Procent, graden
10% → tien procent
99,9 % → negenennegentig komma negen procent
3,14 % → drie komma veertien procent
0,05 % → nul komma nul vijf procent
10-15% → tien tot vijftien procent
10 %–15 % → tien tot vijftien procent
±2 % → plus of min twee procent
+3 % → plus drie procent
-5 °C → min vijf graden Celsius
20–25 °C → twintig tot vijfentwintig graden Celsius
90° → negentig graden
0,5 ‰ → nul komma vijf promille
## Bereiken
3–5 dagen → drie tot vijf dagen
3-5 dagen → drie tot vijf dagen
pagina's 10–12 → pagina's tien tot twaalf
We wonnen met 3-2. → We wonnen met 3-2.
## Breuken, verhoudingen
1/2 → een half
3/4 ervan → drie kwart ervan
2/3 → twee derde
2½ → tweeënhalf
1 1/2 jaar → anderhalf jaar
8/10 → acht van de tien
(1/2) → (één van de twee)
stap 2/3 → stap twee van de drie
24/7 → vierentwintig zeven
3:1 → drie op één
16:9 → zestien op negen
10x sneller → tien keer sneller
1x → één keer
1920x1080 → negentienhonderd twintig bij duizend tachtig
3 × 4 → drie keer vier
en/of → en of
## Tekens
5 < 6 → 5 kleiner dan 6
p<0,05 → p kleiner dan 0,05
<1 % → minder dan één procent
>50 klanten → meer dan 50 klanten
≥ 18 → minstens 18
x = 5 → x is 5
~20 mensen → ongeveer 20 mensen
#1 → nummer één
10⁶ → tien tot de macht zes
x² → x kwadraat
2³ → twee tot de derde
10⁻³ → tien tot de macht min drie
CO2 → C O twee
H₂O → H twee O
## Telefoon, versies, adressen
+31 20 123 4567 → plus drie één, twee nul, één twee drie, vier vijf zes zeven
tel. 020 123 4567 → telefoon nul twee nul, één twee drie, vier vijf zes zeven
v2.0.1 → versie twee punt nul punt één
192.168.0.1 → honderdtweeënnegentig punt honderdachtenzestig punt nul punt één
www.voorbeeld.nl → voorbeeld punt N L
https://example.com/hulp?id=3 → example punt com slash hulp
info@voorbeeld.nl → info apenstaartje voorbeeld punt N L
rapport.pdf → rapport punt P D F
## Afkortingen
bijv. morgen → bijvoorbeeld morgen
d.w.z. morgen → dat wil zeggen morgen
ca. 20 → circa 20
dhr. Jansen → de heer Jansen
mevr. Bakker → mevrouw Bakker
nr. 5 → nummer 5
blz. 12 → bladzijde 12
afb. 3 → afbeelding 3
appels, peren enz. → appels, peren enzovoort.
art. 5 → artikel 5
m.b.t. geld → met betrekking tot geld
incl. btw → inclusief btw
prof. Smit → professor Smit
## Rangtelwoorden, Romeinse cijfers
de 1e → de eerste
de 2e keer → de tweede keer
de 3de → de derde
de 8e → de achtste
de 20ste → de twintigste
de 101e → de honderdeerste
de 21e eeuw → de eenentwintigste eeuw
de XXe eeuw → de twintigste eeuw
Lodewijk XIV → Lodewijk de Veertiende
hoofdstuk IV → hoofdstuk vier
Vitamine C → Vitamine C
de FAQ → de F A Q
k8s → kubernetes
de CEO → de C E O
`;

describe('Dutch as it is spoken', () => {
  it.each(spokenCases(CASES))('%s → %s', (written, spoken) => {
    expect(spokenWordsOf(written, 'nl')).toBe(spoken);
  });
});
