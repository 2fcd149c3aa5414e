import { describe, expect, it } from 'vitest';
import { spokenCases, spokenWordsOf } from '#test/support/speech/spoken-cases.ts';

// Sources: numbers, ordinals and years: CLDR RBNF en (%spellout-cardinal, -ordinal, -numbering-year); months and orders of dates: CLDR
// en, en-GB; currencies and units: CLDR en (long names); money, ranges, times and abbreviations as read aloud: The Chicago Manual of Style
// (9.2-9.64, 10.42, 10.69) and the Microsoft Style Guide ("Numbers", "Units of measure"); telephone: ITU-T E.164; Roman numerals:
// Chicago 9.41-9.43. The first lines of most parts are from a review of videos, which lists what a voice said instead.
const CASES = `
## opening hours and other everyday texts
Open Mon.–Fri. 9–5:30. → Open Monday to Friday nine to five thirty.
Tues.–Thurs. 10–4 → Tuesday to Thursday ten to four
M–F 9–5 → Monday to Friday nine to five
Sat. & Sun. closed → Saturday and Sunday closed
Mon. 9:30 a.m. → Monday nine thirty A M.
incl. 20% VAT → including twenty percent VAT
M–F → M–F
the sun to wed → the sun to wed
Mon to Fri → Monday to Friday
## Money
€1,000,000 → one million euros
It costs $6.50. → It costs six dollars fifty.
Only $0.38 → Only thirty-eight cents
$1 → one dollar
$5 → five dollars
$1,234.56 → one thousand two hundred thirty-four dollars fifty-six
€1,200.50 → one thousand two hundred euros fifty
€1.200,50 → one thousand two hundred euros fifty
£12.99 → twelve pounds ninety-nine
£0.01 → one penny
¥500 → five hundred yen
5 USD → five dollars
EUR 20 → twenty euros
20 € → twenty euros
CHF 15.50 → fifteen Swiss francs fifty
$3.5M in sales → three point five million dollars in sales
$1.2bn → one point two billion dollars
£500k → five hundred thousand pounds
$2.5k → two thousand five hundred dollars
$2 million → two million dollars
$7 billion → seven billion dollars
$19/mo → nineteen dollars a month
$19/user/month → nineteen dollars per user a month
$0.10/GB → ten cents per gigabyte
$25/hr → twenty-five dollars an hour
$5–10 → five to ten dollars
$5-$10 → five to ten dollars
$4.99–$9.99 → four dollars ninety-nine to nine dollars ninety-nine
-$5 → minus five dollars
$0.005 → zero point zero zero five dollars
₹100 → one hundred rupees
## Magnitudes
10k users → ten thousand users
1.5k stars → one thousand five hundred stars
3M people → three million people
7B parameters → seven billion parameters
2.5bn → two point five billion
a 4K video → a 4K video
## Dates
2026-11-25 → November twenty-fifth twenty twenty-six
on 11/25/2026 → on November twenty-fifth twenty twenty-six
on 25/12/2026 → on December twenty-fifth twenty twenty-six
Nov. 25th, 2026 → November twenty-fifth twenty twenty-six
November 25, 2026 → November twenty-fifth twenty twenty-six
25 November 2026 → the twenty-fifth of November twenty twenty-six
on the 3rd of May 2026 → on the third of May twenty twenty-six
Jan. 5th → January fifth
May 5 → May fifth
in Sept. 2026 → in September twenty twenty-six
March 1905 → March nineteen oh five
July 4, 1776 → July fourth seventeen seventy-six
2026-13-45 → 2026-13-45
May I ask? → May I ask?
## Years, decades
in 1990 → in nineteen ninety
since 2019 → since twenty nineteen
in 2005 we → in two thousand five we
by 2030, → by twenty thirty,
in 1800 → in eighteen hundred
in 1500 stores → in 1500 stores
2019–2023 → twenty nineteen to twenty twenty-three
2019-2023 → twenty nineteen to twenty twenty-three
the 2025/26 season → the twenty twenty-five twenty-six season
the 1990s → the nineteen nineties
the mid-1990s → the mid-nineteen nineties
the '90s → the nineties
the 80s → the eighties
the 2010s → the twenty tens
the 1900s → the nineteen hundreds
## Times
5:00 PM → five P M
at 8:00 a.m. we start → at eight A M we start
We meet at 8:00 a.m. Then we talk. → We meet at eight A M. / Then we talk.
5:30 pm → five thirty P M
at 9:05 → at nine oh five
at 17:30 → at seventeen thirty
at 14:00 → at fourteen hundred
at 10:00 → at ten o'clock
9 AM → nine A M
9:00–17:00 → nine o'clock to seventeen hundred
12:30:05 → twelve thirty and five seconds
1h 30m → one hour thirty minutes
2h 5min 10s → two hours five minutes ten seconds
5m 30s → five minutes thirty seconds
25:99 → twenty-five to ninety-nine
9am-5pm → nine A M to five P M
5 km - 3 km → five kilometers - 3 km
3 km–5 km → three to five kilometers
9 am – 5 pm → nine A M to five P M
9:30am-5pm → nine thirty A M to five P M
9:00 a.m.–5:30 p.m. daily → nine A M to five thirty P M daily
9-5pm → nine to five P M
1–2 pm → one to two P M
9–11 a.m. we talk → nine to eleven A M we talk
10:30–11:45 am → ten thirty to eleven forty-five A M
at 10 a.m. EST we start → at ten A M EST we start
at 10 a.m. EST. Then we talk. → at ten A M EST. / Then we talk.
at 8:00 a.m. Pacific Time → at eight A M Pacific Time
at 10 a.m. London time → at ten A M London time
at 9 a.m. Monday → at nine A M Monday
at 10 a.m. London is awake. → at ten A M. / London is awake.
at 00:00 UTC → at midnight UTC
at 12:00 → at twelve o'clock
at 20:00 → at twenty hundred
## Days of the week
Mon-Fri → Monday to Friday
open Mon – Fri, 9am-5pm → open Monday to Friday, nine A M to five P M
Tue. to Thurs. we rest → Tuesday to Thursday we rest
We are open Mon.–Fri. → We are open Monday to Friday.
Monday-Friday → Monday to Friday
Mon-Mon → Mon-Mon
Sun-dried → Sun-dried
Fri-endly → Fri-endly
## Programming languages
C# and F# → C sharp and F sharp
in C#, .NET and C++. → in C sharp, dot net and C plus plus.
C++17 → C plus plus 17
ASP.NET → A S P dot net
#1 in C# → number one in C sharp
the #CSharp tag → the hashtag CSharp tag
localhost:3000/v1 → localhost colon 3000 slash v1
See localhost/docs. → See localhost slash docs.
on localhost, → on localhost,
## Units, percent, degrees
40 s → forty seconds
24h → twenty-four hours
1 h → one hour
5 km → five kilometers
1 km → one kilometer
100 km/h → one hundred kilometers per hour
65 mph → sixty-five miles per hour
20 m/s → twenty meters per second
in km/h → in kilometers per hour
50 m² → fifty square meters
price per m² → price per square meter
3.5 GB → three point five gigabytes
16 GiB → sixteen gibibytes
500 MB → five hundred megabytes
100 Mbps → one hundred megabits per second
2.4 GHz → two point four gigahertz
15 kWh → fifteen kilowatt hours
200 ms → two hundred milliseconds
10% → ten percent
99.9 % → ninety-nine point nine percent
10-15% → ten to fifteen percent
10%–15% → ten to fifteen percent
±2 % → plus or minus two percent
+3 % → plus three percent
-5 °C → minus five degrees Celsius
20–25 °C → twenty to twenty-five degrees Celsius
70°F → seventy degrees Fahrenheit
a 90° turn → a ninety degrees turn
60 fps → sixty frames per second
5 kg → five kilograms
70 kg/m² → seventy kilograms per square meter
1,500 kcal → one thousand five hundred kilocalories
5m users → 5m users
## Ranges
3–5 days → three to five days
3-5 days → three to five days
pages 10–12 → pages ten to twelve
We won 3-2. → We won 3-2.
## Fractions, ratios, factors
1/2 → one half
3/4 of it → three quarters of it
2/3 → two thirds
1 1/2 hours → one and a half hours
2½ → two and a half
½ cup → one half cup
8/10 → eight out of ten
(1/2) → (one out of two)
part 2/3 → part two out of three
24/7 → twenty-four seven
3:1 → three to one
16:9 → sixteen to nine
10x faster → ten times faster
1.5x → one point five times
1920x1080 → one thousand nine hundred twenty by one thousand eighty
3 × 4 → three times four
A/B test → A B test
and/or → and or
his/her → his her
## Signs
5 < 6 → 5 less than 6
p<0.05 → p less than 0.05
<1% → less than one percent
>50 users → more than 50 users
7 > 3 → 7 greater than 3
≥ 18 → at least 18
x = 5 → x equals 5
a ≠ 5 → a is not equal to 5
~20 people → about 20 people
≈ 5 → about 5
#1 → number one
#launch → hashtag launch
10⁶ → ten to the power of six
10^6 → ten to the power of six
x² → x squared
2³ → two cubed
10⁻³ → ten to the power of minus three
I <3 you -> yes → I <3 you -> yes
## Formulas
CO2 → C O two
CO₂ emissions → C O two emissions
H2O → H two O
C₆H₁₂O₆ → C six H twelve O six
## Telephone numbers
+1 (555) 123-4567 → plus one, five five five, one two three, four five six seven
555-123-4567 → five five five, one two three, four five six seven
+44 20 7946 0958 → plus four four, two zero, seven nine four six, zero nine five eight
## Versions and addresses
v2.0.1 → version two point zero point one
version 1.12.3 → version one point twelve point three
192.168.0.1 → one hundred ninety-two dot one hundred sixty-eight dot zero dot one
192.168.0.1:8080 → one hundred ninety-two dot one hundred sixty-eight dot zero dot one colon eight thousand eighty
https://example.com/docs?id=3 → example dot com slash docs
www.example.com → example dot com
my-app.io/start → my dash app dot I O slash start
Write to jo_do@example.com. → Write to jo underscore do at example dot com.
report-final.pdf → report dash final dot P D F
Node.js → Node.js
## Abbreviations
No. 1 → number 1
vs. Apple → versus Apple
tools, e.g. PDF → tools, for example P D F
i.e. now → that is now
Fig. 3 → figure 3
p. 12 → page 12
pp. 12–14 → pages twelve to fourteen
J. St. James → J. St. James
10 St. James St. → 10 Saint James St.
Dr. Smith → Doctor Smith
apples, pears, etc. → apples, pears, et cetera.
apples, etc. and more → apples, et cetera and more
Acme Inc. is here → Acme Incorporated is here
approx. 20 → approximately 20
## Initialisms
k8s → kubernetes
the FAQ → the F A Q
SaaS → sass
ROI → R O I
IoT → I O T
our APIs → our A P Is
NASA → NASA
## After punctuation
101 rows, 5 km and 3.5 GHz → 101 rows, five kilometers and three point five gigahertz
It was the 1st, 100% of it. → It was the first, one hundred percent of it.
Cold: -5 °C; hot: ± 3% → Cold: minus five degrees Celsius; hot: plus or minus three percent
## Roman numerals, ordinals
World War II → World War two
Chapter IV → Chapter four
Elizabeth II → Elizabeth the second
Louis XIV. → Louis the fourteenth.
I am Mike → I am Mike
In class I learned it. → In class I learned it.
in chapter II → in chapter two
Vitamin C → Vitamin C
the 1st → the first
the 22nd time → the twenty-second time
the 100th → the one hundredth
21ST → twenty-first
`;

const BRITISH = `
2026-11-25 → the twenty-fifth of November twenty twenty-six
on 3/4/2026 → on the third of April twenty twenty-six
£105 → one hundred and five pounds
1,005 km → one thousand and five kilometers
`;

describe('English as it is spoken', () => {
  it.each(spokenCases(CASES))('%s → %s', (written, spoken) => {
    expect(spokenWordsOf(written, 'en')).toBe(spoken);
  });

  it.each(spokenCases(BRITISH))('in Britain: %s → %s', (written, spoken) => {
    expect(spokenWordsOf(written, 'en-GB')).toBe(spoken);
  });
});
