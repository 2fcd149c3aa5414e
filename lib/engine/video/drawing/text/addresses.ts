/** Characters of an address: no spaces, no quotation marks and no brackets of another text. */
const PART = String.raw`[^\s"'<>«»“”„‘’]`;
const ADDRESSES = new RegExp(
  [
    // A scheme, `www.`, or an address of mail.
    String.raw`(?:[a-z][a-z\d+.-]*:\/\/|www\.|mailto:)${PART}+`,
    String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
    // A host with a path, a path of a file, and a variable of an address.
    String.raw`[\w-]+(?:\.[\w-]+)+\/${PART}*`,
    String.raw`(?<![\w/])(?:~|\.{1,2})?\/[\w.@-]+(?:\/[\w.@-]*)+`,
    String.raw`(?<![\w/])[\w.@-]+(?:\/[\w.@-]+){2,}`,
    // A host by itself, with a name of the top level that is not a usual end of a sentence.
    String.raw`(?<![\w.@-])(?:[\w-]+\.)+(?:com|org|net|io|dev|app|edu|gov|eu|de|fr|uk|example)(?![\w-])`,
  ].join('|'),
  'giu',
);
/** Signs at the end of an address that belong to the sentence around it. */
const AFTER_ADDRESS = /[.,;:!?)\]}]+$/u;

/** Letters of the shortest address that is broken. */
const MIN_BROKEN = 20;
/** The scheme of an address, and its host, or all of an address of mail. A short host stays on one line. */
const HEAD = /^(?<scheme>[a-z][a-z\d+.-]*:\/\/)?(?<host>[^/]*\/?)/iu;
const MAX_WHOLE_HOST = 28;
const ZERO_WIDTH_SPACE = '\u200b';
/** After the signs between the parts of an address. */
const BREAKS = /(?<=[/.\-_?&=#])(?![/.\-_?&=#]|$)/gu;

/** A part of a text: from one position up to another (exclusive). */
export interface TextSpan {
  from: number;
  to: number;
}

/** The addresses of pages, mail and files in a text, in order. */
export function webAddressesIn(text: string): TextSpan[] {
  return Array.from(text.matchAll(ADDRESSES), ({ 0: found, index }) => ({
    from: index,
    to: index + found.replace(AFTER_ADDRESS, '').length,
  }));
}

/** An address with U+200B where it may break. */
function broken(address: string): string {
  if (address.length < MIN_BROKEN) return address;
  const { scheme = '', host = '' } = HEAD.exec(address)?.groups ?? {};
  const rest = address.slice(scheme.length + host.length);
  const parts =
    host.length <= MAX_WHOLE_HOST
      ? [scheme, host, rest.replace(BREAKS, ZERO_WIDTH_SPACE)]
      : [address.replace(BREAKS, ZERO_WIDTH_SPACE)];
  return parts.filter((part) => part !== '').join(ZERO_WIDTH_SPACE);
}

/**
 * A text with U+200B (zero width space) where a line may break within a long address: after `/`, `.`, `-`, `_`, `?`, `&`, `=` and `#`.
 * Within the host, a line may break only if the host is long.
 */
export function withAddressBreaks(text: string): string {
  if (text.length < MIN_BROKEN || !/[/.@]/u.test(text)) return text;
  let result = '';
  let end = 0;
  for (const { from, to } of webAddressesIn(text)) {
    result += text.slice(end, from) + broken(text.slice(from, to));
    end = to;
  }
  return result + text.slice(end);
}
