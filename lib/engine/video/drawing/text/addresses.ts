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
    // A host by itself, with a name of the top level that is no usual end of a sentence.
    String.raw`(?<![\w.@-])(?:[\w-]+\.)+(?:com|org|net|io|dev|app|edu|gov|eu|de|fr|uk|example)(?![\w-])`,
  ].join('|'),
  'giu',
);
/** Signs at the end of an address that belong to the sentence around it. */
const AFTER_ADDRESS = /[.,;:!?)\]}]+$/u;

/** A part of a text: from one position up to another (exclusive). */
export interface TextSpan {
  from: number;
  to: number;
}

/** The addresses of pages, mail and files in a text, in order. */
export function addressesIn(text: string): TextSpan[] {
  return Array.from(text.matchAll(ADDRESSES), ({ 0: found, index }) => ({
    from: index,
    to: index + found.replace(AFTER_ADDRESS, '').length,
  }));
}
