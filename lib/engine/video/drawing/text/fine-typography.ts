import { listUrlAndEmailSpans, type TextOffsetRange } from './addresses.ts';
import { findCodeLikeSpans } from './code-like.ts';
import { noBreakSpaceEdits } from './fine-spaces.ts';
import { findQuotationMarksOfLanguage } from './quotation-marks.ts';
import { smartQuoteEdits, type TextReplacement } from './smart-quote-edits.ts';

/** Two or three hyphens that are not part of an arrow or of a longer run. */
const HYPHENS = /(?<![<-])-{2,3}(?![>-])/gu;
/** The dashes that replace two and three hyphens. */
const DASHES = ['–', '—'] as const;
/** Three dots that are not part of a longer run. */
const THREE_DOTS = /(?<![./])\.{3}(?![./])/gu;
const ELLIPSIS = '…';
/** A formula between dollar signs, with a sign that only formulas have. */
const FORMULA = /\$[^$]*[\\^_{}=][^$]*\$/gu;

/** The parts of a text that typography does not change: addresses, formulas, and text that looks like code. */
const unchangedSpansIn = (text: string): TextOffsetRange[] => [
  ...listUrlAndEmailSpans(text),
  ...findCodeLikeSpans(text),
  ...Array.from(text.matchAll(FORMULA), ({ 0: formula, index }) => ({ from: index, to: index + formula.length })),
];

/** The letter that replaces each character of unchanged parts, so that the text around them is treated as next to a word. */
const MASK_LETTER = 'x';

/** A text in which letters replace the unchanged parts. */
const maskUnchangedParts = (text: string): string =>
  unchangedSpansIn(text).reduce(
    (maskedText, { from, to }) => maskedText.slice(0, from) + MASK_LETTER.repeat(to - from) + maskedText.slice(to),
    text,
  );

/** A character that may follow a dash without spaces: of a word, or a quotation mark or bracket that opens. */
const AFTER_DASH = /[\p{L}\p{N}"'“„«‘‚‹(]/u;

/** The edits that replace hyphens by dashes: hyphens with spaces on both sides, or on neither. An option such as `--all` has one on one side. */
function dashEdits(text: string): TextReplacement[] {
  return Array.from(text.matchAll(HYPHENS), ({ 0: { length }, index: at }): TextReplacement[] => {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + length)];
    const isDash =
      after === ' ' ? before === ' ' || at === 0 : before !== '' && before !== ' ' && AFTER_DASH.test(after);
    return isDash ? [{ at, length, text: DASHES[length - 2] ?? '' }] : [];
  }).flat();
}

/** All edits of typography in a text, in their order. */
function editsOf(text: string, language: string): TextReplacement[] {
  const marks = findQuotationMarksOfLanguage(language);
  return [
    ...(marks ? smartQuoteEdits(text, marks) : []),
    ...dashEdits(text),
    ...Array.from(text.matchAll(THREE_DOTS), ({ index: at }) => ({ at, length: 3, text: ELLIPSIS })),
    ...noBreakSpaceEdits(text, language),
  ].sort((a, b) => a.at - b.at);
}

/** A part of a text; code is not changed. */
interface TextPart {
  text: string;
  code?: true | undefined;
}

/**
 * The parts of a text with the quotation marks, dashes, ellipses and spaces of its language (BCP 47). Code (marked, or recognized by its
 * look), addresses, formulas and signs that are already typographic stay as they are.
 */
export function withFineTypography<Each extends TextPart>(parts: readonly Each[], language: string): Each[] {
  const wholeText = parts.map(({ text, code }) => (code ? MASK_LETTER.repeat(text.length) : text)).join('');
  if (!/["'\-. ]/u.test(wholeText)) return [...parts];
  const edits = editsOf(maskUnchangedParts(wholeText), language);
  if (edits.length === 0) return [...parts];
  let from = 0;
  return parts.map((part) => {
    const partStart = from;
    from += part.text.length;
    const partEdits = edits.filter(({ at, length }) => at >= partStart && at + length <= partStart + part.text.length);
    return part.code ? part : { ...part, text: applyEdits(part.text, partEdits, partStart) };
  });
}

/** A text with edits in order that do not overlap. @param textStart the position of the text, to which those of the edits are relative */
function applyEdits(text: string, edits: readonly TextReplacement[], textStart: number): string {
  let result = '';
  let from = 0;
  for (const { at, length, text: replacement } of edits) {
    if (at - textStart < from) continue;
    result += text.slice(from, at - textStart) + replacement;
    from = at - textStart + length;
  }
  return result + text.slice(from);
}
