import { type IconEntry, iconEntries } from './icon-catalog.ts';
import { ICON_NAME_OF_WORD } from './slide-words.ts';
import { iconSearchWords, iconWordForms, MIN_COMPARED_WORD } from './word-forms.ts';

/**
 * Scores of a searched word for an icon. `name`: the word is the name of the icon. `shown`: the icon is the best one for the word. The
 * others: the word is a part of the name, a tag, or the start of one of these.
 */
const SCORES = { name: 12, shown: 10, part: 6, tag: 4, tagPart: 2, start: 1 };
/** Value of an icon for one word; 0: it has nothing to do with it. */
function scoreOf({ name, tags }: IconEntry, word: string): number {
  const parts = name.split('-');
  const best = iconWordForms(word).map((form) => {
    if (name === form) return SCORES.name;
    if (ICON_NAME_OF_WORD.get(form) === name) return SCORES.shown;
    if (parts.includes(form)) return SCORES.part / Math.sqrt(parts.length);
    if (tags.includes(form)) return SCORES.tag;
    if (tags.some((tag) => iconSearchWords(tag).includes(form))) return SCORES.tagPart;
    const starts = (text: string): boolean => form.length >= MIN_COMPARED_WORD && text.startsWith(form);
    return parts.some(starts) || tags.some(starts) ? SCORES.start : 0;
  });
  return Math.max(...best);
}

/** The weight of a word by its position: earlier words are more specific. */
const weightOf = (at: number): number => Math.max(0.5, 1 - 0.2 * at);

/** The icons that fit words, the best one first; those of equal value by the length of their names. */
function ranked(words: readonly string[], most: number): IconEntry[] {
  if (words.length === 0) return [];
  return iconEntries()
    .map((entry) => ({ entry, score: words.reduce((sum, word, at) => sum + scoreOf(entry, word) * weightOf(at), 0) }))
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        b.score - a.score || a.entry.name.length - b.entry.name.length || (a.entry.name < b.entry.name ? -1 : 1),
    )
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** The icons that fit a search, the best one first. */
export const findIcons = (search: string, most: number): IconEntry[] => ranked(iconSearchWords(search), most);
