import {
  type Abbreviation,
  createSentenceEndAbbreviation,
  toAbbreviationBeforeName,
  toAbbreviationBeforeNumber,
} from '../abbreviation.ts';
import { createSpokenMetricUnits, durationWords, LATIN_SI_PREFIXES } from '../metric-units.ts';
import { spanishCardinal, spanishOrdinal } from '../numbers/spanish-numbers.ts';
import { ROMAN_NUMERAL_PATTERN } from '../rules/roman.ts';
import type { NounGender, SpokenLanguageRules } from '../spoken-language-rules.ts';

const ABBREVIATIONS: Readonly<Record<string, Abbreviation>> = {
  's.': { say: 'siglo', beforeRoman: true },
  'ss.': { say: 'siglos', beforeRoman: true },
  'p. ej.': { say: 'por ejemplo' },
  'p.ej.': { say: 'por ejemplo' },
  'etc.': createSentenceEndAbbreviation('etcétera'),
  'aprox.': { say: 'aproximadamente' },
  'vs.': { say: 'contra' },
  vs: { say: 'contra' },
  'cf.': { say: 'compárese' },
  'Sr.': toAbbreviationBeforeName('señor'),
  'Sra.': toAbbreviationBeforeName('señora'),
  'Srta.': toAbbreviationBeforeName('señorita'),
  'Sres.': toAbbreviationBeforeName('señores'),
  'Dr.': toAbbreviationBeforeName('doctor'),
  'Dra.': toAbbreviationBeforeName('doctora'),
  'D.': toAbbreviationBeforeName('don'),
  'Prof.': toAbbreviationBeforeName('profesor'),
  'Ing.': toAbbreviationBeforeName('ingeniero'),
  'Lic.': toAbbreviationBeforeName('licenciado'),
  'Ud.': createSentenceEndAbbreviation('usted'),
  'Uds.': createSentenceEndAbbreviation('ustedes'),
  'EE. UU.': createSentenceEndAbbreviation('Estados Unidos'),
  'EE.UU.': createSentenceEndAbbreviation('Estados Unidos'),
  'n.º': toAbbreviationBeforeNumber('número'),
  'N.º': toAbbreviationBeforeNumber('número'),
  nº: toAbbreviationBeforeNumber('número'),
  Nº: toAbbreviationBeforeNumber('número'),
  'núm.': toAbbreviationBeforeNumber('número'),
  'pág.': toAbbreviationBeforeNumber('página'),
  'págs.': toAbbreviationBeforeNumber('páginas'),
  'p.': toAbbreviationBeforeNumber('página'),
  'pp.': toAbbreviationBeforeNumber('páginas'),
  'fig.': toAbbreviationBeforeNumber('figura'),
  'Fig.': toAbbreviationBeforeNumber('figura'),
  'cap.': toAbbreviationBeforeNumber('capítulo'),
  'Cap.': toAbbreviationBeforeNumber('capítulo'),
  'art.': toAbbreviationBeforeNumber('artículo'),
  'Art.': toAbbreviationBeforeNumber('artículo'),
  'vol.': toAbbreviationBeforeNumber('volumen'),
  'tel.': { say: 'teléfono' },
  'Tel.': { say: 'teléfono' },
  'máx.': { say: 'máximo' },
  'mín.': { say: 'mínimo' },
  'Av.': toAbbreviationBeforeName('avenida'),
  'Avda.': toAbbreviationBeforeName('avenida'),
  'dpto.': { say: 'departamento' },
  'Dpto.': { say: 'departamento' },
  'S. A.': createSentenceEndAbbreviation('sociedad anónima'),
};

const UNITS = createSpokenMetricUnits(
  {
    prefixes: { ...LATIN_SI_PREFIXES, m: 'mili' },
    lengths: [
      'kilómetro|kilómetros',
      'metro|metros',
      'decímetro|decímetros',
      'centímetro|centímetros',
      'milímetro|milímetros',
      'micrómetro|micrómetros',
      'nanómetro|nanómetros',
    ],
    areas: [
      'kilómetro cuadrado|kilómetros cuadrados',
      'metro cuadrado|metros cuadrados',
      'centímetro cuadrado|centímetros cuadrados',
      'milímetro cuadrado|milímetros cuadrados',
      'metro cúbico|metros cúbicos',
      'centímetro cúbico|centímetros cúbicos',
    ],
    gram: 'gramo|gramos',
    liter: 'litro|litros',
    second: 'segundo|segundos',
    hertz: 'hercio|hercios',
    watt: 'vatio|vatios',
    wattHour: 'vatio hora|vatios hora',
    volt: 'voltio|voltios',
    ampere: 'amperio|amperios',
    ampereHour: 'amperio hora|amperios hora',
    joule: 'julio|julios',
    calorie: 'f caloría|calorías',
    pascal: 'pascal|pascales',
    byte: 'byte|bytes',
    bit: 'bit|bits',
  },
  {
    mi: 'f milla|millas',
    ft: 'pie|pies',
    yd: 'f yarda|yardas',
    ha: 'f hectárea|hectáreas',
    t: 'f tonelada|toneladas',
    lb: 'f libra|libras',
    oz: 'f onza|onzas',
    h: 'f hora|horas',
    min: 'minuto|minutos',
    bar: 'bar|bares',
    dB: 'decibelio|decibelios',
    '°C': 'grado Celsius|grados Celsius',
    '°F': 'grado Fahrenheit|grados Fahrenheit',
    '°': 'grado|grados',
    px: 'píxel|píxeles',
    dpi: 'puntos por pulgada',
    fps: 'fotograma por segundo|fotogramas por segundo',
    rpm: 'f revolución por minuto|revoluciones por minuto',
    ppm: 'f parte por millón|partes por millón',
  },
);

const MONTHS = [
  ['enero', 'ene'],
  ['febrero', 'feb'],
  ['marzo', 'mar'],
  ['abril', 'abr'],
  ['mayo'],
  ['junio', 'jun'],
  ['julio', 'jul'],
  ['agosto', 'ago'],
  ['septiembre', 'setiembre', 'sept', 'sep'],
  ['octubre', 'oct'],
  ['noviembre', 'nov'],
  ['diciembre', 'dic'],
];

/** Regions that write "1,234.5". */
const DECIMAL_POINT_REGIONS = new Set(['MX', 'US', 'GT', 'HN', 'NI', 'PA', 'PR', 'DO', 'SV', 'PE']);
const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The rules by which Spanish is read aloud in a region. */
export function createSpokenSpanishRules(region: string): SpokenLanguageRules {
  const cardinal = spanishCardinal;
  const isOne = (value: number): boolean => value === 1;
  const hasDecimalPoint = DECIMAL_POINT_REGIONS.has(region);
  return {
    cardinal,
    isOne,
    ordinal: (value, gender?: NounGender) => spanishOrdinal(value, gender),
    year: (value) => cardinal(value),
    group: hasDecimalPoint ? ',' : '.',
    decimal: hasDecimalPoint ? '.' : ',',
    decimals: 'number',
    words: {
      point: hasDecimalPoint ? 'punto' : 'coma',
      minus: 'menos',
      plus: 'más',
      plusMinus: 'más menos',
      to: 'a',
      percent: 'por ciento',
      permille: 'por mil',
      about: 'aproximadamente',
      less: 'menos de',
      more: 'más de',
      smaller: 'menor que',
      greater: 'mayor que',
      atMost: 'como máximo',
      atLeast: 'al menos',
      equals: 'igual a',
      notEqual: 'distinto de',
      number: 'número',
      by: 'por',
      times: 'por',
      dot: 'punto',
      slash: 'barra',
      dash: 'guion',
      underscore: 'guion bajo',
      at: 'arroba',
      colon: 'dos puntos',
      version: 'versión',
      ratio: 'a',
      outOf: 'de',
      squared: 'al cuadrado',
      cubed: 'al cubo',
      power: 'elevado a',
      and: 'y',
      hashtag: 'hashtag',
    },
    factor: (words) => (words === 'uno' ? 'una vez' : `${words.replace(/uno$/, 'una')} veces`),
    per: (noun, per) => `${noun} por ${per}`,
    units: UNITS,
    currencies: {
      USD: 'dólar|dólares/centavo|centavos',
      EUR: 'euro|euros/céntimo|céntimos',
      GBP: 'f libra|libras/penique|peniques',
      JPY: 'yen|yenes',
      CHF: 'franco suizo|francos suizos/céntimo|céntimos',
      CNY: 'yuan|yuanes',
      INR: 'f rupia|rupias/f paisa|paisas',
      KRW: 'won|wones',
      BRL: 'real|reales/centavo|centavos',
      CAD: 'dólar canadiense|dólares canadienses/centavo|centavos',
      BTC: 'bitcoin|bitcoins',
      AUD: 'dólar australiano|dólares australianos/centavo|centavos',
      MXN: 'peso mexicano|pesos mexicanos/centavo|centavos',
      SEK: 'f corona sueca|coronas suecas/öre',
      NOK: 'f corona noruega|coronas noruegas/øre',
      DKK: 'f corona danesa|coronas danesas/øre',
      PLN: 'esloti|eslotis/grosz',
      CZK: 'f corona checa|coronas checas',
      TRY: 'f lira turca|liras turcas/kuruş',
      RUB: 'rublo|rublos/kopek|kopeks',
    },
    withSmall: (amount, small) => `${amount} con ${small}`,
    periods: {
      mes: 'al mes',
      año: 'al año',
      día: 'al día',
      semana: 'a la semana',
      hora: 'por hora',
      h: 'por hora',
      noche: 'por noche',
      persona: 'por persona',
    },
    magnitudes: {
      k: [3, 'mil'],
      K: [3, 'mil'],
      mil: [3, 'mil'],
      M: [6, 'millón|millones'],
      mill: [6, 'millón|millones'],
      'mill.': [6, 'millón|millones'],
      millón: [6, 'millón|millones'],
      millones: [6, 'millón|millones'],
      billones: [12, 'billón|billones'],
    },
    ofMagnitude: (noun) => `de ${noun}`,
    months: MONTHS,
    weekdays: [
      ['lunes', 'lun'],
      ['martes', 'mar'],
      ['miércoles', 'mié'],
      ['jueves', 'jue'],
      ['viernes', 'vie'],
      ['sábado', 'sáb'],
      ['domingo', 'dom'],
    ],
    untilDay: { a: 'a', al: 'al' },
    dayLetters: { L: 'lunes', V: 'viernes', S: 'sábado', D: 'domingo' },
    order: region === 'US' || region === 'PR' ? 'mdy' : 'dmy',
    dateSigns: './-',
    date({ day, month, year }) {
      const parts = [
        day === undefined ? '' : day === 1 ? 'primero' : cardinal(day),
        month === undefined ? '' : (MONTHS[month - 1]?.[0] ?? ''),
        year === undefined ? '' : cardinal(year),
      ];
      return parts.filter(Boolean).join(' de ');
    },
    time({ hour, minute, second, half }, before) {
      const seconds =
        second === undefined || second === 0
          ? ''
          : ` y ${durationWords({ units: UNITS, cardinal, isOne }, [0, 0, second])}`;
      const isNamed = /(?<!\p{L})las? $/iu.test(before) || half !== undefined;
      const hourNoun = isNamed ? '' : isOne(hour) ? ' hora' : ' horas';
      const minutes = minute === 0 ? hourNoun : ` ${cardinal(minute)}`;
      const partOfDay =
        half === undefined
          ? ''
          : half === 'AM'
            ? ' de la mañana'
            : hour >= 8 && hour < 12
              ? ' de la noche'
              : ' de la tarde';
      return `${cardinal(hour, 'f')}${minutes}${seconds}${partOfDay}`;
    },
    times: [
      '(?<hour>\\d{1,2})h(?<minute>\\d{2})',
      '(?<hour>\\d{1,2})\\.(?<minute>\\d{2}) h(?:oras)?',
      '(?<hour>\\d{1,2})(?::(?<minute>\\d{2}))? (?<half>[ap]\\. ?m\\.)',
    ],
    rangeTime: '(?<hour>\\d{1,2})h(?:(?<minute>\\d{2}))?',
    afterTime: ' (?:h|horas)(?!\\p{L})',
    duration: (...amounts) => durationWords({ units: UNITS, cardinal, isOne }, amounts),
    dates: [
      'DAY(?:\\.?º)? de MONTH\\.? del? YEAR',
      'DAY(?:\\.?º)? de MONTH(?!\\p{L})',
      'DAY MONTH\\.? YEAR',
      'MONTH del? YEAR',
      'MONTH\\.? YEAR',
    ],
    beforeYear: /en|desde|hasta|antes de|después de|año|hacia|de|del|a|verano|invierno|©/u,
    beforeDay: undefined,
    fractions: {
      '1/2': 'un medio',
      '1/3': 'un tercio',
      '2/3': 'dos tercios',
      '1/4': 'un cuarto',
      '3/4': 'tres cuartos',
      '1/5': 'un quinto',
      '2/5': 'dos quintos',
      '3/5': 'tres quintos',
      '4/5': 'cuatro quintos',
      '1/6': 'un sexto',
      '5/6': 'cinco sextos',
      '1/8': 'un octavo',
      '3/8': 'tres octavos',
      '5/8': 'cinco octavos',
      '7/8': 'siete octavos',
      '1/10': 'un décimo',
    },
    mixed: (whole, fraction) => `${whole} y ${fraction === 'un medio' ? 'medio' : fraction}`,
    abbreviations: ABBREVIATIONS,
    ordinals:
      /(?<![\p{L}\p{N}_.,])(?<number>\d{1,3})(?:\.?(?<mark>[ºª])|\.?(?:er|ero|ra|do|da|ta|to)(?![\p{L}\p{N}_]))/gu,
    ordinalGender: (mark) => (mark === 'ª' ? 'f' : 'm'),
    afterRange:
      /^ (?:días|semanas|meses|años|horas|minutos|segundos|personas|páginas|euros|veces|puntos|pasos|niños)(?!\p{L})/u,
    decades: undefined,
    decade: (value) => cardinal(value),
    romanAfter:
      /[Ss]iglos?|ss?\.|[Cc]apítulo|[Pp]arte|[Ff]ase|[Vv]olumen|[Tt]omo|[Ss]ección|[Aa]cto|[Ee]scena|[Tt]ipo|[Nn]ivel|[Cc]lase|[Aa]rtículo|[Aa]nexo|[Tt]abla|[Ll]ibro|Guerra Mundial/u,
    romanNames:
      /Felipe|Alfonso|Carlos|Juan Pablo|Fernando|Luis|Enrique|Pío|Benedicto|Napoleón|Jorge|Jaime|Francisco|Eduardo|Guillermo|Pedro/u,
    afterName: (value) => (value <= 10 ? spanishOrdinal(value) : cardinal(value)),
    romanOrdinals: new RegExp(
      `(?<![\\p{L}\\p{N}_])(?<roman>${ROMAN_NUMERAL_PATTERN})(?= (?:Guerra|Congreso|Edición|Premio|Festival|Encuentro))`,
      'gu',
    ),
    romanOrdinal: (value, _, before) => capitalize(spanishOrdinal(value, /(?<!\p{L})la $/iu.test(before) ? 'f' : 'm')),
  };
}
