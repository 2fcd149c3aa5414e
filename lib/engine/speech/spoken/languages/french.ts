import {
  type Abbreviation,
  abbreviationBeforeName,
  abbreviationBeforeNumber,
  sentenceEndAbbreviation,
} from '../abbreviation.ts';
import { durationWords, LATIN_SI_PREFIXES, metricUnits } from '../metric-units.ts';
import { frenchCardinal, frenchOrdinal } from '../numbers/french-numbers.ts';
import { ROMAN_NUMERAL_PATTERN } from '../rules/roman.ts';
import type { NounGender, SpokenLanguageRules } from '../spoken-language-rules.ts';

const ABBREVIATIONS: Readonly<Record<string, Abbreviation>> = {
  ...{
    'p. ex.': { say: 'par exemple' },
    'p.ex.': { say: 'par exemple' },
    'c.-à-d.': { say: "c'est-à-dire" },
    'etc.': sentenceEndAbbreviation('et cetera'),
  },
  ...{
    'env.': { say: 'environ' },
    'vs.': { say: 'contre' },
    vs: { say: 'contre' },
    'cf.': { say: 'voir' },
    'M.': abbreviationBeforeName('Monsieur'),
  },
  ...{
    'MM.': abbreviationBeforeName('Messieurs'),
    Mme: abbreviationBeforeName('Madame'),
    Mmes: abbreviationBeforeName('Mesdames'),
    Mlle: abbreviationBeforeName('Mademoiselle'),
    'Dr.': abbreviationBeforeName('Docteur'),
  },
  ...{
    Dr: abbreviationBeforeName('Docteur'),
    Pr: abbreviationBeforeName('Professeur'),
    Me: abbreviationBeforeName('Maître'),
    St: abbreviationBeforeName('Saint'),
    Ste: abbreviationBeforeName('Sainte'),
  },
  ...{
    'n°': abbreviationBeforeNumber('numéro'),
    'N°': abbreviationBeforeNumber('numéro'),
    nº: abbreviationBeforeNumber('numéro'),
    'p.': abbreviationBeforeNumber('page'),
    'pp.': abbreviationBeforeNumber('pages'),
  },
  ...{
    'fig.': abbreviationBeforeNumber('figure'),
    'Fig.': abbreviationBeforeNumber('figure'),
    'chap.': abbreviationBeforeNumber('chapitre'),
    'Chap.': abbreviationBeforeNumber('chapitre'),
  },
  ...{
    'art.': abbreviationBeforeNumber('article'),
    'Art.': abbreviationBeforeNumber('article'),
    'vol.': abbreviationBeforeNumber('volume'),
    'tab.': abbreviationBeforeNumber('tableau'),
    '§': abbreviationBeforeNumber('paragraphe'),
  },
  ...{
    'av.': { say: 'avenue', beforeName: true },
    'bd.': { say: 'boulevard', beforeName: true },
    'tél.': { say: 'téléphone' },
    'Tél.': { say: 'téléphone' },
  },
  ...{
    'max.': { say: 'maximum' },
    'min.': { say: 'minimum' },
    'apr.': { say: 'après' },
    'dép.': { say: 'département' },
    'éd.': { say: 'édition' },
  },
  ...{
    'janv.': sentenceEndAbbreviation('janvier'),
    'févr.': sentenceEndAbbreviation('février'),
    'juil.': sentenceEndAbbreviation('juillet'),
    'sept.': sentenceEndAbbreviation('septembre'),
    'déc.': sentenceEndAbbreviation('décembre'),
  },
  's.v.p.': sentenceEndAbbreviation("s'il vous plaît"),
  'suiv.': sentenceEndAbbreviation('suivantes'),
  '7j/7': { say: 'sept jours sur sept' },
  '7 j/7': { say: 'sept jours sur sept' },
};

const UNITS = metricUnits(
  {
    prefixes: { ...LATIN_SI_PREFIXES, M: 'méga', T: 'téra', P: 'péta', d: 'déci' },
    lengths: [
      ...(['kilomètre|kilomètres', 'mètre|mètres', 'décimètre|décimètres', 'centimètre|centimètres'] as const),
      ...(['millimètre|millimètres', 'micromètre|micromètres', 'nanomètre|nanomètres'] as const),
    ],
    areas: [
      ...([
        'kilomètre carré|kilomètres carrés',
        'mètre carré|mètres carrés',
        'centimètre carré|centimètres carrés',
      ] as const),
      ...([
        'millimètre carré|millimètres carrés',
        'mètre cube|mètres cubes',
        'centimètre cube|centimètres cubes',
      ] as const),
    ],
    ...{
      gram: 'gramme|grammes',
      liter: 'litre|litres',
      second: 'f seconde|secondes',
      hertz: 'hertz',
      watt: 'watt|watts',
    },
    ...{
      wattHour: 'wattheure|wattheures',
      volt: 'volt|volts',
      ampere: 'ampère|ampères',
      ampereHour: 'ampèreheure|ampèreheures',
    },
    ...{
      joule: 'joule|joules',
      calorie: 'f calorie|calories',
      pascal: 'pascal|pascals',
      byte: 'octet|octets',
      bit: 'bit|bits',
    },
  },
  {
    ...{
      mi: 'mile|miles',
      ft: 'pied|pieds',
      yd: 'yard|yards',
      ha: 'hectare|hectares',
      t: 'f tonne|tonnes',
      lb: 'f livre|livres',
    },
    ...{ oz: 'f once|onces', h: 'f heure|heures', min: 'f minute|minutes', bar: 'bar|bars', dB: 'décibel|décibels' },
    ...{
      '°C': 'degré Celsius|degrés Celsius',
      '°F': 'degré Fahrenheit|degrés Fahrenheit',
      '°': 'degré|degrés',
      px: 'pixel|pixels',
    },
    ...{
      dpi: 'points par pouce',
      fps: 'f image par seconde|images par seconde',
      rpm: 'tour par minute|tours par minute',
    },
    ppm: 'f partie par million|parties par million',
  },
);

const MONTHS = [
  ...[['janvier', 'janv'], ['février', 'févr', 'fév'], ['mars'], ['avril', 'avr'], ['mai'], ['juin']],
  ...[
    ['juillet', 'juil'],
    ['août'],
    ['septembre', 'sept'],
    ['octobre', 'oct'],
    ['novembre', 'nov'],
    ['décembre', 'déc'],
  ],
];

/** Regions that say "septante" and "nonante". */
const DECIMAL = new Set(['BE', 'CH']);

/** The rules by which French is read aloud in a region. */
export function createSpokenFrenchRules(region: string): SpokenLanguageRules {
  const isDecimal = DECIMAL.has(region);
  const cardinal = (value: number, gender?: NounGender): string => frenchCardinal(value, gender, isDecimal);
  const ordinal = (value: number, gender?: NounGender): string => frenchOrdinal(value, gender, isDecimal);
  const isOne = (value: number): boolean => value < 2;
  return {
    cardinal,
    isOne,
    ordinal,
    year: (value) => cardinal(value),
    group: '.',
    decimal: ',',
    decimals: 'number',
    words: {
      ...{
        point: 'virgule',
        minus: 'moins',
        plus: 'plus',
        plusMinus: 'plus ou moins',
        to: 'à',
        percent: 'pour cent',
        permille: 'pour mille',
      },
      ...{
        about: 'environ',
        less: 'moins de',
        more: 'plus de',
        smaller: 'inférieur à',
        greater: 'supérieur à',
        atMost: 'au plus',
      },
      ...{
        atLeast: 'au moins',
        equals: 'égale',
        notEqual: 'différent de',
        number: 'numéro',
        by: 'par',
        times: 'fois',
        dot: 'point',
      },
      ...{
        slash: 'slash',
        dash: 'tiret',
        underscore: 'tiret bas',
        at: 'arobase',
        colon: 'deux-points',
        version: 'version',
        ratio: 'à',
      },
      ...{ outOf: 'sur', squared: 'au carré', cubed: 'au cube', power: 'puissance', and: 'et', hashtag: 'hashtag' },
    },
    factor: (words) => `${words.replace(/(?<!\p{L})un$/u, 'une')} fois`,
    per: (noun, per) => `${noun} par ${per}`,
    units: UNITS,
    // "Mio" is a million.
    unitSpellings: {
      ...{ ko: 'kB', Ko: 'kB', Mo: 'MB', Go: 'GB', To: 'TB', Po: 'PB', Kio: 'KiB', Gio: 'GiB', Tio: 'TiB' },
    },
    currencies: {
      ...{
        USD: 'dollar|dollars/cent|cents',
        EUR: 'euro|euros/centime|centimes',
        GBP: 'f livre|livres/penny|pence',
        JPY: 'yen|yens',
      },
      ...{
        CHF: 'franc suisse|francs suisses/centime|centimes',
        CNY: 'yuan|yuans',
        INR: 'f roupie|roupies/paisa',
        KRW: 'won|wons',
      },
      ...{
        BRL: 'réal|réaux/centavo|centavos',
        CAD: 'dollar canadien|dollars canadiens/cent|cents',
        MXN: 'peso mexicain|pesos mexicains',
      },
      ...{
        AUD: 'dollar australien|dollars australiens/cent|cents',
        SEK: 'f couronne suédoise|couronnes suédoises/öre',
      },
      ...{ NOK: 'f couronne norvégienne|couronnes norvégiennes/øre', DKK: 'f couronne danoise|couronnes danoises/øre' },
      ...{
        PLN: 'zloty|zlotys/grosz',
        CZK: 'f couronne tchèque|couronnes tchèques',
        TRY: 'f livre turque|livres turques/kuruş',
      },
      ...{ RUB: 'rouble|roubles/kopeck|kopecks', BTC: 'bitcoin|bitcoins' },
    },
    withSmall: (amount, small) => `${amount} ${small}`,
    periods: {
      ...{
        mois: 'par mois',
        an: 'par an',
        année: 'par an',
        jour: 'par jour',
        semaine: 'par semaine',
        h: 'de l’heure',
        heure: 'de l’heure',
      },
      ...{ nuit: 'par nuit', pers: 'par personne', personne: 'par personne' },
    },
    magnitudes: {
      ...{
        k: [3, 'mille'],
        K: [3, 'mille'],
        M: [6, 'million|millions'],
        Mio: [6, 'million|millions'],
        'Mio.': [6, 'million|millions'],
      },
      ...{
        million: [6, 'million|millions'],
        millions: [6, 'million|millions'],
        Md: [9, 'milliard|milliards'],
        Mds: [9, 'milliard|milliards'],
      },
      ...{ Mrd: [9, 'milliard|milliards'], milliard: [9, 'milliard|milliards'], milliards: [9, 'milliard|milliards'] },
    },
    ofMagnitude: (noun) => (/^[aeiouhéè]/iu.test(noun) ? `d’${noun}` : `de ${noun}`),
    months: MONTHS,
    weekdays: [
      ['lundi', 'lun'],
      ['mardi', 'mar'],
      ['mercredi', 'mer'],
      ['jeudi', 'jeu'],
      ['vendredi', 'ven'],
      ['samedi', 'sam'],
      ['dimanche', 'dim'],
    ],
    untilDay: { au: 'au', à: 'à' },
    dayLetters: { L: 'lundi', V: 'vendredi', S: 'samedi', D: 'dimanche' },
    order: 'dmy',
    dateSigns: './-',
    date({ day, month, year }) {
      const parts = [
        day === undefined ? '' : day === 1 ? 'premier' : cardinal(day),
        month === undefined ? '' : (MONTHS[month - 1]?.[0] ?? ''),
        year === undefined ? '' : cardinal(year),
      ];
      return parts.filter(Boolean).join(' ');
    },
    time({ hour, minute, second, half }) {
      const minutes = minute === 0 ? '' : ` ${cardinal(minute, 'f')}`;
      const seconds =
        second === undefined || second === 0
          ? ''
          : ` et ${durationWords({ units: UNITS, cardinal, isOne }, [0, 0, second])}`;
      return `${cardinal(hour, 'f')} heure${hour < 2 ? '' : 's'}${minutes}${seconds}${half ? ` ${[...half].join(' ')}` : ''}`;
    },
    times: ['(?<hour>\\d{1,2}) ?h ?(?<minute>\\d{2})'],
    rangeTime: '(?<hour>\\d{1,2}) ?h(?: ?(?<minute>\\d{2}))?',
    afterTime: ' h(?!\\p{L})',
    duration: (...amounts) => durationWords({ units: UNITS, cardinal, isOne }, amounts),
    dates: ['DAY(?:er)? MONTH\\.? YEAR', 'DAY(?:er)? MONTH(?:\\.(?! \\p{Lu}))?(?!\\p{L})', 'MONTH\\.? YEAR'],
    beforeYear:
      /en|depuis|jusqu['’]en|avant|après|dès|vers|l['’]an|année|de|à|fin|début|été|hiver|printemps|automne|©/u,
    beforeDay: undefined,
    fractions: {
      ...{
        '1/2': 'un demi',
        '1/3': 'un tiers',
        '2/3': 'deux tiers',
        '1/4': 'un quart',
        '3/4': 'trois quarts',
        '1/5': 'un cinquième',
      },
      ...{
        '2/5': 'deux cinquièmes',
        '3/5': 'trois cinquièmes',
        '4/5': 'quatre cinquièmes',
        '1/6': 'un sixième',
        '5/6': 'cinq sixièmes',
      },
      ...{
        '1/8': 'un huitième',
        '3/8': 'trois huitièmes',
        '5/8': 'cinq huitièmes',
        '7/8': 'sept huitièmes',
        '1/10': 'un dixième',
      },
    },
    mixed: (whole, fraction) => `${whole} et ${fraction === 'un demi' ? 'demi' : fraction}`,
    abbreviations: ABBREVIATIONS,
    ordinals: /(?<![\p{L}\p{N}_.,])(?<number>\d{1,4})(?<mark>er|ère|re|ème|e|nd|nde|ᵉ|ers|es)(?![\p{L}\p{N}_])/gu,
    ordinalGender: (mark) => (/^(?:ère|re|nde)$/.test(mark) ? 'f' : 'm'),
    afterRange:
      /^ (?:jours|semaines|mois|ans|années|heures|minutes|secondes|personnes|pages|euros|fois|points|étapes|enfants)(?!\p{L})/u,
    decades: undefined,
    decade: (value) => cardinal(value),
    romanAfter:
      /[Cc]hapitre|[Pp]artie|[Pp]hase|[Tt]ome|[Vv]olume|[Ss]ection|[Aa]cte|[Ss]cène|[Tt]ype|[Nn]iveau|[Cc]lasse|[Aa]rticle|[Aa]nnexe|[Tt]ableau|[Ll]ivre|Louis|Henri|Charles|Napoléon|Philippe|François|Jean-Paul|Benoît|Pie|Élisabeth/u,
    romanNames: /(?!)/u,
    afterName: (value) => cardinal(value),
    romanOrdinals: new RegExp(
      `(?<![\\p{L}\\p{N}_])(?<roman>${ROMAN_NUMERAL_PATTERN})(?<mark>er|re|e|ème|ᵉ)(?![\\p{L}\\p{N}_])`,
      'gu',
    ),
    romanOrdinal: (value, mark) => ordinal(value, mark === 're' ? 'f' : 'm'),
  };
}
