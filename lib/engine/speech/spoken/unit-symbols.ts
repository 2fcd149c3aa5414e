/** Symbols of units that are read as words; every language has a noun for each. Superscripts count as written. */
export const UNIT_SYMBOLS = [
  ...['km', 'm', 'dm', 'cm', 'mm', 'µm', 'nm', 'mi', 'ft', 'yd'],
  ...['km²', 'm²', 'cm²', 'mm²', 'ha', 'm³', 'cm³', 'l', 'dl', 'cl', 'ml'],
  ...['t', 'kg', 'g', 'mg', 'µg', 'lb', 'oz'],
  ...['h', 'min', 's', 'ms', 'µs', 'ns'],
  ...['Hz', 'kHz', 'MHz', 'GHz', 'W', 'kW', 'MW', 'GW', 'TW', 'Wh', 'kWh', 'MWh', 'GWh', 'TWh'],
  ...[
    'V',
    'kV',
    'mV',
    'mA',
    'mAh',
    'Ah',
    'J',
    'kJ',
    'MJ',
    'cal',
    'kcal',
    'Pa',
    'hPa',
    'kPa',
    'bar',
    'dB',
    '°C',
    '°F',
    '°',
  ],
  ...[
    'kB',
    'MB',
    'GB',
    'TB',
    'PB',
    'KiB',
    'MiB',
    'GiB',
    'TiB',
    'kbit',
    'Mbit',
    'Gbit',
    'px',
    'dpi',
    'fps',
    'rpm',
    'ppm',
  ],
] as const;
export type UnitSymbol = (typeof UNIT_SYMBOLS)[number];

/** Other spellings of units. */
export const UNIT_SPELLINGS: Readonly<Record<string, UnitSymbol | readonly [UnitSymbol, UnitSymbol]>> = {
  ...{ KB: 'kB', L: 'l', mL: 'ml', lbs: 'lb', μm: 'µm', μs: 'µs', μg: 'µg', sqm: 'm²', m2: 'm²', km2: 'km²', m3: 'm³' },
  ...{
    sec: 's',
    secs: 's',
    hr: 'h',
    hrs: 'h',
    mins: 'min',
    msec: 'ms',
    Kbit: 'kbit',
    '℃': '°C',
    '℉': '°F',
    KHz: 'kHz',
  },
  kmh: ['km', 'h'],
  mph: ['mi', 'h'],
  kph: ['km', 'h'],
  kbps: ['kbit', 's'],
  Mbps: ['Mbit', 's'],
  Gbps: ['Gbit', 's'],
};

/** Currencies that are read as words, by their code of ISO 4217. */
export const CURRENCY_CODES = [
  ...['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CNY', 'INR', 'KRW', 'BRL', 'CAD', 'AUD', 'MXN'],
  ...['SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'TRY', 'RUB', 'BTC'],
] as const;
export type CurrencyCode = (typeof CURRENCY_CODES)[number];

/** Signs of currencies. A sign that several currencies share means the most common of them. */
export const CURRENCY_SIGNS: Readonly<Record<string, CurrencyCode>> = {
  ...{ $: 'USD', US$: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', R$: 'BRL', C$: 'CAD', CA$: 'CAD', A$: 'AUD' },
  ...{ AU$: 'AUD', MX$: 'MXN', '₹': 'INR', '₩': 'KRW', '₺': 'TRY', '₽': 'RUB', '₿': 'BTC', zł: 'PLN', Kč: 'CZK' },
};
