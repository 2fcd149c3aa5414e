const PLAIN = '0123456789+-−=()ni';
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ';

/** A superscript in the characters of Unicode, as `²`, where it has all of them; else as it is. */
export function raisedCharacters(text: string): string {
  const raised = Array.from(text, (character) => RAISED[PLAIN.indexOf(character)]);
  return raised.includes(undefined) ? text : raised.join('');
}
