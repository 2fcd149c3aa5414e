import {
  type Abbreviation,
  abbreviationBeforeName,
  abbreviationBeforeNumber,
  sentenceEndAbbreviation,
} from '../abbreviation.ts';
import { durationWords, LATIN_SI_PREFIXES, metricUnits } from '../metric-units.ts';
import { dutchCardinal, dutchOrdinal, dutchYear } from '../numbers/dutch-numbers.ts';
import { ROMAN_NUMERAL_PATTERN } from '../rules/roman.ts';
import type { SpokenLanguageRules } from '../spoken-language-rules.ts';

const ABBREVIATIONS: Readonly<Record<string, Abbreviation>> = {
  't/m': { say: 'tot en met' },
  'a.s.': { say: 'aanstaande' },
  ...{
    'bijv.': { say: 'bijvoorbeeld' },
    'bv.': { say: 'bijvoorbeeld' },
    'd.w.z.': { say: 'dat wil zeggen' },
    'enz.': sentenceEndAbbreviation('enzovoort'),
  },
  ...{
    'etc.': sentenceEndAbbreviation('et cetera'),
    'ca.': { say: 'circa' },
    'ong.': { say: 'ongeveer' },
    'vs.': { say: 'versus' },
    vs: { say: 'versus' },
  },
  ...{
    'o.a.': { say: 'onder andere' },
    'm.a.w.': { say: 'met andere woorden' },
    'i.p.v.': { say: 'in plaats van' },
    't.o.v.': { say: 'ten opzichte van' },
  },
  ...{
    'm.b.t.': { say: 'met betrekking tot' },
    'a.u.b.': sentenceEndAbbreviation('alstublieft'),
    'incl.': { say: 'inclusief' },
    'excl.': { say: 'exclusief' },
  },
  ...{
    'evt.': { say: 'eventueel' },
    'resp.': { say: 'respectievelijk' },
    'n.v.t.': sentenceEndAbbreviation('niet van toepassing'),
    'i.v.m.': { say: 'in verband met' },
  },
  ...{
    'dhr.': abbreviationBeforeName('de heer'),
    'Dhr.': abbreviationBeforeName('De heer'),
    'mevr.': abbreviationBeforeName('mevrouw'),
    'Mevr.': abbreviationBeforeName('Mevrouw'),
    'dr.': abbreviationBeforeName('doctor'),
  },
  ...{
    'Dr.': abbreviationBeforeName('Doctor'),
    'prof.': abbreviationBeforeName('professor'),
    'Prof.': abbreviationBeforeName('Professor'),
    'St.': abbreviationBeforeName('Sint'),
    'ir.': abbreviationBeforeName('ingenieur'),
  },
  ...{
    'nr.': abbreviationBeforeNumber('nummer'),
    'Nr.': abbreviationBeforeNumber('nummer'),
    'p.': abbreviationBeforeNumber('pagina'),
    'pag.': abbreviationBeforeNumber('pagina'),
    'blz.': abbreviationBeforeNumber('bladzijde'),
  },
  ...{
    'afb.': abbreviationBeforeNumber('afbeelding'),
    'Afb.': abbreviationBeforeNumber('afbeelding'),
    'fig.': abbreviationBeforeNumber('figuur'),
    'Fig.': abbreviationBeforeNumber('figuur'),
  },
  ...{
    'hfst.': abbreviationBeforeNumber('hoofdstuk'),
    'art.': abbreviationBeforeNumber('artikel'),
    'Art.': abbreviationBeforeNumber('artikel'),
    'tab.': abbreviationBeforeNumber('tabel'),
    'tel.': { say: 'telefoon' },
  },
  ...{
    'Tel.': { say: 'telefoon' },
    'max.': { say: 'maximaal' },
    'min.': { say: 'minimaal' },
    'v.Chr.': sentenceEndAbbreviation('voor Christus'),
    'n.Chr.': sentenceEndAbbreviation('na Christus'),
  },
};

const UNITS = metricUnits(
  {
    prefixes: LATIN_SI_PREFIXES,
    lengths: ['kilometer', 'meter', 'decimeter', 'centimeter', 'millimeter', 'micrometer', 'nanometer'],
    areas: [
      'vierkante kilometer',
      'vierkante meter',
      'vierkante centimeter',
      'vierkante millimeter',
      'kubieke meter',
      'kubieke centimeter',
    ],
    ...{
      gram: 'gram',
      liter: 'liter',
      second: 'seconde|seconden',
      hertz: 'hertz',
      watt: 'watt',
      wattHour: 'wattuur',
      volt: 'volt',
      ampere: 'ampère',
    },
    ...{
      ampereHour: 'ampère-uur',
      joule: 'joule',
      calorie: 'calorie|calorieën',
      pascal: 'pascal',
      byte: 'byte',
      bit: 'bit',
    },
  },
  {
    ...{
      mi: 'mijl',
      ft: 'voet',
      yd: 'yard',
      ha: 'hectare',
      t: 'ton',
      lb: 'pond',
      oz: 'ounce',
      h: 'uur',
      min: 'minuut|minuten',
      bar: 'bar',
    },
    ...{
      dB: 'decibel',
      '°C': 'graad Celsius|graden Celsius',
      '°F': 'graad Fahrenheit|graden Fahrenheit',
      '°': 'graad|graden',
      px: 'pixel|pixels',
    },
    ...{
      dpi: 'D P I',
      fps: 'beeld per seconde|beelden per seconde',
      rpm: 'toer per minuut|toeren per minuut',
      ppm: 'P P M',
    },
  },
);

const MONTHS = [
  ...[
    ['januari', 'jan'],
    ['februari', 'feb'],
    ['maart', 'mrt'],
    ['april', 'apr'],
    ['mei'],
    ['juni', 'jun'],
    ['juli', 'jul'],
  ],
  ...[
    ['augustus', 'aug'],
    ['september', 'sept', 'sep'],
    ['oktober', 'okt'],
    ['november', 'nov'],
    ['december', 'dec'],
  ],
];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The rules by which Dutch is read aloud. */
export function createSpokenDutchRules(): SpokenLanguageRules {
  const cardinal = (value: number): string => dutchCardinal(value);
  const isOne = (value: number): boolean => value === 1;
  return {
    cardinal,
    isOne,
    ordinal: (value) => dutchOrdinal(value),
    year: dutchYear,
    group: '.',
    decimal: ',',
    decimals: 'number',
    words: {
      ...{
        point: 'komma',
        minus: 'min',
        plus: 'plus',
        plusMinus: 'plus of min',
        to: 'tot',
        percent: 'procent',
        permille: 'promille',
      },
      ...{
        about: 'ongeveer',
        less: 'minder dan',
        more: 'meer dan',
        smaller: 'kleiner dan',
        greater: 'groter dan',
        atMost: 'hoogstens',
      },
      ...{
        atLeast: 'minstens',
        equals: 'is',
        notEqual: 'is niet gelijk aan',
        number: 'nummer',
        by: 'bij',
        times: 'keer',
        dot: 'punt',
      },
      ...{
        slash: 'slash',
        dash: 'streepje',
        underscore: 'laag streepje',
        at: 'apenstaartje',
        colon: 'dubbele punt',
        version: 'versie',
      },
      ...{
        ratio: 'op',
        outOf: 'van de',
        squared: 'kwadraat',
        cubed: 'tot de derde',
        power: 'tot de macht',
        and: 'en',
        hashtag: 'hashtag',
      },
    },
    factor: (words) => `${words} keer`,
    per: (noun, per) => `${noun} per ${per}`,
    units: UNITS,
    currencies: {
      ...{
        USD: 'dollar/cent',
        EUR: 'euro/cent',
        GBP: 'pond/penny|pence',
        JPY: 'yen',
        CHF: 'Zwitserse frank/rappen',
        CNY: 'yuan',
        INR: 'roepie/paisa',
      },
      ...{
        KRW: 'won',
        BRL: 'real/centavo',
        CAD: 'Canadese dollar/cent',
        AUD: 'Australische dollar/cent',
        MXN: 'Mexicaanse peso/centavo',
      },
      ...{
        SEK: 'Zweedse kroon|Zweedse kronen/öre',
        NOK: 'Noorse kroon|Noorse kronen/øre',
        DKK: 'Deense kroon|Deense kronen/øre',
      },
      ...{
        PLN: 'zloty/grosz',
        CZK: 'Tsjechische kroon|Tsjechische kronen',
        TRY: 'Turkse lira/kuruş',
        RUB: 'roebel/kopeke',
        BTC: 'bitcoin',
      },
    },
    withSmall: (amount, small) => `${amount} ${small}`,
    periods: {
      maand: 'per maand',
      mnd: 'per maand',
      jaar: 'per jaar',
      dag: 'per dag',
      week: 'per week',
      uur: 'per uur',
      h: 'per uur',
      u: 'per uur',
      nacht: 'per nacht',
      persoon: 'per persoon',
    },
    magnitudes: {
      ...{
        k: [3, 'duizend'],
        K: [3, 'duizend'],
        M: [6, 'miljoen'],
        mln: [6, 'miljoen'],
        'mln.': [6, 'miljoen'],
        miljoen: [6, 'miljoen'],
      },
      ...{ mld: [9, 'miljard'], 'mld.': [9, 'miljard'], miljard: [9, 'miljard'] },
    },
    ofMagnitude: (noun) => noun,
    months: MONTHS,
    weekdays: [
      ['maandag', 'ma'],
      ['dinsdag', 'di'],
      ['woensdag', 'wo'],
      ['donderdag', 'do'],
      ['vrijdag', 'vr'],
      ['zaterdag', 'za'],
      ['zondag', 'zo'],
    ],
    untilDay: { 't/m': 'tot en met', tot: 'tot' },
    order: 'dmy',
    dateSigns: './-',
    date({ day, month, year }) {
      const parts = [
        day === undefined ? '' : cardinal(day),
        month === undefined ? '' : (MONTHS[month - 1]?.[0] ?? ''),
        year === undefined ? '' : dutchYear(year),
      ];
      return parts.filter(Boolean).join(' ');
    },
    time({ hour, minute, second, half }) {
      const seconds =
        second === undefined || second === 0
          ? ''
          : ` en ${durationWords({ units: UNITS, cardinal, isOne }, [0, 0, second])}`;
      return `${cardinal(hour)} uur${minute === 0 ? '' : ` ${cardinal(minute)}`}${seconds}${half ? ` ${[...half].join(' ')}` : ''}`;
    },
    times: [
      '(?<hour>\\d{1,2})\\.(?<minute>\\d{2}) uur',
      '(?<hour>\\d{1,2})u(?<minute>\\d{2})',
      '(?<hour>\\d{1,2}) uur',
    ],
    afterTime: ' (?:uur|u|h)(?!\\p{L})',
    duration: (...amounts) => durationWords({ units: UNITS, cardinal, isOne }, amounts),
    dates: ['DAY MONTH\\.? YEAR', 'DAY MONTH(?:\\.(?! \\p{Lu}))?(?!\\p{L})', 'MONTH\\.? YEAR'],
    beforeYear: /in|sinds|tot|vanaf|voor|na|rond|jaar|begin|eind|midden|zomer|winter|herfst|lente|van|©/u,
    beforeDay: undefined,
    fractions: {
      ...{
        '1/2': 'een half',
        '1/3': 'een derde',
        '2/3': 'twee derde',
        '1/4': 'een kwart',
        '3/4': 'drie kwart',
        '1/5': 'een vijfde',
      },
      ...{ '2/5': 'twee vijfde', '3/5': 'drie vijfde', '4/5': 'vier vijfde', '1/6': 'een zesde', '5/6': 'vijf zesde' },
      ...{
        '1/8': 'een achtste',
        '3/8': 'drie achtste',
        '5/8': 'vijf achtste',
        '7/8': 'zeven achtste',
        '1/10': 'een tiende',
      },
    },
    mixed(whole, fraction) {
      if (fraction !== 'een half') return `${whole} en ${fraction}`;
      return whole === 'één' ? 'anderhalf' : `${whole}${whole.endsWith('e') ? 'ën' : 'en'}half`;
    },
    abbreviations: ABBREVIATIONS,
    ordinals: /(?<![\p{L}\p{N}_.,])(?<number>\d{1,4})(?:e|ste|de|ᵉ)(?![\p{L}\p{N}_])/gu,
    ordinalGender: () => 'm',
    afterRange:
      /^ (?:dagen|weken|maanden|jaar|uur|minuten|seconden|personen|mensen|procent|pagina['’]s|euro|keer|punten|stappen|kinderen)(?!\p{L})/u,
    decades: /(?<=jaren )['’]?(?<two>[1-9]0)(?![\p{L}\p{N}_])/gu,
    decade: (value) => cardinal(value),
    romanAfter:
      /[Hh]oofdstuk|[Dd]eel|[Ff]ase|[Bb]and|[Pp]aragraaf|[Aa]kte|[Tt]ype|[Nn]iveau|[Kk]lasse|[Aa]rtikel|[Bb]ijlage|[Tt]abel|[Ff]iguur|[Bb]oek/u,
    romanNames:
      /Lodewijk|Hendrik|Karel|Willem|Frederik|Johannes Paulus|Benedictus|Pius|Napoleon|George|Filips|Leopold|Eduard|Alexander/u,
    afterName: (value) => `de ${capital(dutchOrdinal(value))}`,
    romanOrdinals: new RegExp(
      `(?<![\\p{L}\\p{N}_])(?<roman>${ROMAN_NUMERAL_PATTERN})(?:e|de|ste)(?![\\p{L}\\p{N}_])`,
      'gu',
    ),
    romanOrdinal: (value) => dutchOrdinal(value),
  };
}
