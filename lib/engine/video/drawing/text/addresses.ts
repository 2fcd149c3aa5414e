/** A character of an address: not a space, a quotation mark, or an angle bracket around the address. */
const ADDRESS_CHARACTER = String.raw`[^\s"'<>«»“”„‘’]`;
/** Addresses of pages, mail and files. */
const ADDRESSES = new RegExp(
  [
    // A scheme or `www.`, and what follows it.
    String.raw`(?:[a-z][a-z\d+.-]*:\/\/|www\.|mailto:)${ADDRESS_CHARACTER}+`,
    // A mail address.
    String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
    // A host with a path.
    String.raw`[\w-]+(?:\.[\w-]+)+\/${ADDRESS_CHARACTER}*`,
    // A path of a file, from the root or from `~`, `.` or `..`.
    String.raw`(?<![\w/])(?:~|\.{1,2})?\/[\w.@-]+(?:\/[\w.@-]*)+`,
    // A relative path of a file with at least two slashes.
    String.raw`(?<![\w/])[\w.@-]+(?:\/[\w.@-]+){2,}`,
    // A host by itself, with a name of the top level that is not a usual end of a sentence.
    String.raw`(?<![\w.@-])(?:[\w-]+\.)+(?:com|org|net|io|dev|app|edu|gov|eu|de|fr|uk|example)(?![\w-])`,
  ].join('|'),
  'giu',
);
/** Signs at the end of an address that belong to the sentence around it. */
const TRAILING_PUNCTUATION = /[.,;:!?)\]}]+$/u;

/** The number of characters of the shortest address in which a line may break. */
const MIN_BREAKABLE_LENGTH = 20;
/** The scheme of an address, and its host with the slash after it. All of an address of mail is the host. */
const ADDRESS_START = /^(?<scheme>[a-z][a-z\d+.-]*:\/\/)?(?<host>[^/]*\/?)/iu;
/** The number of characters of the longest host, with its slash, that stays on one line. */
const MAX_WHOLE_HOST = 28;
const ZERO_WIDTH_SPACE = '\u200b';
/** The places between the parts of an address: after the last one of the signs between them. */
const BREAK_PLACES = /(?<=[/.\-_?&=#])(?![/.\-_?&=#]|$)/gu;

/** A part of a text: from one position up to another (exclusive). */
export interface TextOffsetRange {
  from: number;
  to: number;
}

/** The addresses of pages, mail and files in a text, in order. */
export function listUrlAndEmailSpans(text: string): TextOffsetRange[] {
  return Array.from(text.matchAll(ADDRESSES), ({ 0: foundText, index }) => ({
    from: index,
    to: index + foundText.replace(TRAILING_PUNCTUATION, '').length,
  }));
}

/** An address with U+200B where a line may break. */
function withBreaks(address: string): string {
  if (address.length < MIN_BREAKABLE_LENGTH) return address;
  const { scheme = '', host = '' } = ADDRESS_START.exec(address)?.groups ?? {};
  if (host.length > MAX_WHOLE_HOST) return address.replace(BREAK_PLACES, ZERO_WIDTH_SPACE);
  const path = address.slice(scheme.length + host.length).replace(BREAK_PLACES, ZERO_WIDTH_SPACE);
  return [scheme, host, path].filter((part) => part !== '').join(ZERO_WIDTH_SPACE);
}

/**
 * A text with U+200B (zero width space) where a line may break within a long address: after `/`, `.`, `-`, `_`, `?`, `&`, `=` and `#`.
 * Within the host, a line may break only if the host is long.
 */
export function withAddressBreaks(text: string): string {
  if (text.length < MIN_BREAKABLE_LENGTH || !/[/.@]/u.test(text)) return text;
  let result = '';
  let copiedUntil = 0;
  for (const { from, to } of listUrlAndEmailSpans(text)) {
    result += text.slice(copiedUntil, from) + withBreaks(text.slice(from, to));
    copiedUntil = to;
  }
  return result + text.slice(copiedUntil);
}
