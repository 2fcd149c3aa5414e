import { parseGenderedNounEntry, type SpokenLanguageRules } from './spoken-language-rules.ts';
import type { UnitSymbol } from './unit-symbols.ts';

/** The nouns from which a language forms its units, in the notation of `parseGenderedNounEntry`. */
interface UnitNouns {
  /** Prefixes of the SI as words, by their symbols. */
  prefixes: Readonly<Record<'k' | 'M' | 'G' | 'T' | 'P' | 'h' | 'd' | 'c' | 'm' | 'µ' | 'n', string>>;
  lengths: readonly [km: string, m: string, dm: string, cm: string, mm: string, µm: string, nm: string];
  /** Squares and cubes of lengths. */
  areas: readonly [km2: string, m2: string, cm2: string, mm2: string, m3: string, cm3: string];
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

/** Units that are not formed of a prefix and a noun. */
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

/**
 * The units of a language, formed of prefixes and nouns. If the noun has a capital letter, so has its prefixed form.
 * @param nouns the nouns from which units are formed
 * @param otherUnits the nouns of units without a prefix, in the same notation
 */
export function createSpokenMetricUnits(
  nouns: UnitNouns,
  otherUnits: Readonly<Record<OtherUnit, string>>,
): SpokenLanguageRules['units'] {
  const { prefixes, lengths, areas } = nouns;
  const withPrefix = (prefix: string, countedNoun: string): string => {
    const { one, many, gender } = parseGenderedNounEntry(countedNoun);
    const prefixedNoun = (noun: string): string => {
      const word = prefix + noun.charAt(0).toLowerCase() + noun.slice(1);
      return /^\p{Lu}/u.test(noun) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
    };
    return `${gender} ${prefixedNoun(one)}|${prefixedNoun(many)}`;
  };
  const [km, m, dm, cm, mm, micrometer, nm] = lengths;
  const [km2, m2, cm2, mm2, m3, cm3] = areas;
  const { gram, liter, second, hertz, watt, wattHour, volt, ampere, ampereHour, joule, calorie, pascal, byte, bit } =
    nouns;
  return {
    ...otherUnits,
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
    kg: withPrefix(prefixes.k, gram),
    mg: withPrefix(prefixes.m, gram),
    µg: withPrefix(prefixes.µ, gram),
    l: liter,
    dl: withPrefix(prefixes.d, liter),
    cl: withPrefix(prefixes.c, liter),
    ml: withPrefix(prefixes.m, liter),
    s: second,
    ms: withPrefix(prefixes.m, second),
    µs: withPrefix(prefixes.µ, second),
    ns: withPrefix(prefixes.n, second),
    Hz: hertz,
    kHz: withPrefix(prefixes.k, hertz),
    MHz: withPrefix(prefixes.M, hertz),
    GHz: withPrefix(prefixes.G, hertz),
    W: watt,
    kW: withPrefix(prefixes.k, watt),
    MW: withPrefix(prefixes.M, watt),
    GW: withPrefix(prefixes.G, watt),
    TW: withPrefix(prefixes.T, watt),
    Wh: wattHour,
    kWh: withPrefix(prefixes.k, wattHour),
    MWh: withPrefix(prefixes.M, wattHour),
    GWh: withPrefix(prefixes.G, wattHour),
    TWh: withPrefix(prefixes.T, wattHour),
    V: volt,
    kV: withPrefix(prefixes.k, volt),
    mV: withPrefix(prefixes.m, volt),
    mA: withPrefix(prefixes.m, ampere),
    mAh: withPrefix(prefixes.m, ampereHour),
    Ah: ampereHour,
    J: joule,
    kJ: withPrefix(prefixes.k, joule),
    MJ: withPrefix(prefixes.M, joule),
    cal: calorie,
    kcal: withPrefix(prefixes.k, calorie),
    Pa: pascal,
    hPa: withPrefix(prefixes.h, pascal),
    kPa: withPrefix(prefixes.k, pascal),
    kB: withPrefix(prefixes.k, byte),
    MB: withPrefix(prefixes.M, byte),
    GB: withPrefix(prefixes.G, byte),
    TB: withPrefix(prefixes.T, byte),
    PB: withPrefix(prefixes.P, byte),
    // The binary prefixes are the same in all languages.
    KiB: withPrefix('kibi', byte),
    MiB: withPrefix('mebi', byte),
    GiB: withPrefix('gibi', byte),
    TiB: withPrefix('tebi', byte),
    kbit: withPrefix(prefixes.k, bit),
    Mbit: withPrefix(prefixes.M, bit),
    Gbit: withPrefix(prefixes.G, bit),
  };
}

/** A length of time in words. Units whose amount is 0 are left out. */
export function durationWords(
  { units, cardinal, isOne }: Pick<SpokenLanguageRules, 'units' | 'cardinal' | 'isOne'>,
  amounts: readonly [hours: number, minutes: number, seconds: number],
): string {
  const symbols = ['h', 'min', 's'] as const;
  return symbols
    .flatMap((symbol, index) => {
      const amount = amounts[index] ?? 0;
      if (amount === 0) return [];
      const noun = parseGenderedNounEntry(units[symbol]);
      return [`${cardinal(amount, noun.gender)} ${isOne(amount) ? noun.one : noun.many}`];
    })
    .join(' ');
}
