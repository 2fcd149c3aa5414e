import { ICON_TAG_LINES } from './icon-tags.ts';

/** An icon by its name, with words that people use for it. */
export interface IconEntry {
  name: string;
  tags: readonly string[];
}

let entries: readonly IconEntry[] | undefined;

/** All icons, in the order of their names. The list is read with the first request for it. */
export function iconEntries(): readonly IconEntry[] {
  entries ??= ICON_TAG_LINES.split('\n').map((line) => {
    const [name = '', tags = ''] = line.split('\t');
    return { name, tags: tags === '' ? [] : tags.split(',') };
  });
  return entries;
}
