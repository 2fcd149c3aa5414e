import type { MeasuredNode, Node } from '@takumi-rs/core';
import { admonitionColorAmongLetters, highlightColorBehindLetters } from './mark-colors.ts';
import type { TextRun, TextRunStyle } from './text-runs.ts';
import type { TypesetParagraph } from './typesetting.ts';
import type { TextDirection } from './writing-system.ts';

/** The name of the picture of an emoji in the layout engine. */
export const emojiImageSource = (name: string): string => `emoji:${name}`;

/** CSS of code, whose characters are drawn as they were typed: `->` does not become an arrow. */
const NO_LIGATURES = { fontFeatureSettings: '"liga" 0, "calt" 0' };

/** Subscripts and superscripts: their line box is within that of the paragraph, so that the distance of its lines does not change. */
const RAISED = {
  sub: { fontSize: '0.66em', verticalAlign: '-0.2em', lineHeight: 1 },
  sup: { fontSize: '0.66em', verticalAlign: '0.36em', lineHeight: 1 },
} as const;

/** A look as CSS; absent properties are inherited from the paragraph. @param color of the text, `#rrggbb` */
const lookStyle = (
  { weight, italic, struck, families, isCode, isHighlighted, raised, tone }: TextRunStyle,
  color: string,
) => ({
  ...(weight === undefined ? {} : { fontWeight: weight }),
  ...(italic === undefined ? {} : { fontStyle: italic ? ('italic' as const) : ('normal' as const) }),
  ...(struck ? { textDecoration: 'line-through' } : {}),
  ...(families === undefined ? {} : { fontFamily: cssFamilyList(families), letterSpacing: 0 }),
  ...(isCode ? NO_LIGATURES : {}),
  ...(isHighlighted ? { backgroundColor: highlightColorBehindLetters(color) } : {}),
  ...(raised ? RAISED[raised] : {}),
  ...(tone ? { color: admonitionColorAmongLetters(tone, color) } : {}),
});

/** @param around the colour of the paragraph */
function runNode(run: TextRun, around: string): Node {
  if ('text' in run) {
    const { text, color, look } = run;
    if (color === undefined && look === undefined) return { type: 'text', text };
    return {
      type: 'text',
      text,
      style: { ...(color === undefined ? {} : { color }), ...lookStyle(look ?? {}, color ?? around) },
    };
  }
  const style = { display: 'inline-block', width: '1em', height: '1em', margin: '0 0.06em', verticalAlign: '-0.12em' };
  return { type: 'image', src: emojiImageSource(run.emoji), style };
}

/** Families as the value of CSS `font-family`. */
export const cssFamilyList = (families: readonly string[]): string => families.map((name) => `'${name}'`).join(', ');

/** The side on which text is set. */
export type HorizontalAlign = 'left' | 'right' | 'center';

/** The side of a paragraph: right for right-to-left text, and for all text of a right-to-left slide. */
export const paragraphAlignment = (paragraph: TypesetParagraph, slide: TextDirection): 'left' | 'right' =>
  paragraph.direction === 'rtl' || slide === 'rtl' ? 'right' : 'left';

/** Type settings of a paragraph. */
export interface ParagraphLook {
  /** Pixels. */
  size: number;
  /** Pixels; absent: the paragraph is one line of any length. */
  width?: number | undefined;
  side: HorizontalAlign;
  color: string;
  /** Lines of about the same length, as in headings. */
  balanced: boolean;
}

const NO_BREAK_SPACE = '\u00a0';
/**
 * The last two words stay on one line if they have at most this number of letters, space included, and take at most this share of the line.
 */
const KEPT_TOGETHER = { letters: 14, share: 0.4 };
/** Width by which letters are estimated, in sizes of the type. Most are narrower. */
const LETTER_WIDTH = 0.7;

/** The two last words of a text with a space between them. A line may break after a dash, also before a no-break space. */
const LAST_WORDS = /\S*[^\s\p{Pd}/] (?<last>\S+)$/u;

/** The space before the last word of runs: its run, its position there, and the letters of both words; undefined next to an emoji. */
function lastSpace(runs: readonly TextRun[]): { index: number; at: number; letters: number } | undefined {
  const from = runs.findLastIndex((run) => 'emoji' in run) + 1;
  const texts = runs.slice(from).map((run) => ('text' in run ? run.text : ''));
  const text = texts.join('');
  const both = LAST_WORDS.exec(text);
  if (!both) return undefined;
  let at = text.length - (both.groups?.last ?? '').length - 1;
  const index = texts.findIndex((text) => {
    if (at < text.length) return true;
    at -= text.length;
    return false;
  });
  return { index: from + index, at, letters: both[0].length };
}

/**
 * Prevents a short last word from being alone on its line. CSS has `text-wrap: pretty` for this, but with it the layout engine draws more
 * lines than it measures in one of twelve long paragraphs (`measured-lines.test.ts`).
 */
function withLastWords(
  { runs, alphabetic, isCode }: TypesetParagraph,
  { size, width, balanced }: ParagraphLook,
): TextRun[] {
  if (!alphabetic || isCode || balanced || width === undefined) return runs;
  const space = lastSpace(runs);
  if (!space) return runs;
  const { index, at, letters } = space;
  if (letters > KEPT_TOGETHER.letters || letters * LETTER_WIDTH * size > KEPT_TOGETHER.share * width) return runs;
  return runs.map((run, i) =>
    i === index && 'text' in run
      ? { ...run, text: `${run.text.slice(0, at)}${NO_BREAK_SPACE}${run.text.slice(at + 1)}` }
      : run,
  );
}

/** A paragraph as a node of the layout engine. */
export function paragraphNode(paragraph: TypesetParagraph, given: ParagraphLook): Node {
  const { size, width, side, color, balanced } = given;
  const { style, direction, families, leading, alphabetic, keepsWords, isCode, isTabular, isUnbroken } = paragraph;
  const look = {
    display: 'block',
    flexShrink: 0,
    fontFamily: cssFamilyList(families),
    fontSize: size,
    fontWeight: style.weight,
    // Some faces have old-style digits by default, which look uneven in headings and in large numbers.
    fontVariantNumeric: isTabular ? 'lining-nums tabular-nums' : 'lining-nums',
    fontStyle: style.italic && alphabetic ? 'italic' : 'normal',
    ...(isCode ? NO_LIGATURES : {}),
    letterSpacing: alphabetic ? style.tracking * size : 0,
    lineHeight: leading,
    color,
    textAlign: side,
    textWrap: balanced ? 'balance' : 'wrap',
    overflowWrap: 'anywhere',
    wordBreak: keepsWords ? 'keep-all' : 'normal',
    ...(width === undefined || isUnbroken ? { whiteSpace: 'nowrap' } : {}),
    ...(width === undefined ? {} : { width }),
  } as const;
  return {
    type: 'container',
    dir: direction,
    style: look,
    children: withLastWords(paragraph, given).map((run) => runNode(run, color)),
  };
}

/** A function that lays out nodes one above the other in the given width (pixels), and gives the size of each. */
export type MeasureNodes = (nodes: Node[], width: number) => Promise<MeasuredNode[]>;
