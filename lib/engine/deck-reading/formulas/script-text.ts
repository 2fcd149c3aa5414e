const SUPERSCRIPTS = new Map(
  [...'0123456789+-−=()ni′″'].map((character, index) => [character, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ′″'][index] ?? '']),
);
const SUBSCRIPTS = new Map(
  [...'0123456789+-−=()aeoxijnt'].map((character, index) => [character, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓᵢⱼₙₜ'][index] ?? '']),
);

/**
 * A superscript or a subscript of a formula in characters of Unicode. A text with a character that Unicode lacks is written after `^`
 * or `_`, as in `^(k m)`.
 */
export function unicodeScriptText(text: string, script: 'super' | 'sub'): string {
  const [scriptCharacters, mark] = script === 'super' ? [SUPERSCRIPTS, '^'] : [SUBSCRIPTS, '_'];
  const scriptText = [...text].map((character) => scriptCharacters.get(character));
  if (scriptText.every((character) => character !== undefined)) return scriptText.join('');
  return [...text].length === 1 ? `${mark}${text}` : `${mark}(${text})`;
}
