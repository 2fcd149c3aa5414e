import { UsageError } from '#emulators/host/command-errors.ts';
import { googleSlidesAt } from '#features/imports/google-slides.ts';

/** A deck at an address, which the service fetches. */
export interface DeckAddress {
  url: string;
  /** A name of a file for it, without a folder: that of the address, with its ending, if it has one. */
  file: string;
}

const USUAL_FILE = 'deck';
/** Signs that no name of a file may have on some system. */
const NO_SIGNS = /[\\/:*?"<>|\p{Cc}]/gu;

function fileOf(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? '';
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // A name with other percent signs is taken as it is written.
  }
  return name.replace(NO_SIGNS, '').replace(/^\.+/, '').trim() || USUAL_FILE;
}

/**
 * Reads the deck of a command as an address; undefined: it is a file.
 * @throws UsageError for text that starts like an address and is none
 */
export function deckAddress(argument: string): DeckAddress | undefined {
  if (!/^https?:\/\//i.test(argument)) return undefined;
  if (!URL.canParse(argument)) throw new UsageError(`${argument} is no address of a deck.`);
  return { url: argument, file: googleSlidesAt(argument) ? USUAL_FILE : fileOf(new URL(argument)) };
}
