/** Endings of the files of an archive that may be a deck. */
export const TEXT_DECK_ENDING_PATTERNS = { markdown: /\.(?:md|markdown)$/i, html: /\.html?$/i } as const;

/** Folders that programs write next to a deck. */
const TOOL_FOLDER = /(?:^|[\\/])(?:__MACOSX|node_modules|\.[^\\/]+)[\\/]/i;
/** Files about a project. One of them is the deck only if the archive has no other text. */
const PROJECT_DESCRIPTION_FILE = /(?:^|[\\/])(?:readme|license|changelog|contributing)\.[^\\/]*$/i;

/** Names of the files with an ending, except those in folders that programs write. */
export const deckFileNamesWithEnding = (names: readonly string[], ending: RegExp): string[] =>
  names.filter((name) => ending.test(name) && !TOOL_FOLDER.test(name));

/** Reports whether a file is about the project, such as its README. */
export const isProjectDescriptionFile = (name: string): boolean => PROJECT_DESCRIPTION_FILE.test(name);

/** Number of parts in the shortest path, from 1 for a file at the top of the archive; Infinity for no files. */
export const smallestFolderDepth = (names: readonly string[]): number =>
  names.reduce((min, name) => Math.min(min, name.split(/[\\/]/).length), Infinity);
