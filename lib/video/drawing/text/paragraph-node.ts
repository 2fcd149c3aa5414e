import type { MeasuredNode, Node } from '@takumi-rs/core';
import type { TextRun } from './text-runs.ts';
import type { Paragraph } from './typesetting.ts';
import type { Direction } from './writing-system.ts';

/** The name under which the layout engine is given the picture of an emoji. */
export const emojiSource = (name: string): string => `emoji:${name}`;

function runNode(run: TextRun): Node {
  if ('text' in run) {
    return { type: 'text', text: run.text, ...(run.color === undefined ? {} : { style: { color: run.color } }) };
  }
  const style = { display: 'inline-block', width: '1em', height: '1em', margin: '0 0.06em', verticalAlign: '-0.12em' };
  return { type: 'image', src: emojiSource(run.emoji), style };
}

/** Families as the value of CSS `font-family`. */
export const familyList = (families: readonly string[]): string => families.map((name) => `'${name}'`).join(', ');

export type HorizontalAlign = 'left' | 'right' | 'center';

/** Right-to-left text is set on the right, and so is everything on a right-to-left slide. */
export const sideOf = (paragraph: Paragraph, slide: Direction): 'left' | 'right' =>
  paragraph.direction === 'rtl' || slide === 'rtl' ? 'right' : 'left';

/** How a paragraph is set. */
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

/** `pretty` avoids a single word on the last line, but the engine then ends right-aligned lines before the edge. */
function wrapOf(balanced: boolean, side: HorizontalAlign): 'balance' | 'pretty' | 'wrap' {
  if (balanced) return 'balance';
  return side === 'left' ? 'pretty' : 'wrap';
}

/** A paragraph as a node of the layout engine. */
export function paragraphNode(paragraph: Paragraph, { size, width, side, color, balanced }: ParagraphLook): Node {
  const { style, runs, direction, families, leading, alphabetic, keepsWords } = paragraph;
  const look = {
    display: 'block',
    flexShrink: 0,
    fontFamily: familyList(families),
    fontSize: size,
    fontWeight: style.weight,
    // Some faces have old-style digits by default, which look uneven in headings and in large numbers.
    fontVariantNumeric: 'lining-nums',
    fontStyle: style.italic && alphabetic ? 'italic' : 'normal',
    letterSpacing: alphabetic ? style.tracking * size : 0,
    lineHeight: leading,
    color,
    textAlign: side,
    textWrap: wrapOf(balanced, side),
    overflowWrap: 'anywhere',
    wordBreak: keepsWords ? 'keep-all' : 'normal',
    ...(width === undefined ? { whiteSpace: 'nowrap' } : { width }),
  } as const;
  return { type: 'container', dir: direction, style: look, children: runs.map(runNode) };
}

/** Lays out nodes one above the other in the given width (pixels) and gives the size of each. */
export type Measure = (nodes: Node[], width: number) => Promise<MeasuredNode[]>;
