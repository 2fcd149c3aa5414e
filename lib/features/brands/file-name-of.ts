import { cutTextWithEllipsis } from '#engine/deck-reading/cut-text-with-ellipsis.ts';

/** Characters of a file's name in a sentence. */
const MAX_FILE_NAME = 80;

/** The name of the file in an address, for people; empty for a folder. @param url absolute */
export const fileNameInUrl = (url: string): string =>
  cutTextWithEllipsis(new URL(url).pathname.split('/').at(-1) ?? '', MAX_FILE_NAME).text;
