import {
  type Abbreviation,
  abbreviationBeforeName,
  abbreviationBeforeNumber,
  sentenceEndAbbreviation,
} from '../abbreviation.ts';
import { englishCardinal, englishDecade, englishOrdinal, englishYear } from '../numbers/english-numbers.ts';
import type { DateParts, SpokenLanguageRules, TimeParts } from '../spoken-language-rules.ts';

/** Regions that write the month first (CLDR: yMd of en). */
const MONTH_FIRST = new Set(['US', 'PH', 'PR', 'GU', 'AS', 'VI', 'MP', 'UM']);
/** Regions that say "one hundred and one". */
const AMERICAN = new Set([...MONTH_FIRST, 'CA']);

const MONTHS = [
  ...[['January', 'Jan'], ['February', 'Feb'], ['March', 'Mar'], ['April', 'Apr'], ['May'], ['June', 'Jun']],
  ...[
    ['July', 'Jul'],
    ['August', 'Aug'],
    ['September', 'Sep', 'Sept'],
    ['October', 'Oct'],
    ['November', 'Nov'],
    ['December', 'Dec'],
  ],
];

const ABBREVIATIONS: Readonly<Record<string, Abbreviation>> = {
  'incl.': { say: 'including' },
  'excl.': { say: 'excluding' },
  'Tel.': { say: 'telephone' },
  'tel.': { say: 'telephone' },
  ...{
    'e.g.': { say: 'for example' },
    'e.g': { say: 'for example' },
    'i.e.': { say: 'that is' },
    'i.e': { say: 'that is' },
  },
  ...{
    'vs.': { say: 'versus' },
    vs: { say: 'versus' },
    'cf.': { say: 'compare' },
    'approx.': { say: 'approximately' },
  },
  ...{
    'etc.': sentenceEndAbbreviation('et cetera'),
    'Inc.': sentenceEndAbbreviation('Incorporated'),
    'Ltd.': sentenceEndAbbreviation('Limited'),
    'Corp.': sentenceEndAbbreviation('Corporation'),
  },
  ...{
    'Dr.': abbreviationBeforeName('Doctor'),
    'Mr.': abbreviationBeforeName('Mister'),
    'Mrs.': abbreviationBeforeName('Missus'),
    'Ms.': abbreviationBeforeName('Miz'),
    'Prof.': abbreviationBeforeName('Professor'),
  },
  ...{
    'St.': abbreviationBeforeName('Saint'),
    'Mt.': abbreviationBeforeName('Mount'),
    'Gen.': abbreviationBeforeName('General'),
    'Sen.': abbreviationBeforeName('Senator'),
    'Rep.': abbreviationBeforeName('Representative'),
  },
  ...{
    'Gov.': abbreviationBeforeName('Governor'),
    'Capt.': abbreviationBeforeName('Captain'),
    'Lt.': abbreviationBeforeName('Lieutenant'),
    'Sgt.': abbreviationBeforeName('Sergeant'),
    'Rev.': abbreviationBeforeName('Reverend'),
  },
  ...{
    'No.': abbreviationBeforeNumber('number'),
    'no.': abbreviationBeforeNumber('number'),
    'Nos.': abbreviationBeforeNumber('numbers'),
    'nos.': abbreviationBeforeNumber('numbers'),
  },
  ...{
    'p.': abbreviationBeforeNumber('page'),
    'pp.': abbreviationBeforeNumber('pages'),
    'Fig.': abbreviationBeforeNumber('figure'),
    'fig.': abbreviationBeforeNumber('figure'),
    'Figs.': abbreviationBeforeNumber('figures'),
  },
  ...{
    'Eq.': abbreviationBeforeNumber('equation'),
    'eq.': abbreviationBeforeNumber('equation'),
    'Sec.': abbreviationBeforeNumber('section'),
    'sec.': abbreviationBeforeNumber('section'),
  },
  ...{
    'Ch.': abbreviationBeforeNumber('chapter'),
    'ch.': abbreviationBeforeNumber('chapter'),
    'Vol.': abbreviationBeforeNumber('volume'),
    'vol.': abbreviationBeforeNumber('volume'),
  },
  ...{
    'Tab.': abbreviationBeforeNumber('table'),
    'Art.': abbreviationBeforeNumber('article'),
    'art.': abbreviationBeforeNumber('article'),
    'ca.': abbreviationBeforeNumber('circa'),
    'c.': abbreviationBeforeNumber('circa'),
  },
  ...{
    'Ave.': sentenceEndAbbreviation('Avenue'),
    'Blvd.': sentenceEndAbbreviation('Boulevard'),
    'Rd.': sentenceEndAbbreviation('Road'),
    'Dept.': sentenceEndAbbreviation('Department'),
    'dept.': sentenceEndAbbreviation('department'),
  },
  ...{
    'Jr.': sentenceEndAbbreviation('Junior'),
    'Sr.': sentenceEndAbbreviation('Senior'),
    'min.': { say: 'minimum' },
    'max.': { say: 'maximum' },
    'avg.': { say: 'average' },
  },
  ...{
    'a.k.a.': { say: 'also known as' },
    aka: { say: 'also known as' },
    'w/': { say: 'with' },
    'w/o': { say: 'without' },
  },
  ...{
    'Mon.': sentenceEndAbbreviation('Monday'),
    'Tue.': sentenceEndAbbreviation('Tuesday'),
    'Tues.': sentenceEndAbbreviation('Tuesday'),
    'Wed.': sentenceEndAbbreviation('Wednesday'),
    'Thu.': sentenceEndAbbreviation('Thursday'),
  },
  ...{
    'Thurs.': sentenceEndAbbreviation('Thursday'),
    'Fri.': sentenceEndAbbreviation('Friday'),
    'Jan.': sentenceEndAbbreviation('January'),
    'Feb.': sentenceEndAbbreviation('February'),
    'Aug.': sentenceEndAbbreviation('August'),
  },
  ...{
    'Sept.': sentenceEndAbbreviation('September'),
    'Oct.': sentenceEndAbbreviation('October'),
    'Nov.': sentenceEndAbbreviation('November'),
    'Dec.': sentenceEndAbbreviation('December'),
  },
};

const UNITS: SpokenLanguageRules['units'] = {
  ...{
    km: 'kilometer|kilometers',
    m: 'meter|meters',
    dm: 'decimeter|decimeters',
    cm: 'centimeter|centimeters',
    mm: 'millimeter|millimeters',
  },
  ...{ µm: 'micrometer|micrometers', nm: 'nanometer|nanometers', mi: 'mile|miles', ft: 'foot|feet', yd: 'yard|yards' },
  ...{
    'km²': 'square kilometer|square kilometers',
    'm²': 'square meter|square meters',
    'cm²': 'square centimeter|square centimeters',
  },
  ...{ 'mm²': 'square millimeter|square millimeters', ha: 'hectare|hectares', 'm³': 'cubic meter|cubic meters' },
  ...{
    'cm³': 'cubic centimeter|cubic centimeters',
    l: 'liter|liters',
    dl: 'deciliter|deciliters',
    cl: 'centiliter|centiliters',
  },
  ...{
    ml: 'milliliter|milliliters',
    t: 'tonne|tonnes',
    kg: 'kilogram|kilograms',
    g: 'gram|grams',
    mg: 'milligram|milligrams',
  },
  ...{ µg: 'microgram|micrograms', lb: 'pound|pounds', oz: 'ounce|ounces', h: 'hour|hours', min: 'minute|minutes' },
  ...{
    s: 'second|seconds',
    ms: 'millisecond|milliseconds',
    µs: 'microsecond|microseconds',
    ns: 'nanosecond|nanoseconds',
  },
  ...{ Hz: 'hertz', kHz: 'kilohertz', MHz: 'megahertz', GHz: 'gigahertz', W: 'watt|watts', kW: 'kilowatt|kilowatts' },
  ...{ MW: 'megawatt|megawatts', GW: 'gigawatt|gigawatts', TW: 'terawatt|terawatts', Wh: 'watt hour|watt hours' },
  ...{ kWh: 'kilowatt hour|kilowatt hours', MWh: 'megawatt hour|megawatt hours', GWh: 'gigawatt hour|gigawatt hours' },
  ...{ TWh: 'terawatt hour|terawatt hours', V: 'volt|volts', kV: 'kilovolt|kilovolts', mV: 'millivolt|millivolts' },
  ...{ mA: 'milliamp|milliamps', mAh: 'milliamp hour|milliamp hours', Ah: 'amp hour|amp hours', J: 'joule|joules' },
  ...{
    kJ: 'kilojoule|kilojoules',
    MJ: 'megajoule|megajoules',
    cal: 'calorie|calories',
    kcal: 'kilocalorie|kilocalories',
  },
  ...{
    Pa: 'pascal|pascals',
    hPa: 'hectopascal|hectopascals',
    kPa: 'kilopascal|kilopascals',
    bar: 'bar',
    dB: 'decibel|decibels',
  },
  ...{ '°C': 'degree Celsius|degrees Celsius', '°F': 'degree Fahrenheit|degrees Fahrenheit', '°': 'degree|degrees' },
  ...{
    kB: 'kilobyte|kilobytes',
    MB: 'megabyte|megabytes',
    GB: 'gigabyte|gigabytes',
    TB: 'terabyte|terabytes',
    PB: 'petabyte|petabytes',
  },
  ...{ KiB: 'kibibyte|kibibytes', MiB: 'mebibyte|mebibytes', GiB: 'gibibyte|gibibytes', TiB: 'tebibyte|tebibytes' },
  ...{ kbit: 'kilobit|kilobits', Mbit: 'megabit|megabits', Gbit: 'gigabit|gigabits', px: 'pixel|pixels' },
  ...{
    dpi: 'dots per inch',
    fps: 'frame per second|frames per second',
    rpm: 'revolution per minute|revolutions per minute',
  },
  ppm: 'part per million|parts per million',
};

const CURRENCIES: SpokenLanguageRules['currencies'] = {
  ...{ USD: 'dollar|dollars/cent|cents', EUR: 'euro|euros/cent|cents', GBP: 'pound|pounds/penny|pence', JPY: 'yen' },
  ...{ CHF: 'Swiss franc|Swiss francs/centime|centimes', CNY: 'yuan', INR: 'rupee|rupees/paisa|paise', KRW: 'won' },
  ...{
    BRL: 'real|reais/centavo|centavos',
    CAD: 'Canadian dollar|Canadian dollars/cent|cents',
    MXN: 'Mexican peso|Mexican pesos/centavo|centavos',
  },
  ...{
    AUD: 'Australian dollar|Australian dollars/cent|cents',
    SEK: 'Swedish krona|Swedish kronor/öre',
    NOK: 'Norwegian krone|Norwegian kroner/øre',
  },
  ...{
    DKK: 'Danish krone|Danish kroner/øre',
    PLN: 'zloty|zlotys/grosz|groszy',
    CZK: 'Czech koruna|Czech korunas/haler|halers',
  },
  ...{ TRY: 'lira|lira/kurus', RUB: 'ruble|rubles/kopeck|kopecks', BTC: 'bitcoin|bitcoins' },
};

const FRACTIONS: Readonly<Record<string, string>> = {
  ...{
    '1/2': 'one half',
    '1/3': 'one third',
    '2/3': 'two thirds',
    '1/4': 'one quarter',
    '3/4': 'three quarters',
    '1/5': 'one fifth',
  },
  ...{
    '2/5': 'two fifths',
    '3/5': 'three fifths',
    '4/5': 'four fifths',
    '1/6': 'one sixth',
    '5/6': 'five sixths',
    '1/8': 'one eighth',
  },
  ...{ '3/8': 'three eighths', '5/8': 'five eighths', '7/8': 'seven eighths', '1/10': 'one tenth' },
};

/** The rules by which English is read aloud in a region. */
export function createSpokenEnglishRules(region: string): SpokenLanguageRules {
  const isBritish = !AMERICAN.has(region);
  const cardinal = (value: number): string => englishCardinal(value, isBritish);
  const ordinal = (value: number): string => englishOrdinal(value, isBritish);
  const year = (value: number): string => englishYear(value, isBritish);
  return {
    cardinal,
    ordinal,
    year,
    group: ',',
    decimal: '.',
    decimals: 'figures',
    isOne: (value) => value === 1,
    words: {
      ...{
        point: 'point',
        minus: 'minus',
        plus: 'plus',
        plusMinus: 'plus or minus',
        to: 'to',
        percent: 'percent',
        permille: 'per mille',
      },
      ...{
        about: 'about',
        less: 'less than',
        more: 'more than',
        smaller: 'less than',
        greater: 'greater than',
        atMost: 'at most',
      },
      ...{
        atLeast: 'at least',
        equals: 'equals',
        notEqual: 'is not equal to',
        number: 'number',
        by: 'by',
        times: 'times',
        dot: 'dot',
      },
      ...{
        slash: 'slash',
        dash: 'dash',
        underscore: 'underscore',
        at: 'at',
        colon: 'colon',
        version: 'version',
        ratio: 'to',
      },
      ...{
        outOf: 'out of',
        squared: 'squared',
        cubed: 'cubed',
        power: 'to the power of',
        and: 'and',
        hashtag: 'hashtag',
      },
    },
    factor: (words) => `${words} times`,
    per: (noun, per) => `${noun} per ${per}`,
    units: UNITS,
    currencies: CURRENCIES,
    withSmall: (amount, small) => `${amount} ${small}`,
    periods: {
      ...{
        mo: 'a month',
        month: 'a month',
        yr: 'a year',
        year: 'a year',
        y: 'a year',
        hr: 'an hour',
        hour: 'an hour',
        h: 'an hour',
      },
      ...{
        wk: 'a week',
        week: 'a week',
        day: 'a day',
        d: 'a day',
        min: 'a minute',
        minute: 'a minute',
        night: 'a night',
        s: 'a second',
        sec: 'a second',
      },
    },
    magnitudes: {
      ...{
        k: [3, 'thousand'],
        K: [3, 'thousand'],
        thousand: [3, 'thousand'],
        M: [6, 'million'],
        m: [6, 'million'],
        mn: [6, 'million'],
      },
      ...{ million: [6, 'million'], B: [9, 'billion'], b: [9, 'billion'], bn: [9, 'billion'], billion: [9, 'billion'] },
      ...{ T: [12, 'trillion'], tn: [12, 'trillion'], trillion: [12, 'trillion'] },
    },
    ofMagnitude: (noun) => noun,
    months: MONTHS,
    weekdays: [
      ['Monday', 'Mon'],
      ['Tuesday', 'Tue', 'Tues'],
      ['Wednesday', 'Wed'],
      ['Thursday', 'Thu', 'Thur', 'Thurs'],
      ['Friday', 'Fri'],
      ['Saturday', 'Sat'],
      ['Sunday', 'Sun'],
    ],
    untilDay: { to: 'to', through: 'through', thru: 'through' },
    dayLetters: { M: 'Monday', F: 'Friday' },
    order: MONTH_FIRST.has(region) ? 'mdy' : 'dmy',
    dateSigns: '/.',
    date({ day, month, year: which }: DateParts, before, isDayFirst) {
      const name = month === undefined ? undefined : MONTHS[month - 1]?.[0];
      const ended = which === undefined ? '' : ` ${year(which)}`;
      if (day === undefined) return `${name ?? ''}${ended}`.trim();
      const the = /\bthe $/i.test(before) ? '' : 'the ';
      if (name === undefined) return `${the}${ordinal(day)}`;
      return `${isDayFirst ? `${the}${ordinal(day)} of ${name}` : `${name} ${ordinal(day)}`}${ended}`;
    },
    time({ hour, minute, second, half }: TimeParts) {
      const shown = half && hour > 12 ? hour - 12 : hour;
      const minutes = minute === 0 ? '' : ` ${minute < 10 ? `oh ${cardinal(minute)}` : cardinal(minute)}`;
      const seconds =
        second === undefined || second === 0 ? '' : ` and ${cardinal(second)} second${second === 1 ? '' : 's'}`;
      // Hours after noon stay those of the clock with 24 hours, as captions show them: "fourteen hundred", and "seventeen thirty".
      const isFull = half === undefined && minutes === '' && seconds === '';
      if (isFull && hour % 24 === 0) return 'midnight';
      const full = isFull ? (hour <= 12 ? " o'clock" : ' hundred') : '';
      return `${cardinal(shown)}${minutes}${full}${seconds}${half ? ` ${half.split('').join(' ')}` : ''}`;
    },
    times: ['(?<hour>\\d{1,2}) ?(?<half>[AaPp](?:\\.[Mm]\\.|[Mm]))'],
    hasPlainAm: true,
    afterTime: ' h(?:rs)?(?![\\p{L}\\p{N}])',
    duration: (hours, minutes, seconds) =>
      [[hours, 'hour'] as const, [minutes, 'minute'] as const, [seconds, 'second'] as const]
        .filter(([amount]) => amount > 0)
        .map(([amount, noun]) => `${cardinal(amount)} ${noun}${amount === 1 ? '' : 's'}`)
        .join(' ') || 'zero seconds',
    dates: [
      'MONTH\\.? DAY(?:st|nd|rd|th)?,? YEAR',
      'MONTH\\.? DAY(?:st|nd|rd|th)?(?!\\d| ?[–:-] ?\\d|%| [$€£%])',
      'DAY(?:st|nd|rd|th)? (?:of )?MONTH\\.?,? YEAR',
      "DAY(?:st|nd|rd|th)? (?:of )?MONTH(?:\\.(?! \\p{Lu}))?(?![\\p{L}’'])",
      'MONTH\\.?,? YEAR',
    ],
    beforeYear:
      /in|since|until|till|before|after|by|from|to|through|during|circa|year|spring|summer|autumn|fall|winter|early|late|mid|(?:end|start|beginning|middle|as|summer|spring|fall|winter|autumn) of|Q[1-4]|©|FY/u,
    beforeDay: undefined,
    fractions: FRACTIONS,
    mixed: (whole, fraction) => `${whole} and ${fraction.replace(/^one /, fraction === 'one eighth' ? 'an ' : 'a ')}`,
    abbreviations: ABBREVIATIONS,
    ordinals: /(?<![\p{L}\p{N}_.,])(?<number>\d{1,3}(?:,\d{3})+|\d{1,6})(?:st|nd|rd|th|ST|ND|RD|TH)(?![\p{L}\p{N}_])/gu,
    ordinalGender: () => 'm',
    afterRange:
      /^ (?:\p{Ll}{3,}s|people|percent|children|km|GB|MB)(?!\p{L})|^[ -](?:day|week|month|year|hour|minute|second|point|page)s?(?!\p{L})/u,
    decades:
      /(?<![\p{L}\p{N}_.,])(?:(?<decade>(?:1[1-9]|20)\d0)['’]?s|['’](?<short>[1-9]0)s)(?![\p{L}\p{N}_])|(?<=(?:the|early|late|mid|his|her|their|my|our|your)[ -])(?<two>[1-9]0)['’]?s(?![\p{L}\p{N}_])/giu,
    decade: (value) => englishDecade(value),
    // "in class I learned": after a small letter, "I" is the pronoun.
    romanAfter:
      /(?:chapter|part|phase|volume|section|act|scene|type|war|level|stage|tier|class|article|appendix|figure|table|step|title|book)(?! I(?![IVX]))|Chapter|Part|Phase|Volume|Section|Act|Scene|Type|War|Level|Stage|Tier|Class|Article|Appendix|Figure|Table|Step|Title|Book|Super Bowl/u,
    romanNames:
      /(?:Elizabeth|Henry|Louis|Charles|George|Edward|James|William|Richard|Napoleon|Benedict|John Paul|Pius|Philip|Frederick|Catherine|Ramses|Leo|Francis|Ivan|Alexander|Nicholas|Mary|Margrethe)/u,
    afterName: (value) => `the ${ordinal(value)}`,
    romanOrdinals: undefined,
    romanOrdinal: (value) => ordinal(value),
  };
}
