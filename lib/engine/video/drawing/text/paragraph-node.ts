import type { MeasuredNode, Node } from '@takumi-rs/core';
import { admonitionColorAmongLetters, highlightBackgroundOfTextColor } from './mark-colors.ts';
import type { TextRun, TextRunStyle } from './text-runs.ts';
import type { TypesetParagraph } from './typesetting.ts';
import type { TextDirection } from './writing-system.ts';

/** The `src` by which the layout engine finds the picture of an emoji. */
export const srcOfEmojiImage = (name: string): string => `emoji:${name}`;

/** CSS of code, whose characters are drawn as they were typed: `->` does not become an arrow. */
const NO_LIGATURES = { fontFeatureSettings: '"liga" 0, "calt" 0' };

/** CSS of subscripts and superscripts. Their line box is within that of the paragraph, so that the distance of its lines does not change. */
const RAISED_STYLES = {
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
  ...(isHighlighted ? { backgroundColor: highlightBackgroundOfTextColor(color) } : {}),
  ...(raised ? RAISED_STYLES[raised] : {}),
  ...(tone ? { color: admonitionColorAmongLetters(tone, color) } : {}),
});

/** A run as a node. @param paragraphColor `#rrggbb` */
function runNode(run: TextRun, paragraphColor: string): Node {
  if ('text' in run) {
    const { text, color, look } = run;
    if (color === undefined && look === undefined) return { type: 'text', text };
    return {
      type: 'text',
      text,
      style: { ...(color === undefined ? {} : { color }), ...lookStyle(look ?? {}, color ?? paragraphColor) },
    };
  }
  const style = { display: 'inline-block', width: '1em', height: '1em', margin: '0 0.06em', verticalAlign: '-0.12em' };
  return { type: 'image', src: srcOfEmojiImage(run.emoji), style };
}

/** Families as the value of CSS `font-family`. */
export const cssFamilyList = (families: readonly string[]): string => families.map((name) => `'${name}'`).join(', ');

/** The side on which text is set. */
export type HorizontalAlign = 'left' | 'right' | 'center';

/** The side to which a paragraph is aligned: right for right-to-left text, and for all text of a right-to-left slide. */
export const paragraphAlignmentSideOf = (paragraph: TypesetParagraph, slide: TextDirection): 'left' | 'right' =>
  paragraph.direction === 'rtl' || slide === 'rtl' ? 'right' : 'left';

/** Type settings of a paragraph. */
export interface ParagraphLook {
  /** Size of type in pixels. */
  size: number;
  /** Pixels; absent: the paragraph is one line of any length. */
  width?: number | undefined;
  side: HorizontalAlign;
  color: string;
  /** True: lines have about the same length, as in headings. */
  balanced: boolean;
}

const NO_BREAK_SPACE = '\u00a0';
/**
 * The last two words stay on one line if they have at most `letters` letters, space included, and take at most `share` of the line.
 */
const KEPT_TOGETHER = { letters: 14, share: 0.4 };
/** The width that a letter is assumed to have, in sizes of the type. Most are narrower. */
const LETTER_WIDTH = 0.7;

/** The last two words of a text with a space between them; the first does not end in a dash, after which a line may break anyway. */
const LAST_WORDS = /\S*[^\s\p{Pd}/] (?<last>\S+)$/u;

/** The space before the last word of runs: its run, its position there, and the letters of the last two words; undefined without two words. */
function spaceBeforeLastWord(runs: readonly TextRun[]): { index: number; at: number; letters: number } | undefined {
  const from = runs.findLastIndex((run) => 'emoji' in run) + 1;
  const texts = runs.slice(from).map((run) => ('text' in run ? run.text : ''));
  const text = texts.join('');
  const lastWords = LAST_WORDS.exec(text);
  if (!lastWords) return undefined;
  let position = text.length - (lastWords.groups?.last ?? '').length - 1;
  const index = texts.findIndex((text) => {
    if (position < text.length) return true;
    position -= text.length;
    return false;
  });
  return { index: from + index, at: position, letters: lastWords[0].length };
}

/**
 * Prevents a short last word from being alone on its line. CSS has `text-wrap: pretty` for this, but with it the layout engine draws more
 * lines than it measures in one of twelve long paragraphs (`measured-lines.test.ts`).
 */
function withLastWordsTogether(
  { runs, alphabetic, isCode }: TypesetParagraph,
  { size, width, balanced }: ParagraphLook,
): TextRun[] {
  if (!alphabetic || isCode || balanced || width === undefined) return runs;
  const spaceBeforeLast = spaceBeforeLastWord(runs);
  if (!spaceBeforeLast) return runs;
  const { index, at, letters } = spaceBeforeLast;
  if (letters > KEPT_TOGETHER.letters || letters * LETTER_WIDTH * size > KEPT_TOGETHER.share * width) return runs;
  return runs.map((run, i) =>
    i === index && 'text' in run
      ? { ...run, text: `${run.text.slice(0, at)}${NO_BREAK_SPACE}${run.text.slice(at + 1)}` }
      : run,
  );
}

/** A paragraph as a node of the layout engine. */
export function paragraphNode(paragraph: TypesetParagraph, paragraphLook: ParagraphLook): Node {
  const { size, width, side, color, balanced } = paragraphLook;
  const { style, direction, families, leading, alphabetic, keepsWords, isCode, isTabular, isUnbroken } = paragraph;
  const css = {
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
    style: css,
    children: withLastWordsTogether(paragraph, paragraphLook).map((run) => runNode(run, color)),
  };
}

/** A function that lays out nodes one below the other in a width (pixels), and gives the size of each. */
export type MeasureNodes = (nodes: Node[], width: number) => Promise<MeasuredNode[]>;
