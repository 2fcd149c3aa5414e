import { parseCountedNoun, type SpokenLanguageRules } from './spoken-language-rules.ts';
import type { UnitSymbol } from './unit-symbols.ts';

/** The nouns from which a language forms its units. */
interface UnitNouns {
  /** Before a unit, by the sign of the factor. */
  prefixes: Readonly<Record<'k' | 'M' | 'G' | 'T' | 'P' | 'h' | 'd' | 'c' | 'm' | 'µ' | 'n', string>>;
  /** km, m, dm, cm, mm, µm, nm. */
  lengths: readonly [string, string, string, string, string, string, string];
  /** km², m², cm², mm², m³, cm³. */
  areas: readonly [string, string, string, string, string, string];
  gram: string;
  liter: string;
  second: string;
  hertz: string;
  watt: string;
  wattHour: string;
  volt: string;
  ampere: string;
  ampereHour: string;
  joule: string;
  calorie: string;
  pascal: string;
  byte: string;
  bit: string;
}
/** The prefixes of the SI as most languages in Latin letters write them; a language lists those that differ. */
export const LATIN_SI_PREFIXES: UnitNouns['prefixes'] = {
  k: 'kilo',
  M: 'mega',
  G: 'giga',
  T: 'tera',
  P: 'peta',
  h: 'hecto',
  d: 'deci',
  c: 'centi',
  m: 'milli',
  µ: 'micro',
  n: 'nano',
};
/** Units that are not formed. */
type OtherUnit = Extract<
  UnitSymbol,
  | 'mi'
  | 'ft'
  | 'yd'
  | 'ha'
  | 't'
  | 'lb'
  | 'oz'
  | 'h'
  | 'min'
  | 'bar'
  | 'dB'
  | '°C'
  | '°F'
  | '°'
  | 'px'
  | 'dpi'
  | 'fps'
  | 'rpm'
  | 'ppm'
>;

/** The units of a language, formed of prefixes and nouns. A prefix takes the capital letter of the noun. */
export function metricUnits(
  nouns: UnitNouns,
  others: Readonly<Record<OtherUnit, string>>,
): SpokenLanguageRules['units'] {
  const { prefixes: p, lengths, areas } = nouns;
  const join = (prefix: string, text: string): string => {
    const { one, many, gender } = parseCountedNoun(text);
    const joined = (noun: string): string => {
      const word = prefix + noun.charAt(0).toLowerCase() + noun.slice(1);
      return /^\p{Lu}/u.test(noun) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
    };
    return `${gender} ${joined(one)}|${joined(many)}`;
  };
  const [km, m, dm, cm, mm, micrometer, nm] = lengths;
  const [km2, m2, cm2, mm2, m3, cm3] = areas;
  const { gram, liter, second, hertz, watt, wattHour, volt, ampere, ampereHour, joule, calorie, pascal, byte, bit } =
    nouns;
  return {
    ...others,
    km,
    m,
    dm,
    cm,
    mm,
    µm: micrometer,
    nm,
    'km²': km2,
    'm²': m2,
    'cm²': cm2,
    'mm²': mm2,
    'm³': m3,
    'cm³': cm3,
    g: gram,
    kg: join(p.k, gram),
    mg: join(p.m, gram),
    µg: join(p.µ, gram),
    l: liter,
    dl: join(p.d, liter),
    cl: join(p.c, liter),
    ml: join(p.m, liter),
    s: second,
    ms: join(p.m, second),
    µs: join(p.µ, second),
    ns: join(p.n, second),
    Hz: hertz,
    kHz: join(p.k, hertz),
    MHz: join(p.M, hertz),
    GHz: join(p.G, hertz),
    W: watt,
    kW: join(p.k, watt),
    MW: join(p.M, watt),
    GW: join(p.G, watt),
    TW: join(p.T, watt),
    Wh: wattHour,
    kWh: join(p.k, wattHour),
    MWh: join(p.M, wattHour),
    GWh: join(p.G, wattHour),
    TWh: join(p.T, wattHour),
    V: volt,
    kV: join(p.k, volt),
    mV: join(p.m, volt),
    mA: join(p.m, ampere),
    mAh: join(p.m, ampereHour),
    Ah: ampereHour,
    J: joule,
    kJ: join(p.k, joule),
    MJ: join(p.M, joule),
    cal: calorie,
    kcal: join(p.k, calorie),
    Pa: pascal,
    hPa: join(p.h, pascal),
    kPa: join(p.k, pascal),
    kB: join(p.k, byte),
    MB: join(p.M, byte),
    GB: join(p.G, byte),
    TB: join(p.T, byte),
    PB: join(p.P, byte),
    KiB: join('kibi', byte),
    MiB: join('mebi', byte),
    GiB: join('gibi', byte),
    TiB: join('tebi', byte),
    kbit: join(p.k, bit),
    Mbit: join(p.M, bit),
    Gbit: join(p.G, bit),
  };
}

/** A length of time in the nouns of a language's units. */
export function durationWords(
  { units, cardinal, isOne }: Pick<SpokenLanguageRules, 'units' | 'cardinal' | 'isOne'>,
  amounts: readonly [hours: number, minutes: number, seconds: number],
): string {
  const symbols = ['h', 'min', 's'] as const;
  return symbols
    .flatMap((symbol, at) => {
      const [amount = 0, noun] = [amounts[at], parseCountedNoun(units[symbol])];
      return amount === 0 ? [] : [`${cardinal(amount, noun.gender)} ${isOne(amount) ? noun.one : noun.many}`];
    })
    .join(' ');
}
