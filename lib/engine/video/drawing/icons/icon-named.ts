import { ICON_NAME_LINES } from './icon-names.ts';
import { MIN_COMPARED_WORD } from './word-forms.ts';

let names: ReadonlySet<string> | undefined;

/** The names of all icons. The list is read with the first request for it. */
function allNames(): ReadonlySet<string> {
  names ??= new Set(ICON_NAME_LINES.split('\n'));
  return names;
}

/** Reports whether there is an icon of this name. */
export const isIconName = (name: string): boolean => allNames().has(name);

/** Number of edits (letters changed, added or left out) that make one text of another. */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++)
      row.push(
        Math.min(
          (above[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (above[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1),
        ),
      );
    above = row;
  }
  return above[other.length] ?? 0;
}

/** Suggested where no name is similar. */
const USUAL = ['check', 'star', 'circle'];

/** Names of icons that were probably meant by a name that no icon has, the likeliest first. */
export function suggestIcons(name: string, most = 3): string[] {
  const plain = name
    .toLowerCase()
    .replace(/[\s_]+/gu, '-')
    .replace(/[^a-z0-9-]/gu, '')
    .slice(0, 40);
  const near = [...allNames()]
    .map((icon) => ({ name: icon, edits: distance(plain, icon) }))
    .filter(({ edits }) => edits <= Math.max(1, Math.floor(plain.length / 3)))
    .sort((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1))
    .map((each) => each.name);
  const words = plain.split('-').filter((word) => word.length >= MIN_COMPARED_WORD);
  const alike = [...allNames()].filter((icon) =>
    words.some((word) => icon.split('-').some((part) => part.startsWith(word))),
  );
  alike.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return [...new Set([...near, ...alike, ...USUAL])].slice(0, most);
}
