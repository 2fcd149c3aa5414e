const SUPERSCRIPT = new Map([...'0123456789+-−=()ni′″'].map((sign, at) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ′″'[at] ?? '']));
const SUBSCRIPT = new Map(
  [...'0123456789+-−=()aeoxijnt'].map((sign, at) => [sign, '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓᵢⱼₙₜ'[at] ?? '']),
);

/** A part of a formula above or below the line, in letters of Unicode; where those lack, after `^` or `_`, as `^(k m)`. */
export function raisedText(text: string, place: 'above' | 'below'): string {
  const [signs, mark] = place === 'above' ? [SUPERSCRIPT, '^'] : [SUBSCRIPT, '_'];
  const set = [...text].map((sign) => signs.get(sign));
  if (set.every((sign) => sign !== undefined)) return set.join('');
  return [...text].length === 1 ? `${mark}${text}` : `${mark}(${text})`;
}
