import {
  type Abbreviation,
  abbreviationBeforeName,
  abbreviationBeforeNumber,
  sentenceEndAbbreviation,
} from '../abbreviation.ts';
import { durationWords, LATIN_SI_PREFIXES, metricUnits } from '../metric-units.ts';
import { portugueseCardinal, portugueseOrdinal } from '../numbers/portuguese-numbers.ts';
import type { NounGender, SpokenLanguageRules } from '../spoken-language-rules.ts';

const ABBREVIATIONS: Readonly<Record<string, Abbreviation>> = {
  'séc.': { say: 'século' },
  'sécs.': { say: 'séculos' },
  ...{ 'p. ex.': { say: 'por exemplo' }, 'p.ex.': { say: 'por exemplo' }, 'por ex.': { say: 'por exemplo' } },
  ...{
    'etc.': sentenceEndAbbreviation('et cetera'),
    'aprox.': { say: 'aproximadamente' },
    'vs.': { say: 'versus' },
    vs: { say: 'versus' },
    'cf.': { say: 'confira' },
  },
  ...{
    'Sr.': abbreviationBeforeName('senhor'),
    'Sra.': abbreviationBeforeName('senhora'),
    'Srta.': abbreviationBeforeName('senhorita'),
    'Dr.': abbreviationBeforeName('doutor'),
    'Dra.': abbreviationBeforeName('doutora'),
  },
  ...{
    'Prof.': abbreviationBeforeName('professor'),
    'Profa.': abbreviationBeforeName('professora'),
    'Eng.': abbreviationBeforeName('engenheiro'),
    'Av.': abbreviationBeforeName('avenida'),
    'S.': abbreviationBeforeName('São'),
  },
  ...{
    'n.º': abbreviationBeforeNumber('número'),
    'N.º': abbreviationBeforeNumber('número'),
    nº: abbreviationBeforeNumber('número'),
    Nº: abbreviationBeforeNumber('número'),
    'p.': abbreviationBeforeNumber('página'),
  },
  ...{
    'pág.': abbreviationBeforeNumber('página'),
    'págs.': abbreviationBeforeNumber('páginas'),
    'pp.': abbreviationBeforeNumber('páginas'),
    'fig.': abbreviationBeforeNumber('figura'),
    'Fig.': abbreviationBeforeNumber('figura'),
  },
  ...{
    'cap.': abbreviationBeforeNumber('capítulo'),
    'Cap.': abbreviationBeforeNumber('capítulo'),
    'art.': abbreviationBeforeNumber('artigo'),
    'Art.': abbreviationBeforeNumber('artigo'),
    'vol.': abbreviationBeforeNumber('volume'),
  },
  ...{
    'tab.': abbreviationBeforeNumber('tabela'),
    'tel.': { say: 'telefone' },
    'Tel.': { say: 'telefone' },
    'máx.': { say: 'máximo' },
    'mín.': { say: 'mínimo' },
  },
  ...{
    'a.C.': sentenceEndAbbreviation('antes de Cristo'),
    'd.C.': sentenceEndAbbreviation('depois de Cristo'),
    'Ltda.': sentenceEndAbbreviation('limitada'),
    'obs.': { say: 'observação' },
    'R.': abbreviationBeforeName('rua'),
  },
};

const UNITS: SpokenLanguageRules['units'] = {
  ...metricUnits(
    {
      prefixes: { ...LATIN_SI_PREFIXES, k: 'quilo', m: 'mili' },
      lengths: [
        ...(['quilômetro|quilômetros', 'metro|metros', 'decímetro|decímetros', 'centímetro|centímetros'] as const),
        ...(['milímetro|milímetros', 'micrômetro|micrômetros', 'nanômetro|nanômetros'] as const),
      ],
      areas: [
        ...([
          'quilômetro quadrado|quilômetros quadrados',
          'metro quadrado|metros quadrados',
          'centímetro quadrado|centímetros quadrados',
        ] as const),
        ...([
          'milímetro quadrado|milímetros quadrados',
          'metro cúbico|metros cúbicos',
          'centímetro cúbico|centímetros cúbicos',
        ] as const),
      ],
      ...{
        gram: 'grama|gramas',
        liter: 'litro|litros',
        second: 'segundo|segundos',
        hertz: 'hertz',
        watt: 'watt|watts',
      },
      ...{
        wattHour: 'watt-hora|watts-hora',
        volt: 'volt|volts',
        ampere: 'ampere|amperes',
        ampereHour: 'ampere-hora|amperes-hora',
      },
      ...{
        joule: 'joule|joules',
        calorie: 'f caloria|calorias',
        pascal: 'pascal|pascals',
        byte: 'byte|bytes',
        bit: 'bit|bits',
      },
    },
    {
      ...{
        mi: 'f milha|milhas',
        ft: 'pé|pés',
        yd: 'f jarda|jardas',
        ha: 'hectare|hectares',
        t: 'f tonelada|toneladas',
      },
      ...{
        lb: 'f libra|libras',
        oz: 'f onça|onças',
        h: 'f hora|horas',
        min: 'minuto|minutos',
        bar: 'bar|bars',
        dB: 'decibel|decibéis',
      },
      ...{
        '°C': 'grau Celsius|graus Celsius',
        '°F': 'grau Fahrenheit|graus Fahrenheit',
        '°': 'grau|graus',
        px: 'pixel|pixels',
      },
      ...{
        dpi: 'pontos por polegada',
        fps: 'quadro por segundo|quadros por segundo',
        rpm: 'f rotação por minuto|rotações por minuto',
      },
      ppm: 'f parte por milhão|partes por milhão',
    },
  ),
  // The s is doubled after a prefix.
  ...{ ms: 'milissegundo|milissegundos', µs: 'microssegundo|microssegundos', ns: 'nanossegundo|nanossegundos' },
};

const MONTHS = [
  ...[
    ['janeiro', 'jan'],
    ['fevereiro', 'fev'],
    ['março', 'mar'],
    ['abril', 'abr'],
    ['maio', 'mai'],
    ['junho', 'jun'],
    ['julho', 'jul'],
  ],
  ...[
    ['agosto', 'ago'],
    ['setembro', 'set'],
    ['outubro', 'out'],
    ['novembro', 'nov'],
    ['dezembro', 'dez'],
  ],
];

/** Spelled as in Portugal and Africa, with the open vowel. */
const european = (unit: string): string => unit.replaceAll('ômetro', 'ómetro');
const EUROPEAN_UNITS: SpokenLanguageRules['units'] = {
  ...UNITS,
  ...{ km: european(UNITS.km), 'km²': european(UNITS['km²']), µm: european(UNITS.µm), nm: european(UNITS.nm) },
};

/** The rules by which Portuguese is read aloud in a region. */
export function createSpokenPortugueseRules(region: string): SpokenLanguageRules {
  const isEuropean = region !== 'BR';
  const cardinal = (value: number, gender?: NounGender): string => portugueseCardinal(value, gender, isEuropean);
  const ordinal = (value: number, gender?: NounGender): string => portugueseOrdinal(value, gender, isEuropean);
  const isOne = (value: number): boolean => value < 2 && value > 0;
  const billion = isEuropean ? 'mil milhões' : 'bilhão|bilhões';
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
        point: 'vírgula',
        minus: 'menos',
        plus: 'mais',
        plusMinus: 'mais ou menos',
        to: 'a',
        percent: 'por cento',
        permille: 'por mil',
      },
      ...{
        about: 'cerca de',
        less: 'menos de',
        more: 'mais de',
        smaller: 'menor que',
        greater: 'maior que',
        atMost: 'no máximo',
      },
      ...{
        atLeast: 'pelo menos',
        equals: 'igual a',
        notEqual: 'diferente de',
        number: 'número',
        by: 'por',
        times: 'vezes',
        dot: 'ponto',
      },
      ...{
        slash: 'barra',
        dash: 'hífen',
        underscore: 'sublinhado',
        at: 'arroba',
        colon: 'dois pontos',
        version: 'versão',
      },
      ...{
        ratio: 'para',
        outOf: 'de',
        squared: 'ao quadrado',
        cubed: 'ao cubo',
        power: 'elevado a',
        and: 'e',
        hashtag: 'hashtag',
      },
    },
    factor: (words) => (words === 'um' ? 'uma vez' : `${words.replace(/um$/, 'uma').replace(/dois$/, 'duas')} vezes`),
    per: (noun, per) => `${noun} por ${per}`,
    units: isEuropean ? EUROPEAN_UNITS : UNITS,
    currencies: {
      ...{
        USD: 'dólar|dólares/centavo|centavos',
        EUR: 'euro|euros/cêntimo|cêntimos',
        GBP: 'f libra|libras/pence',
        JPY: 'iene|ienes',
      },
      ...{
        CHF: 'franco suíço|francos suíços/cêntimo|cêntimos',
        CNY: 'yuan|yuans',
        INR: 'f rupia|rupias/paisa',
        KRW: 'won|wons',
      },
      ...{
        BRL: 'real|reais/centavo|centavos',
        CAD: 'dólar canadense|dólares canadenses/centavo|centavos',
        BTC: 'bitcoin|bitcoins',
      },
      ...{
        AUD: 'dólar australiano|dólares australianos/centavo|centavos',
        MXN: 'peso mexicano|pesos mexicanos/centavo|centavos',
      },
      ...{
        SEK: 'f coroa sueca|coroas suecas/öre',
        NOK: 'f coroa norueguesa|coroas norueguesas/øre',
        DKK: 'f coroa dinamarquesa|coroas dinamarquesas/øre',
      },
      ...{
        PLN: 'zloty|zlotys/grosz',
        CZK: 'f coroa checa|coroas checas',
        TRY: 'f lira turca|liras turcas/kuruş',
        RUB: 'rublo|rublos/copeque|copeques',
      },
    },
    withSmall: (amount, _, small) => `${amount} e ${small}`,
    periods: {
      mês: 'por mês',
      ano: 'por ano',
      dia: 'por dia',
      semana: 'por semana',
      hora: 'por hora',
      h: 'por hora',
      noite: 'por noite',
      pessoa: 'por pessoa',
    },
    magnitudes: {
      ...{
        k: [3, 'mil'],
        K: [3, 'mil'],
        mil: [3, 'mil'],
        M: [6, 'milhão|milhões'],
        mi: [6, 'milhão|milhões'],
        milhão: [6, 'milhão|milhões'],
      },
      ...{
        milhões: [6, 'milhão|milhões'],
        bi: [9, billion],
        bilhão: [9, 'bilhão|bilhões'],
        bilhões: [9, 'bilhão|bilhões'],
      },
    },
    ofMagnitude: (noun) => `de ${noun}`,
    months: MONTHS,
    weekdays: [
      ['segunda-feira', 'seg'],
      ['terça-feira', 'ter'],
      ['quarta-feira', 'qua'],
      ['quinta-feira', 'qui'],
      ['sexta-feira', 'sex'],
      ['sábado', 'sáb'],
      ['domingo', 'dom'],
    ],
    untilDay: { a: 'a', à: 'à' },
    order: 'dmy',
    dateSigns: './-',
    date({ day, month, year }) {
      const parts = [
        day === undefined ? '' : day === 1 && !isEuropean ? 'primeiro' : cardinal(day),
        month === undefined ? '' : (MONTHS[month - 1]?.[0] ?? ''),
        year === undefined ? '' : cardinal(year),
      ];
      return parts.filter(Boolean).join(' de ');
    },
    time({ hour, minute, second, half }) {
      const seconds =
        second === undefined || second === 0
          ? ''
          : ` e ${durationWords({ units: UNITS, cardinal, isOne }, [0, 0, second])}`;
      const minutes = minute === 0 ? (hour < 2 ? ' hora' : ' horas') : ` e ${cardinal(minute)}`;
      return `${cardinal(hour, 'f')}${minutes}${seconds}${half ? ` ${[...half].join(' ')}` : ''}`;
    },
    times: ['(?<hour>\\d{1,2})h(?<minute>\\d{2})(?:min)?'],
    rangeTime: '(?<hour>\\d{1,2})h(?:(?<minute>\\d{2}))?',
    afterTime: ' ?h(?!\\p{L})',
    duration: (...amounts) => durationWords({ units: UNITS, cardinal, isOne }, amounts),
    dates: [
      'DAYº? de MONTH\\.? de YEAR',
      'DAYº? de MONTH(?!\\p{L})',
      'DAY MONTH\\.? YEAR',
      'MONTH de YEAR',
      'MONTH\\.? YEAR',
    ],
    beforeYear: /em|desde|até|antes de|depois de|ano|de|a|verão|inverno|©/u,
    beforeDay: undefined,
    fractions: {
      ...{
        '1/2': 'um meio',
        '1/3': 'um terço',
        '2/3': 'dois terços',
        '1/4': 'um quarto',
        '3/4': 'três quartos',
        '1/5': 'um quinto',
      },
      ...{
        '2/5': 'dois quintos',
        '3/5': 'três quintos',
        '4/5': 'quatro quintos',
        '1/6': 'um sexto',
        '5/6': 'cinco sextos',
      },
      ...{
        '1/8': 'um oitavo',
        '3/8': 'três oitavos',
        '5/8': 'cinco oitavos',
        '7/8': 'sete oitavos',
        '1/10': 'um décimo',
      },
    },
    mixed: (whole, fraction) => `${whole} e ${fraction === 'um meio' ? 'meio' : fraction}`,
    abbreviations: ABBREVIATIONS,
    ordinals: /(?<![\p{L}\p{N}_.,])(?<number>\d{1,3})\.?(?<mark>[ºª])/gu,
    ordinalGender: (mark) => (mark === 'ª' ? 'f' : 'm'),
    afterRange:
      /^ (?:dias|semanas|meses|anos|horas|minutos|segundos|pessoas|páginas|euros|reais|vezes|pontos|passos|crianças)(?!\p{L})/u,
    decades: undefined,
    decade: (value) => cardinal(value),
    romanAfter:
      /[Ss]éculos?|sécs?\.|[Cc]apítulo|[Pp]arte|[Ff]ase|[Vv]olume|[Tt]omo|[Ss]eção|[Aa]to|[Cc]ena|[Tt]ipo|[Nn]ível|[Cc]lasse|[Aa]rtigo|[Aa]nexo|[Tt]abela|[Ll]ivro/u,
    romanNames: /João Paulo|João|Pedro|Luís|Henrique|Carlos|Bento|Pio|Napoleão|Jorge|Manuel|Filipe|Francisco|Eduardo/u,
    afterName: (value) => (value <= 10 ? ordinal(value) : cardinal(value)),
    romanOrdinals: undefined,
    romanOrdinal: (value) => ordinal(value),
  };
}
