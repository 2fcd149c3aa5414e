import {
  type Abbreviation,
  createSentenceEndAbbreviation,
  toAbbreviationBeforeName,
  toAbbreviationBeforeNumber,
} from '../abbreviation.ts';
import { createSpokenMetricUnits, durationWords, LATIN_SI_PREFIXES } from '../metric-units.ts';
import { germanCardinal, germanOrdinalStem, germanYear } from '../numbers/german-numbers.ts';
import { ROMAN_NUMERAL_PATTERN } from '../rules/roman.ts';
import type { SpokenLanguageRules } from '../spoken-language-rules.ts';

const ABBREVIATIONS: Readonly<Record<string, Abbreviation>> = {
  'ff.': createSentenceEndAbbreviation('folgende'),
  'z. B.': { say: 'zum Beispiel' },
  'z.B.': { say: 'zum Beispiel' },
  'd. h.': { say: 'das heißt' },
  'd.h.': { say: 'das heißt' },
  'u. a.': createSentenceEndAbbreviation('unter anderem'),
  'u.a.': createSentenceEndAbbreviation('unter anderem'),
  'bzw.': { say: 'beziehungsweise' },
  'ca.': { say: 'circa' },
  'usw.': createSentenceEndAbbreviation('und so weiter'),
  'etc.': createSentenceEndAbbreviation('et cetera'),
  'vgl.': { say: 'vergleiche' },
  'evtl.': { say: 'eventuell' },
  'ggf.': { say: 'gegebenenfalls' },
  'inkl.': { say: 'inklusive' },
  'exkl.': { say: 'exklusive' },
  'zzgl.': { say: 'zuzüglich' },
  'o. Ä.': createSentenceEndAbbreviation('oder Ähnliches'),
  'i. d. R.': { say: 'in der Regel' },
  'i.d.R.': { say: 'in der Regel' },
  's. o.': createSentenceEndAbbreviation('siehe oben'),
  's. u.': createSentenceEndAbbreviation('siehe unten'),
  'z. T.': { say: 'zum Teil' },
  'z.T.': { say: 'zum Teil' },
  'u. U.': { say: 'unter Umständen' },
  'Dr.': toAbbreviationBeforeName('Doktor'),
  'Prof.': toAbbreviationBeforeName('Professor'),
  'Hr.': toAbbreviationBeforeName('Herr'),
  'Fr.': toAbbreviationBeforeName('Frau'),
  'St.': toAbbreviationBeforeName('Sankt'),
  'Nr.': toAbbreviationBeforeNumber('Nummer'),
  'S.': toAbbreviationBeforeNumber('Seite'),
  'Abb.': toAbbreviationBeforeNumber('Abbildung'),
  'Tab.': toAbbreviationBeforeNumber('Tabelle'),
  'Kap.': toAbbreviationBeforeNumber('Kapitel'),
  'Art.': toAbbreviationBeforeNumber('Artikel'),
  'Abs.': toAbbreviationBeforeNumber('Absatz'),
  'Bd.': toAbbreviationBeforeNumber('Band'),
  '§': toAbbreviationBeforeNumber('Paragraf'),
  'Tel.': { say: 'Telefon' },
  'Str.': createSentenceEndAbbreviation('Straße'),
  'max.': { say: 'maximal' },
  'min.': { say: 'mindestens' },
  vs: { say: 'versus' },
  'vs.': { say: 'versus' },
  'Std.': createSentenceEndAbbreviation('Stunden'),
  'Min.': createSentenceEndAbbreviation('Minuten'),
  'Sek.': createSentenceEndAbbreviation('Sekunden'),
  'Mo.': createSentenceEndAbbreviation('Montag'),
  'bspw.': { say: 'beispielsweise' },
  'sog.': { say: 'sogenannte' },
  'gem.': { say: 'gemäß' },
  'MwSt.': createSentenceEndAbbreviation('Mehrwertsteuer'),
};

const UNITS = createSpokenMetricUnits(
  {
    prefixes: { ...LATIN_SI_PREFIXES, h: 'hekto', d: 'dezi', c: 'zenti', µ: 'mikro' },
    lengths: ['Kilometer', 'Meter', 'Dezimeter', 'Zentimeter', 'Millimeter', 'Mikrometer', 'Nanometer'],
    areas: [
      'Quadratkilometer',
      'Quadratmeter',
      'Quadratzentimeter',
      'Quadratmillimeter',
      'Kubikmeter',
      'Kubikzentimeter',
    ],
    gram: 'n Gramm',
    liter: 'Liter',
    second: 'f Sekunde|Sekunden',
    hertz: 'Hertz',
    watt: 'Watt',
    wattHour: 'f Wattstunde|Wattstunden',
    volt: 'Volt',
    ampere: 'Ampere',
    ampereHour: 'f Amperestunde|Amperestunden',
    joule: 'Joule',
    calorie: 'f Kalorie|Kalorien',
    pascal: 'Pascal',
    byte: 'Byte',
    bit: 'Bit',
  },
  {
    mi: 'f Meile|Meilen',
    ft: 'Fuß',
    yd: 'n Yard',
    ha: 'Hektar',
    t: 'f Tonne|Tonnen',
    lb: 'n Pfund',
    oz: 'f Unze|Unzen',
    h: 'f Stunde|Stunden',
    min: 'f Minute|Minuten',
    bar: 'Bar',
    dB: 'Dezibel',
    '°C': 'Grad Celsius',
    '°F': 'Grad Fahrenheit',
    '°': 'Grad',
    px: 'Pixel',
    dpi: 'D P I',
    fps: 'Bild pro Sekunde|Bilder pro Sekunde',
    rpm: 'f Umdrehung pro Minute|Umdrehungen pro Minute',
    ppm: 'P P M',
  },
);

const MONTHS = [
  ['Januar', 'Jan', 'Jänner'],
  ['Februar', 'Feb', 'Febr'],
  ['März', 'Mär', 'Mrz'],
  ['April', 'Apr'],
  ['Mai'],
  ['Juni', 'Jun'],
  ['Juli', 'Jul'],
  ['August', 'Aug'],
  ['September', 'Sep', 'Sept'],
  ['Oktober', 'Okt'],
  ['November', 'Nov'],
  ['Dezember', 'Dez'],
];

/** Words before an ordinal number after which it ends in "-en". */
const WEAK_ENDING_CONTEXT =
  /(?<!\p{L})(?:am|vom|zum|beim|im|dem|den|des|bis|ab|seit|zur|(?:in|mit|nach|von|bei|zu|aus|seit|an|auf) der) $/iu;
/** Words before an ordinal number after which it ends in "-e". */
const ARTICLE_CONTEXT = /(?<!\p{L})(?:der|die|das|dieser|diese|dieses|jeder|jede|jedes) $/iu;

/** An ordinal number with the ending that the words before it ask for. */
const ordinal = (value: number, before: string): string =>
  germanOrdinalStem(value) + (WEAK_ENDING_CONTEXT.test(before) ? 'en' : ARTICLE_CONTEXT.test(before) ? 'e' : 'er');

const FEMALE_NAME = /(?:Elisabeth|Katharina|Maria|Margarethe|Margrethe|Isabella|Johanna) $/u;
/** A name of a ruler after a preposition with the dative. */
const DATIVE_NAME =
  /(?<!\p{L})(?:von|mit|bei|unter|nach|zu|seit|aus) (?:(?:König|Kaiser|Zar)(?:in)? |Papst )?\p{Lu}\p{L}+(?: Paul)? $/u;

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The rules by which German is read aloud. */
export function createSpokenGermanRules(): SpokenLanguageRules {
  const cardinal = germanCardinal;
  const isOne = (value: number): boolean => value === 1;
  return {
    cardinal,
    isOne,
    ordinal: (value, _, before = '') => ordinal(value, before),
    year: germanYear,
    group: '.',
    decimal: ',',
    decimals: 'figures',
    words: {
      point: 'Komma',
      minus: 'minus',
      plus: 'plus',
      plusMinus: 'plus minus',
      to: 'bis',
      percent: 'Prozent',
      permille: 'Promille',
      about: 'ungefähr',
      less: 'weniger als',
      more: 'mehr als',
      smaller: 'kleiner als',
      greater: 'größer als',
      atMost: 'höchstens',
      atLeast: 'mindestens',
      equals: 'gleich',
      notEqual: 'ungleich',
      number: 'Nummer',
      by: 'mal',
      times: 'mal',
      dot: 'Punkt',
      slash: 'Schrägstrich',
      dash: 'Bindestrich',
      underscore: 'Unterstrich',
      at: 'ät',
      colon: 'Doppelpunkt',
      version: 'Version',
      ratio: 'zu',
      outOf: 'von',
      squared: 'Quadrat',
      cubed: 'hoch drei',
      power: 'hoch',
      and: 'und',
      hashtag: 'Hashtag',
    },
    factor: (words) => `${words.replace(/eins$/, 'ein')}mal`,
    per: (noun, per) => `${noun} pro ${per}`,
    units: UNITS,
    currencies: {
      USD: 'Dollar/Cent',
      EUR: 'Euro/Cent',
      GBP: 'n Pfund/Penny|Pence',
      JPY: 'Yen',
      CHF: 'Franken/Rappen',
      CNY: 'Yuan',
      INR: 'f Rupie|Rupien/Paisa',
      KRW: 'Won',
      BRL: 'Real|Reais/Centavo|Centavos',
      CAD: 'kanadischer Dollar|kanadische Dollar/Cent',
      AUD: 'australischer Dollar|australische Dollar/Cent',
      MXN: 'mexikanischer Peso|mexikanische Pesos/Centavo|Centavos',
      SEK: 'f schwedische Krone|schwedische Kronen/n Öre',
      NOK: 'f norwegische Krone|norwegische Kronen/n Øre',
      DKK: 'f dänische Krone|dänische Kronen/n Øre',
      PLN: 'Zloty/Groschen',
      CZK: 'f tschechische Krone|tschechische Kronen/Heller',
      TRY: 'f Lira|Lira/Kurusch',
      RUB: 'Rubel/f Kopeke|Kopeken',
      BTC: 'Bitcoin',
    },
    withSmall: (amount, small) => `${amount} ${small}`,
    periods: {
      monat: 'pro Monat',
      mon: 'pro Monat',
      jahr: 'pro Jahr',
      tag: 'pro Tag',
      woche: 'pro Woche',
      stunde: 'pro Stunde',
      std: 'pro Stunde',
      h: 'pro Stunde',
      nacht: 'pro Nacht',
      nutzer: 'pro Nutzer',
      person: 'pro Person',
      stück: 'pro Stück',
    },
    magnitudes: {
      k: [3, ''],
      K: [3, ''],
      Tsd: [3, ''],
      'Tsd.': [3, ''],
      Mio: [6, 'f Million|Millionen'],
      'Mio.': [6, 'f Million|Millionen'],
      Million: [6, 'f Million|Millionen'],
      Millionen: [6, 'f Million|Millionen'],
      Mrd: [9, 'f Milliarde|Milliarden'],
      'Mrd.': [9, 'f Milliarde|Milliarden'],
      Milliarde: [9, 'f Milliarde|Milliarden'],
      Milliarden: [9, 'f Milliarde|Milliarden'],
      'Bio.': [12, 'f Billion|Billionen'],
      Billionen: [12, 'f Billion|Billionen'],
    },
    ofMagnitude: (noun) => noun,
    months: MONTHS,
    weekdays: [
      ['Montag', 'Mo'],
      ['Dienstag', 'Di'],
      ['Mittwoch', 'Mi'],
      ['Donnerstag', 'Do'],
      ['Freitag', 'Fr'],
      ['Samstag', 'Sa'],
      ['Sonntag', 'So'],
    ],
    untilDay: { bis: 'bis' },
    order: 'dmy',
    dateSigns: './',
    date({ day, month, year }, before) {
      const monthName = month === undefined ? '' : (MONTHS[month - 1]?.[0] ?? '');
      const parts = [
        day === undefined ? '' : ordinal(day, before),
        monthName,
        year === undefined ? '' : germanYear(year),
      ];
      return parts.filter(Boolean).join(' ');
    },
    time({ hour, minute, second, half }) {
      const minutes = minute === 0 ? '' : ` ${cardinal(minute)}`;
      const seconds =
        second === undefined || second === 0
          ? ''
          : ` und ${durationWords({ units: UNITS, cardinal, isOne }, [0, 0, second])}`;
      return `${cardinal(hour, 'm')} Uhr${minutes}${seconds}${half ? ` ${[...half].join(' ')}` : ''}`;
    },
    times: ['(?<hour>\\d{1,2})\\.(?<minute>\\d{2}) Uhr', '(?<hour>\\d{1,2}) Uhr'],
    afterTime: ' (?:Uhr|h)(?!\\p{L})',
    duration: (...amounts) => durationWords({ units: UNITS, cardinal, isOne }, amounts),
    dates: ['DAY\\. ?MONTH\\.? YEAR', 'DAY\\. ?MONTH(?:\\.(?! \\p{Lu}))?(?!\\p{L})', 'MONTH\\.? YEAR'],
    beforeYear:
      /in|im|im Jahre?|Jahr|Jahre|seit|bis|ab|von|vor|nach|um|Sommer|Winter|Frühjahr|Frühling|Herbst|Anfang|Mitte|Ende|©/u,
    beforeDay: /am|vom|bis|bis zum|zum|ab|seit|dem|den|der/u,
    fractions: {
      '1/2': 'ein halb',
      '1/3': 'ein Drittel',
      '2/3': 'zwei Drittel',
      '1/4': 'ein Viertel',
      '3/4': 'drei Viertel',
      '1/5': 'ein Fünftel',
      '2/5': 'zwei Fünftel',
      '3/5': 'drei Fünftel',
      '4/5': 'vier Fünftel',
      '1/6': 'ein Sechstel',
      '5/6': 'fünf Sechstel',
      '1/8': 'ein Achtel',
      '3/8': 'drei Achtel',
      '5/8': 'fünf Achtel',
      '7/8': 'sieben Achtel',
      '1/10': 'ein Zehntel',
    },
    mixed: (whole, fraction) =>
      fraction === 'ein halb' ? `${whole.replace(/eins$/, 'ein')}einhalb` : `${whole} ${fraction}`,
    abbreviations: ABBREVIATIONS,
    ordinals:
      /(?<=(?<!\p{L})(?:der|die|das|dem|den|des|am|im|zum|vom|zur|beim|jeder|jede|jedes|jeden) )(?<number>\d{1,3})\.(?= \p{Lu}| \p{Ll}+en? \p{Lu})/giu,
    ordinalGender: () => 'm',
    afterRange:
      /^ (?:Tagen?|Wochen|Monaten?|Jahren?|Stunden|Minuten|Sekunden|Personen|Prozent|Euro|Mal|Seiten|Punkten?|Schritten?|Mitarbeiter|Leuten?)(?!\p{L})/u,
    decades: /(?<![\p{L}\p{N}_.,])(?:(?<decade>(?:1[1-9]|20)\d0)|(?<two>[1-9]0))er(?![\p{L}\p{N}_])/gu,
    decade: (value) => `${germanYear(value)}er`,
    romanAfter:
      /Kapitel|Teil|Phase|Band|Abschnitt|Akt|Szene|Typ|Stufe|Klasse|Artikel|Anhang|Tabelle|Abbildung|Buch|Titel/u,
    romanNames:
      /Ludwig|Heinrich|Karl|Wilhelm|Friedrich|Johannes Paul|Benedikt|Pius|Otto|Philipp|Napoleon|Georg|Franz|Ramses|Leo|Nikolaus|Alexander|Eduard|Iwan|Elisabeth|Katharina|Maria|Margarethe|Margrethe|Isabella|Johanna/u,
    afterName(value, before) {
      const isFemale = FEMALE_NAME.test(before);
      const stem = capitalize(germanOrdinalStem(value));
      return DATIVE_NAME.test(before)
        ? `${isFemale ? 'der' : 'dem'} ${stem}en`
        : `${isFemale ? 'die' : 'der'} ${stem}e`;
    },
    romanOrdinals: new RegExp(
      `(?<![\\p{L}\\p{N}_])(?<roman>${ROMAN_NUMERAL_PATTERN})\\.(?= (?:Weltkrieg|Quartal|Liga|Akt|Teil|Kapitel|Band))`,
      'gu',
    ),
    romanOrdinal: (value, _, before) =>
      WEAK_ENDING_CONTEXT.test(before) || ARTICLE_CONTEXT.test(before)
        ? capitalize(ordinal(value, before))
        : capitalize(ordinal(value, '')),
  };
}
