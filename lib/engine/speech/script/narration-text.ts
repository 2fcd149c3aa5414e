import type { TextMarkup } from '#engine/video/drawing/rich-slide-content.ts';
import { withoutInlineMarks } from '#engine/video/drawing/text/inline-markup.ts';
import type { NarrationSource } from '#kernel/shared/narration-source.ts';

/** The texts of an item that are spoken. */
interface SpokenItem {
  title: string;
  date?: string | null | undefined;
  figure?: string | null | undefined;
  text?: string | null | undefined;
}

/** The fields of a slide from which its narration is made, as they are stored or, with null for absent fields, in answers. */
export interface SlideNarrationFields {
  speaker_notes: string;
  title?: string;
  bullet_points?: readonly string[];
  markup?: TextMarkup | undefined;
  layout?: string;
  code?: object | null | undefined;
  table?: object | null | undefined;
  chart?: object | null | undefined;
  items?: readonly SpokenItem[] | null | undefined;
}

/** A text that ends with a punctuation mark, and perhaps closing quotes and brackets after it. */
const ENDS_WITH_MARK = /[\p{Sentence_Terminal}:;,…][\p{Pe}\p{Pf}"']*$/u;
/** Scripts whose sentences end with another mark than a full stop, or with none. */
const FULL_STOP_BY_SCRIPT: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u, '。'],
  [/[\p{Script=Devanagari}\p{Script=Bengali}]$/u, '।'],
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u, ''],
];

/** A text as a sentence: with a full stop unless it has a mark at its end. Empty for a text without letters and digits. */
function toSentence(text: string): string {
  const words = text.trim().replace(/\s+/gu, ' ');
  if (!/[\p{L}\p{N}]/u.test(words)) return '';
  if (ENDS_WITH_MARK.test(words)) return words;
  const [, stop = '.'] = FULL_STOP_BY_SCRIPT.find(([script]) => script.test(words)) ?? [];
  return words + stop;
}

/**
 * Title and points of a slide as sentences, one per line. If a slide has code, a table or a chart instead of points, only its title is
 * spoken: cells and figures read aloud do not help a listener. Items are spoken.
 */
function sentencesOfSlide(slide: SlideNarrationFields): string {
  const { title = '', bullet_points = [], markup, code, table, chart, layout, items } = slide;
  const hasPoints = !code && !table && !chart && layout !== 'code';
  const texts = [title, ...(hasPoints ? bullet_points : []), ...(items ?? []).flatMap(sentencesOfItem)];
  return texts
    .map((text) => toSentence(withoutInlineMarks(text, markup)))
    .filter((sentence) => sentence !== '')
    .join('\n');
}

/** The sentences of an item: its date and its figure are before its title; lines of its text are spoken without their signs. */
function sentencesOfItem({ date, figure, title, text }: SpokenItem): string[] {
  const firstSentence = [date && `${date}:`, figure, title].filter((part) => part).join(' ');
  return [firstSentence, ...(text ?? '').split('\n').map((line) => line.replace(/^[+\-−–✓✔✗✘•*·]\s*/u, ''))];
}

/**
 * The text that a voice speaks on a slide, unless another text was requested or the slide has a recording. With `slide`, its speaker notes
 * are not spoken.
 */
export function narrationTextOf(slide: SlideNarrationFields, source: NarrationSource | undefined): string {
  if (source === 'none') return '';
  return source === 'slide' ? sentencesOfSlide(slide) : slide.speaker_notes;
}
