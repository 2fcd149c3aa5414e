/** Characters that have a superscript form, and these forms, in the same order. */
const PLAIN = '0123456789+-−=()ni';
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ';

/** A superscript in Unicode's superscript characters, such as `²`, if all characters have such a form; otherwise unchanged. */
export function toUnicodeSuperscriptIfPossible(text: string): string {
  const superscripts = Array.from(text, (character) => RAISED[PLAIN.indexOf(character)]);
  return superscripts.includes(undefined) ? text : superscripts.join('');
}
