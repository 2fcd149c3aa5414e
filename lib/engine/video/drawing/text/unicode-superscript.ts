const PLAIN = '0123456789+-−=()ni';
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ';

/** A superscript in Unicode's superscript characters, such as `²`, if all of them exist; else unchanged. */
export function unicodeSuperscript(text: string): string {
  const raised = Array.from(text, (character) => RAISED[PLAIN.indexOf(character)]);
  return raised.includes(undefined) ? text : raised.join('');
}
