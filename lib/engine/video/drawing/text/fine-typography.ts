import { type TextSpan, webAddressesIn } from './addresses.ts';
import { findCodeLikeSpans } from './code-like.ts';
import { fineSpaceEdits } from './fine-spaces.ts';
import { quotationMarksOf } from './quotation-marks.ts';
import { smartQuoteEdits, type TextReplacement } from './smart-quote-edits.ts';

/** Two or three hyphens that are not part of an arrow or of a longer run. */
const HYPHENS = /(?<![<-])-{2,3}(?![>-])/gu;
const DASH = ['–', '—'] as const;
/** Three dots that are not part of a longer run. */
const DOTS = /(?<![./])\.{3}(?![./])/gu;
const ELLIPSIS = '…';
/** A formula between dollar signs, with a sign that only formulas have. */
const FORMULA = /\$[^$]*[\\^_{}=][^$]*\$/gu;

/** The parts of a text that stay as they are: addresses, formulas, and text that looks like code. */
const keptIn = (text: string): TextSpan[] => [
  ...webAddressesIn(text),
  ...findCodeLikeSpans(text),
  ...Array.from(text.matchAll(FORMULA), ({ 0: found, index }) => ({ from: index, to: index + found.length })),
];

/** The letter that replaces each character of the kept parts, so that the text around them is treated as next to a word. */
const KEPT = 'x';

/** A text in which letters replace the parts that stay as they are. */
const masked = (text: string): string =>
  keptIn(text).reduce((rest, { from, to }) => rest.slice(0, from) + KEPT.repeat(to - from) + rest.slice(to), text);

/** The character after a dash without spaces: of a word, or a quotation mark or bracket that opens. */
const AFTER_DASH = /[\p{L}\p{N}"'“„«‘‚‹(]/u;

/** Dashes for hyphens between words, with a space on both sides or on neither. An option such as `--all` has one on one side. */
function dashes(text: string): TextReplacement[] {
  return Array.from(text.matchAll(HYPHENS), ({ 0: { length }, index: at }): TextReplacement[] => {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + length)];
    const isDash =
      after === ' ' ? before === ' ' || at === 0 : before !== '' && before !== ' ' && AFTER_DASH.test(after);
    return isDash ? [{ at, length, text: DASH[length - 2] ?? '' }] : [];
  }).flat();
}

function editsOf(text: string, language: string): TextReplacement[] {
  const marks = quotationMarksOf(language);
  return [
    ...(marks ? smartQuoteEdits(text, marks) : []),
    ...dashes(text),
    ...Array.from(text.matchAll(DOTS), ({ index: at }) => ({ at, length: 3, text: ELLIPSIS })),
    ...fineSpaceEdits(text, language),
  ].sort((a, b) => a.at - b.at);
}

/** A part of a text; code stays as it is. */
interface Part {
  text: string;
  code?: true | undefined;
}

/**
 * The parts of a text with the quotation marks, dashes, ellipses and spaces of its language (BCP 47). Code (marked, or recognized by its
 * look), addresses, formulas and signs that are already typographic stay as they are.
 */
export function withFineTypography<Each extends Part>(parts: readonly Each[], language: string): Each[] {
  const whole = parts.map(({ text, code }) => (code ? KEPT.repeat(text.length) : text)).join('');
  if (!/["'\-. ]/u.test(whole)) return [...parts];
  const edits = editsOf(masked(whole), language);
  if (edits.length === 0) return [...parts];
  let from = 0;
  return parts.map((part) => {
    const start = from;
    from += part.text.length;
    const own = edits.filter(({ at, length }) => at >= start && at + length <= start + part.text.length);
    return part.code ? part : { ...part, text: edited(part.text, own, start) };
  });
}

/** A text with edits in order that do not overlap. @param start the position of the text, to which those of the edits are relative */
function edited(text: string, edits: readonly TextReplacement[], start: number): string {
  let result = '';
  let from = 0;
  for (const { at, length, text: replacement } of edits) {
    if (at - start < from) continue;
    result += text.slice(from, at - start) + replacement;
    from = at - start + length;
  }
  return result + text.slice(from);
}
