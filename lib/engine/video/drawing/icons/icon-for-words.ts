import { isIconName } from './icon-named.ts';
import { ICON_NAME_OF_WORD } from './slide-words.ts';
import { iconSearchWords, iconWordForms, MIN_COMPARED_WORD } from './word-forms.ts';

/** Words that say nothing about a picture. */
const EMPTY_WORDS = new Set(
  'a an and are as at be by for from in is it its of on one or our so that the this to up us we with you your new more all not can'.split(
    ' ',
  ),
);

/**
 * The icon for the words of a title: that of the first word that has one; undefined if no word has an icon. The words are English and do
 * not include tags, so that the functions that draw need no list of tags.
 */
export function iconForWords(title: string): string | undefined {
  const words = iconSearchWords(title).filter((word) => !EMPTY_WORDS.has(word) && word.length >= MIN_COMPARED_WORD);
  for (const form of words.flatMap(iconWordForms)) {
    const icon = ICON_NAME_OF_WORD.get(form) ?? (isIconName(form) ? form : undefined);
    if (icon) return icon;
  }
  return undefined;
}
