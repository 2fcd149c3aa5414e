import { type MakeSpokenRules, WORD_END_PATTERN, WORD_START_PATTERN } from '../spoken-rule.ts';

/** Chemical formulas that are recognized even without subscripts. */
const KNOWN_FORMULAS =
  'CO2|CO₂|H2O|O2|O3|N2|H2|N2O|NO2|NO3|CH4|SO2|SO4|NH3|NH4|H2O2|H2SO4|H2CO3|C6H12O6|CaCO3|NaHCO3|Fe2O3|SiO2|TiO2|SF6|C2H5OH|Al2O3|LiFePO4';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';

/** Chemical formulas, letter by letter: "C O two". */
export const spokenChemicalFormulaRules: MakeSpokenRules = () => [
  {
    pattern: new RegExp(
      `${WORD_START_PATTERN}(?:${KNOWN_FORMULAS}|(?:\\p{Lu}\\p{Ll}?[${SUBSCRIPTS}]{0,2}){0,6}\\p{Lu}\\p{Ll}?[${SUBSCRIPTS}]{1,2}(?:\\p{Lu}\\p{Ll}?[${SUBSCRIPTS}]{0,2}){0,6})${WORD_END_PATTERN}`,
      'gu',
    ),
    say: ({ text }, language) =>
      text
        .replace(/[₀-₉]/g, (figure) => String(SUBSCRIPTS.indexOf(figure)))
        .replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => ` ${letter}`)
        .replace(/\p{L}|\d+/gu, (sign) =>
          /\d/.test(sign) ? `${language.cardinal(Number(sign))} ` : `${sign.toUpperCase()} `,
        )
        .replace(/\s+/g, ' ')
        .trim(),
  },
];
