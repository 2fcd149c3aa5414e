/** Endings of the files of an archive that may be a deck. */
export const TEXT_ENDINGS = { markdown: /\.(?:md|markdown)$/i, html: /\.html?$/i } as const;

/** Folders that programs write next to a deck. */
const FOREIGN = /(?:^|[\\/])(?:__MACOSX|node_modules|\.[^\\/]+)[\\/]/i;
/** Files about a project, which are the deck only where nothing else is. */
const DESCRIPTION = /(?:^|[\\/])(?:readme|license|changelog|contributing)\.[^\\/]*$/i;

/** The names of an archive with one ending, without those in folders that programs write. */
export const textFiles = (names: readonly string[], ending: RegExp): string[] =>
  names.filter((name) => ending.test(name) && !FOREIGN.test(name));

/** Reports whether a file of an archive is about the project, such as its README. */
export const isDescription = (name: string): boolean => DESCRIPTION.test(name);

/** The number of folders around the uppermost file, and 1 for the file itself; infinite: there is none. */
export const leastDepth = (names: readonly string[]): number =>
  names.reduce((least, name) => Math.min(least, name.split(/[\\/]/).length), Infinity);
