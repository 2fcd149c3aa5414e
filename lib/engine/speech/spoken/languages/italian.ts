import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import {
  type Abbreviation,
  abbreviationBeforeName,
  abbreviationBeforeNumber,
  sentenceEndAbbreviation,
} from '../abbreviation.ts';
import { durationWords, LATIN_SI_PREFIXES, metricUnits } from '../metric-units.ts';
import { italianCardinal, italianOrdinal } from '../numbers/italian-numbers.ts';
import { ROMAN_NUMERAL_PATTERN } from '../rules/roman.ts';
import type { NounGender, SpokenLanguageRules } from '../spoken-language-rules.ts';

const ABBREVIATIONS: Readonly<Record<string, Abbreviation>> = {
  'sig.ra': { say: 'signora' },
  'sig.na': { say: 'signorina' },
  ...{
    'p. es.': { say: 'per esempio' },
    'p.es.': { say: 'per esempio' },
    'ad es.': { say: 'ad esempio' },
    'es.': { say: 'esempio' },
  },
  ...{
    'ecc.': sentenceEndAbbreviation('eccetera'),
    'etc.': sentenceEndAbbreviation('eccetera'),
    'ca.': { say: 'circa' },
    'vs.': { say: 'contro' },
  },
  ...{
    vs: { say: 'contro' },
    'cfr.': { say: 'confronta' },
    'Sig.': abbreviationBeforeName('signor'),
    'sig.': abbreviationBeforeName('signor'),
    'Sig.ra': abbreviationBeforeName('signora'),
  },
  ...{
    'Sig.na': abbreviationBeforeName('signorina'),
    'Dott.': abbreviationBeforeName('dottor'),
    'dott.': abbreviationBeforeName('dottor'),
    'Dott.ssa': abbreviationBeforeName('dottoressa'),
  },
  ...{
    'Prof.': abbreviationBeforeName('professor'),
    'prof.': abbreviationBeforeName('professor'),
    'Prof.ssa': abbreviationBeforeName('professoressa'),
    'Ing.': abbreviationBeforeName('ingegner'),
  },
  ...{
    'Avv.': abbreviationBeforeName('avvocato'),
    'S.': abbreviationBeforeName('San'),
    'n.': abbreviationBeforeNumber('numero'),
    'N.': abbreviationBeforeNumber('numero'),
    'nr.': abbreviationBeforeNumber('numero'),
  },
  ...{
    'p.': abbreviationBeforeNumber('pagina'),
    'pag.': abbreviationBeforeNumber('pagina'),
    'pp.': abbreviationBeforeNumber('pagine'),
    'pagg.': abbreviationBeforeNumber('pagine'),
    'fig.': abbreviationBeforeNumber('figura'),
  },
  ...{
    'Fig.': abbreviationBeforeNumber('figura'),
    'cap.': abbreviationBeforeNumber('capitolo'),
    'Cap.': abbreviationBeforeNumber('capitolo'),
    'art.': abbreviationBeforeNumber('articolo'),
  },
  ...{
    'Art.': abbreviationBeforeNumber('articolo'),
    'vol.': abbreviationBeforeNumber('volume'),
    'tab.': abbreviationBeforeNumber('tabella'),
    'tel.': { say: 'telefono' },
  },
  ...{
    'Tel.': { say: 'telefono' },
    'max.': { say: 'massimo' },
    'min.': { say: 'minimo' },
    'a.C.': sentenceEndAbbreviation('avanti Cristo'),
  },
  ...{
    'd.C.': sentenceEndAbbreviation('dopo Cristo'),
    'S.p.A.': sentenceEndAbbreviation('società per azioni'),
    'S.r.l.': sentenceEndAbbreviation('S R L'),
    'P.zza': abbreviationBeforeName('piazza'),
  },
};

const UNITS = metricUnits(
  {
    prefixes: { ...LATIN_SI_PREFIXES, k: 'chilo', h: 'etto' },
    lengths: [
      ...(['chilometro|chilometri', 'metro|metri', 'decimetro|decimetri', 'centimetro|centimetri'] as const),
      ...(['millimetro|millimetri', 'micrometro|micrometri', 'nanometro|nanometri'] as const),
    ],
    areas: [
      ...([
        'chilometro quadrato|chilometri quadrati',
        'metro quadrato|metri quadrati',
        'centimetro quadrato|centimetri quadrati',
      ] as const),
      ...([
        'millimetro quadrato|millimetri quadrati',
        'metro cubo|metri cubi',
        'centimetro cubo|centimetri cubi',
      ] as const),
    ],
    ...{
      gram: 'grammo|grammi',
      liter: 'litro|litri',
      second: 'secondo|secondi',
      hertz: 'hertz',
      watt: 'watt',
      wattHour: 'wattora',
      volt: 'volt',
    },
    ...{
      ampere: 'ampere',
      ampereHour: 'amperora',
      joule: 'joule',
      calorie: 'f caloria|calorie',
      pascal: 'pascal',
      byte: 'byte',
      bit: 'bit',
    },
  },
  {
    ...{
      mi: 'miglio|miglia',
      ft: 'piede|piedi',
      yd: 'f iarda|iarde',
      ha: 'ettaro|ettari',
      t: 'f tonnellata|tonnellate',
    },
    ...{ lb: 'f libbra|libbre', oz: 'f oncia|once', h: 'f ora|ore', min: 'minuto|minuti', bar: 'bar', dB: 'decibel' },
    ...{
      '°C': 'grado Celsius|gradi Celsius',
      '°F': 'grado Fahrenheit|gradi Fahrenheit',
      '°': 'grado|gradi',
      px: 'pixel',
    },
    ...{
      dpi: 'punti per pollice',
      fps: 'fotogramma al secondo|fotogrammi al secondo',
      rpm: 'giro al minuto|giri al minuto',
    },
    ppm: 'f parte per milione|parti per milione',
  },
);

const MONTHS = [
  ...[
    ['gennaio', 'gen'],
    ['febbraio', 'feb'],
    ['marzo', 'mar'],
    ['aprile', 'apr'],
    ['maggio', 'mag'],
    ['giugno', 'giu'],
  ],
  ...[
    ['luglio', 'lug'],
    ['agosto', 'ago'],
    ['settembre', 'set', 'sett'],
    ['ottobre', 'ott'],
    ['novembre', 'nov'],
    ['dicembre', 'dic'],
  ],
];

/** "A per B" where Italian has an article. */
const PER: Readonly<Record<string, string>> = {
  h: "all'ora",
  s: 'al secondo',
  min: 'al minuto',
  kg: 'al chilo',
  l: 'al litro',
  'm²': 'al metro quadrato',
  km: 'al chilometro',
};

/** The rules by which Italian is read aloud. */
export function createSpokenItalianRules(): SpokenLanguageRules {
  const cardinal = italianCardinal;
  const isOne = (value: number): boolean => value === 1;
  return {
    cardinal,
    isOne,
    ordinal: (value, gender?: NounGender) => italianOrdinal(value, gender),
    year: (value) => cardinal(value),
    group: '.',
    decimal: ',',
    decimals: 'number',
    words: {
      ...{
        point: 'virgola',
        minus: 'meno',
        plus: 'più',
        plusMinus: 'più o meno',
        to: 'a',
        percent: 'per cento',
        permille: 'per mille',
      },
      ...{
        about: 'circa',
        less: 'meno di',
        more: 'più di',
        smaller: 'minore di',
        greater: 'maggiore di',
        atMost: 'al massimo',
      },
      ...{
        atLeast: 'almeno',
        equals: 'uguale a',
        notEqual: 'diverso da',
        number: 'numero',
        by: 'per',
        times: 'per',
        dot: 'punto',
      },
      ...{
        slash: 'barra',
        dash: 'trattino',
        underscore: 'trattino basso',
        at: 'chiocciola',
        colon: 'due punti',
        version: 'versione',
      },
      ...{
        ratio: 'a',
        outOf: 'su',
        squared: 'al quadrato',
        cubed: 'al cubo',
        power: 'alla',
        and: 'e',
        hashtag: 'hashtag',
      },
    },
    factor: (words) => (words === 'uno' ? 'una volta' : `${words} volte`),
    per: (noun, per, symbol) => `${noun} ${ownPropertyValue(PER, symbol) ?? `per ${per}`}`,
    units: UNITS,
    currencies: {
      ...{
        USD: 'dollaro|dollari/centesimo|centesimi',
        EUR: 'euro/centesimo|centesimi',
        GBP: 'f sterlina|sterline/penny|pence',
        JPY: 'yen',
      },
      ...{
        CHF: 'franco svizzero|franchi svizzeri/centesimo|centesimi',
        CNY: 'yuan',
        INR: 'f rupia|rupie/paisa',
        KRW: 'won',
      },
      ...{
        BRL: 'real|reais/centavo|centavos',
        CAD: 'dollaro canadese|dollari canadesi/centesimo|centesimi',
        BTC: 'bitcoin',
      },
      ...{
        AUD: 'dollaro australiano|dollari australiani/centesimo|centesimi',
        MXN: 'peso messicano|pesos messicani/centavo|centavos',
      },
      ...{
        SEK: 'f corona svedese|corone svedesi/öre',
        NOK: 'f corona norvegese|corone norvegesi/øre',
        DKK: 'f corona danese|corone danesi/øre',
      },
      ...{
        PLN: 'zloty/grosz',
        CZK: 'f corona ceca|corone ceche',
        TRY: 'f lira turca|lire turche/kuruş',
        RUB: 'rublo|rubli/copeco|copechi',
      },
    },
    withSmall: (amount, small) => `${amount} e ${small}`,
    periods: {
      mese: 'al mese',
      anno: "all'anno",
      giorno: 'al giorno',
      settimana: 'alla settimana',
      ora: "all'ora",
      h: "all'ora",
      notte: 'a notte',
      persona: 'a persona',
    },
    magnitudes: {
      ...{
        k: [3, 'mila'],
        K: [3, 'mila'],
        mila: [3, 'mila'],
        M: [6, 'milione|milioni'],
        mln: [6, 'milione|milioni'],
        Mln: [6, 'milione|milioni'],
      },
      ...{
        milione: [6, 'milione|milioni'],
        milioni: [6, 'milione|milioni'],
        mld: [9, 'miliardo|miliardi'],
        Mld: [9, 'miliardo|miliardi'],
      },
      ...{ miliardo: [9, 'miliardo|miliardi'], miliardi: [9, 'miliardo|miliardi'] },
    },
    ofMagnitude: (noun) => `di ${noun}`,
    months: MONTHS,
    weekdays: [
      ['lunedì', 'lun'],
      ['martedì', 'mar'],
      ['mercoledì', 'mer'],
      ['giovedì', 'gio'],
      ['venerdì', 'ven'],
      ['sabato', 'sab'],
      ['domenica', 'dom'],
    ],
    untilDay: { a: 'a', al: 'al' },
    dayLetters: { L: 'lunedì', V: 'venerdì', S: 'sabato', D: 'domenica' },
    order: 'dmy',
    dateSigns: './-',
    date({ day, month, year }) {
      const parts = [
        day === undefined ? '' : day === 1 ? 'primo' : cardinal(day),
        month === undefined ? '' : (MONTHS[month - 1]?.[0] ?? ''),
        year === undefined ? '' : cardinal(year),
      ];
      return parts.filter(Boolean).join(' ');
    },
    time({ hour, minute, second, half }) {
      const seconds =
        second === undefined || second === 0
          ? ''
          : ` e ${durationWords({ units: UNITS, cardinal, isOne }, [0, 0, second])}`;
      const minutes = minute === 0 ? '' : ` e ${cardinal(minute)}`;
      return `${cardinal(hour, hour === 1 ? 'f' : undefined)}${minutes}${seconds}${half ? ` ${[...half].join(' ')}` : ''}`;
    },
    times: ['(?<=(?:ore|alle|dalle|le) )(?<hour>\\d{1,2})\\.(?<minute>\\d{2})', '(?<=(?:[Oo]re) )(?<hour>\\d{1,2})'],
    afterTime: '',
    duration: (...amounts) => durationWords({ units: UNITS, cardinal, isOne }, amounts),
    dates: ['DAY°? MONTH\\.? YEAR', 'DAY°? MONTH(?!\\p{L})', 'MONTH\\.? YEAR'],
    beforeYear: /nel|dal|fino al|prima del|dopo il|anno|verso il|del|il|al|estate|inverno|©/u,
    beforeDay: undefined,
    fractions: {
      ...{
        '1/2': 'un mezzo',
        '1/3': 'un terzo',
        '2/3': 'due terzi',
        '1/4': 'un quarto',
        '3/4': 'tre quarti',
        '1/5': 'un quinto',
      },
      ...{
        '2/5': 'due quinti',
        '3/5': 'tre quinti',
        '4/5': 'quattro quinti',
        '1/6': 'un sesto',
        '5/6': 'cinque sesti',
      },
      ...{
        '1/8': 'un ottavo',
        '3/8': 'tre ottavi',
        '5/8': 'cinque ottavi',
        '7/8': 'sette ottavi',
        '1/10': 'un decimo',
      },
    },
    mixed: (whole, fraction) => `${whole} e ${fraction === 'un mezzo' ? 'mezzo' : fraction}`,
    abbreviations: ABBREVIATIONS,
    ordinals:
      /(?<![\p{L}\p{N}_.,])(?<number>\d{1,3})(?:(?<mark>[ºª])|(?<=(?<!\p{L})(?:il|del|al|nel|dal|un) \d{1,3})°(?= \p{L}))/gu,
    ordinalGender: (mark) => (mark === 'ª' ? 'f' : 'm'),
    afterRange:
      /^ (?:giorni|settimane|mesi|anni|ore|minuti|secondi|persone|pagine|euro|volte|punti|passi|bambini)(?!\p{L})/u,
    decades: /(?<=anni )['’](?<short>[1-9]0)(?![\p{L}\p{N}_])/gu,
    decade: (value) => cardinal(value),
    romanAfter:
      /[Cc]apitolo|[Pp]arte|[Ff]ase|[Vv]olume|[Tt]omo|[Ss]ezione|[Tt]ipo|[Ll]ivello|[Cc]lasse|[Aa]rticolo|[Aa]llegato|[Tt]abella|[Ll]ibro/u,
    romanNames:
      /Luigi|Enrico|Carlo|Giovanni Paolo|Benedetto|Pio|Napoleone|Giorgio|Vittorio Emanuele|Filippo|Federico|Francesco|Leone|Umberto|Edoardo/u,
    afterName: (value) => italianOrdinal(value),
    romanOrdinals: new RegExp(
      `(?<![\\p{L}\\p{N}_])(?<roman>${ROMAN_NUMERAL_PATTERN})(?= (?<mark>secolo|guerra|edizione|Congresso|congresso|legislatura))`,
      'gu',
    ),
    romanOrdinal: (value, mark) =>
      /(?:guerra|edizione|legislatura)/.test(mark) ? italianOrdinal(value, 'f') : italianOrdinal(value),
  };
}
