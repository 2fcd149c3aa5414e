/** The shortest word that is compared by its start or without its ending. */
export const MIN_COMPARED_WORD = 3;

/** The words of a text, in lower case. */
export const iconSearchWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The forms of a word that are compared: itself, and without the ending of a plural or a verb. */
export function iconWordForms(word: string): string[] {
  const shorter = [/ies$/u, /es$/u, /s$/u, /ing$/u, /ed$/u].flatMap((ending) => {
    const stem = word.replace(ending, ending.source === 'ies$' ? 'y' : '');
    return stem !== word && stem.length >= MIN_COMPARED_WORD ? [stem] : [];
  });
  return [word, ...shorter];
}
