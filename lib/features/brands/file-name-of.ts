import { cutTextWithEllipsis } from '#engine/deck-reading/cut-text-with-ellipsis.ts';

/** The maximum length of a file's name in a note, in characters. */
const MAX_FILE_NAME_CHARACTERS = 80;

/** The name of the file in an address, shortened for a note; empty for a folder. @param url absolute */
export const fileNameInUrl = (url: string): string =>
  cutTextWithEllipsis(new URL(url).pathname.split('/').at(-1) ?? '', MAX_FILE_NAME_CHARACTERS).text;
