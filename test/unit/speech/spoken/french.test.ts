import { describe, expect, it } from 'vitest';
import { spokenCases, spokenWordsOf } from '#test/support/speech/spoken-cases.ts';

// Sources: numbers and ordinals: CLDR RBNF fr, fr-BE, fr-CH (%spellout-cardinal-masculine, -feminine, %spellout-ordinal-*); dates, hours,
// ordinals ("1er", "2e"), centuries, abbreviations, "million d'euros": Lexique des règles typographiques en usage à l'Imprimerie nationale, and
// the Académie française (Dire, ne pas dire); names of units and currencies: CLDR fr; decimals read as a number: Office québécois de la langue française (Vitrine
// linguistique, "Nombres décimaux").
const CASES = `
## opening hours and other everyday texts
Ouvert du lun. au ven., 9h-17h30. → Ouvert du lundi au vendredi, neuf heures à dix-sept heures trente.
Ouvert de 9h–17h30. → Ouvert de neuf heures à dix-sept heures trente.
9h30-12h et 14h-18h → neuf heures trente à douze heures et quatorze à dix-huit heures
Réunion lun. 3 mars à 10h. → Réunion lundi trois mars à dix heures.
Mar. et jeu. : 8h30–12h00 → mardi et jeudi : huit heures trente à douze heures
L-V 9h-18h → lundi à vendredi neuf à dix-huit heures
Voir p. 12 et suiv. → Voir page 12 et suivantes.
Ouvert 7j/7. → Ouvert sept jours sur sept.
La mer au sud. → La mer au sud.
Le mar. au soir → Le mar. au soir
## Argent
1 000 000 € → un million d’euros
2 000 000 € → deux millions d’euros
1 200 000 € → un million deux cent mille euros
Ça coûte 6,50 €. → Ça coûte six euros cinquante.
0,38 € → trente-huit centimes
1 € → un euro
21 € → vingt et un euros
80 € → quatre-vingts euros
1 200 € → mille deux cents euros
1 234,56 € → mille deux cent trente-quatre euros cinquante-six
€1.200,50 → mille deux cents euros cinquante
$6.50 → six dollars cinquante
1 £ → une livre
21 £ → vingt et une livres
15,50 CHF → quinze francs suisses cinquante
EUR 20 → vingt euros
5 USD → cinq dollars
3,5 M€ → trois virgule cinq millions d’euros
2 Md€ → deux milliards d’euros
1 M€ → un million d’euros
10 k€ → dix mille euros
3 millions € → trois millions d’euros
5 M$ → cinq millions de dollars
19 €/mois → dix-neuf euros par mois
0,10 €/kWh → dix centimes par kilowattheure
5–10 € → cinq à dix euros
-5 € → moins cinq euros
9,99 € → neuf euros quatre-vingt-dix-neuf
## Grandeurs
3M d'utilisateurs → trois millions d'utilisateurs
1,2 Md d'habitants → un virgule deux milliard d'habitants
10k vues → dix mille vues
## Dates
25/11/2026 → vingt-cinq novembre deux mille vingt-six
le 25/11/2026 → le vingt-cinq novembre deux mille vingt-six
le 01/05/2026 → le premier mai deux mille vingt-six
2026-11-25 → vingt-cinq novembre deux mille vingt-six
le 1er mai → le premier mai
le 1er mai 2026 → le premier mai deux mille vingt-six
le 14 juillet 1789 → le quatorze juillet mille sept cent quatre-vingt-neuf
25 nov. 2026 → vingt-cinq novembre deux mille vingt-six
le 3 janv. → le trois janvier.
en mars 1998 → en mars mille neuf cent quatre-vingt-dix-huit
le 25.11.2026 → le vingt-cinq novembre deux mille vingt-six
le 45/13/2026 → le 45/13/2026
## Années
en 1990 → en mille neuf cent quatre-vingt-dix
depuis 2019 → depuis deux mille dix-neuf
2019–2023 → deux mille dix-neuf à deux mille vingt-trois
2019-2023 → deux mille dix-neuf à deux mille vingt-trois
la saison 2025/26 → la saison deux mille vingt-cinq vingt-six
en 1500 magasins → en 1500 magasins
## Heures
à 17h30 → à dix-sept heures trente
à 17 h 30 → à dix-sept heures trente
à 17:30 → à dix-sept heures trente
à 8 h → à huit heures
à 1 h → à une heure
à 21h → à vingt et une heures
à 9h05 → à neuf heures cinq
0:15 → zéro heure quinze
9:00–17:00 → neuf heures à dix-sept heures
12:30:05 → douze heures trente et cinq secondes
1h 30min → une heure trente minutes
5 min 30 s → cinq minutes trente secondes
16:10 écran → seize à dix écran
## Unités
5 km → cinq kilomètres
1 km → un kilomètre
1,5 km → un virgule cinq kilomètre
24h → vingt-quatre heures
40 s → quarante secondes
31 min → trente et une minutes
100 km/h → cent kilomètres par heure
20 m/s → vingt mètres par seconde
en km/h → en kilomètres par heure
50 m² → cinquante mètres carrés
10 m³ → dix mètres cubes
3,5 Go → trois virgule cinq gigaoctets
5 Mo de données → cinq mégaoctets de données
300 ko → trois cents kilooctets
300 Ko → trois cents kilooctets
1 To → un téraoctet
100 Mo/s → cent mégaoctets par seconde
16 Gio → seize gibioctets
5 Mio d’habitants → cinq millions d’habitants
ouvert lun-ven → ouvert lundi à vendredi
lun.–ven. → lundi à vendredi.
Mer-Ven → mercredi à vendredi
9h-17h → neuf à dix-sept heures
en C# → en C sharp
en C++ → en C plus plus
localhost:3000/v1 → localhost deux-points 3000 slash v1
3,5 GB → trois virgule cinq gigaoctets
500 MB → cinq cents mégaoctets
100 Mbit/s → cent mégabits par seconde
2,4 GHz → deux virgule quatre gigahertz
15 kWh → quinze kilowattheures
200 ms → deux cents millisecondes
5 kg → cinq kilogrammes
1 t → une tonne
21 t → vingt et une tonnes
10 ha → dix hectares
1 500 kcal → mille cinq cents kilocalories
12 V → douze volts
60 fps → soixante images par seconde
5 m → cinq mètres
750 ml → sept cent cinquante millilitres
1 013 hPa → mille treize hectopascals
80 000 km → quatre-vingt mille kilomètres
## Pourcentages, degrés
10% → dix pour cent
99,9 % → quatre-vingt-dix-neuf virgule neuf pour cent
3,14 % → trois virgule quatorze pour cent
0,05 % → zéro virgule zéro cinq pour cent
10-15% → dix à quinze pour cent
10 %–15 % → dix à quinze pour cent
±2 % → plus ou moins deux pour cent
+3 % → plus trois pour cent
-5 °C → moins cinq degrés Celsius
20–25 °C → vingt à vingt-cinq degrés Celsius
90° → quatre-vingt-dix degrés
0,5 ‰ → zéro virgule cinq pour mille
## Intervalles
3–5 jours → trois à cinq jours
3-5 jours → trois à cinq jours
pages 10–12 → pages dix à douze
Nous avons gagné 3-2. → Nous avons gagné 3-2.
## Fractions, rapports
1/2 → un demi
3/4 du total → trois quarts du total
2/3 → deux tiers
2½ → deux et demi
1 1/2 → un et demi
8/10 → huit sur dix
(1/2) → (un sur deux)
partie 2/3 → partie deux sur trois
24/7 → vingt-quatre sept
3:1 → trois à un
16:9 → seize à neuf
10x plus vite → dix fois plus vite
1x → une fois
1920x1080 → mille neuf cent vingt par mille quatre-vingts
3 × 4 → trois fois quatre
et/ou → et ou
## Signes
5 < 6 → 5 inférieur à 6
p<0,05 → p inférieur à 0,05
<1 % → moins de un pour cent
>50 clients → plus de 50 clients
≥ 18 → au moins 18
x = 5 → x égale 5
~20 personnes → environ 20 personnes
#1 → numéro un
10⁶ → dix puissance six
x² → x au carré
2³ → deux au cube
10⁻³ → dix puissance moins trois
CO2 → C O deux
H₂O → H deux O
## Téléphone, versions, adresses
+33 1 23 45 67 89 → plus trois trois, un, deux trois, quatre cinq, six sept, huit neuf
tél. 01 23 45 67 89 → téléphone zéro un, deux trois, quatre cinq, six sept, huit neuf
v2.0.1 → version deux point zéro point un
192.168.0.1 → cent quatre-vingt-douze point cent soixante-huit point zéro point un
www.exemple.fr → exemple point F R
https://example.com/aide?id=3 → example point com slash aide
info@exemple.fr → info arobase exemple point F R
rapport.pdf → rapport point P D F
## Abréviations
p. ex. demain → par exemple demain
env. 20 → environ 20
M. Dupont → Monsieur Dupont
Mme Dupont → Madame Dupont
n° 5 → numéro 5
p. 12 → page 12
fig. 3 → figure 3
chap. 4 → chapitre 4
pommes, poires, etc. → pommes, poires, et cetera.
c.-à-d. demain → c'est-à-dire demain
Dr Martin → Docteur Martin
St Malo → Saint Malo
art. 5 → article 5
## Ordinaux, chiffres romains
le 1er → le premier
la 1re fois → la première fois
le 2e → le deuxième
la 3ème → la troisième
le 5e → le cinquième
le 9e → le neuvième
le 21e siècle → le vingt et unième siècle
le 80e → le quatre-vingtième
le XXe siècle → le vingtième siècle
le XXIe siècle → le vingt et unième siècle
le Ier siècle → le premier siècle
Louis XIV → Louis quatorze
chapitre IV → chapitre quatre
Vitamine C → Vitamine C
la FAQ → la F A Q
k8s → kubernetes
le CEO → le C E O
`;

const SWISS = `
70 km → septante kilomètres
91 € → nonante et un euros
80 m → quatre-vingts mètres
`;

describe('French as it is spoken', () => {
  it.each(spokenCases(CASES))('%s → %s', (written, spoken) => {
    expect(spokenWordsOf(written, 'fr')).toBe(spoken);
  });

  it.each(spokenCases(SWISS))('in Switzerland: %s → %s', (written, spoken) => {
    expect(spokenWordsOf(written, 'fr-CH')).toBe(spoken);
  });
});
