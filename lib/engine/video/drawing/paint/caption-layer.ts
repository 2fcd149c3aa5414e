import type { Node } from '@takumi-rs/core';
import { type CaptionStyle, isCaptionOutlined } from '../../captions/caption-style.ts';
import { splitAtSpokenWord } from '../../captions/spoken-word.ts';
import type { PictureDimensions } from '../../format.ts';
import type { RawPicture } from '../../picture.ts';
import type { SlideTemplate, TextStyle } from '../design.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import { type CaptionArea, captionArea } from '../layout/caption-area.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import { paragraphNode } from '../text/paragraph-node.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import { directionOfLanguage, directionOfText } from '../text/writing-system.ts';
import { type CaptionColors, captionColors } from './caption-colors.ts';
import type { DrawingDeps } from './drawing-deps.ts';

/** A drawn caption, to be laid over pictures of a slide: a small picture with straight alpha, and its place. */
export interface CaptionLayer {
  /** Both sides are even. */
  picture: RawPicture;
  /** Its left top corner, in pixels of the slide; even. */
  x: number;
  y: number;
}

/** A caption with its layout, ready to be drawn. */
export interface CaptionComposition {
  box: LayoutBox;
  root: Node;
  families: string[];
  /** Names of emoji pictures in use. */
  emoji: string[];
  /** The outline to draw around it: radius in pixels, and colour; absent: none. */
  outline?: { radius: number; color: string } | undefined;
}

const REFERENCE_SIZE = 100;
const LEADING = 1.24;
/** Letters without a panel are bold, or pictures show through their strokes. */
const OUTLINED_WEIGHT = 700;
/** Radius of the outline around letters, in sizes of type. */
const OUTLINE_RADIUS = 0.065;
const DIRECTION_MARKS = /^[\u200e\u200f]+/;

/** The type style of captions: that of the template's body, the same for all kinds of slides. */
const typeStyle = ({ type: { body } }: SlideTemplate, style: CaptionStyle): TextStyle => ({
  ...body,
  ...(isCaptionOutlined(style) ? { weight: Math.max(body.weight, OUTLINED_WEIGHT) } : {}),
  italic: false,
  tracking: 0,
  leading: LEADING,
});

/** CSS of the line around a panel on a dark page: the panel is dark, too, because a light one would glare. */
const edgeLine = (text: string, short: number): Record<string, string | number> => ({
  borderWidth: Math.max(1, Math.round(short * 0.0014)),
  borderStyle: 'solid',
  borderColor: `${text.slice(0, 7)}66`,
});

/** A line of a caption in its drawn form, and the range of the spoken word in it. */
interface DrawnLine {
  text: string;
  spoken?: { from: number; to: number } | undefined;
}

/** A line without its direction mark, in capitals if the style says so. */
function drawnLine(line: string, language: string, { uppercase }: CaptionStyle): DrawnLine {
  const cased = (text: string): string => (uppercase ? text.toLocaleUpperCase(language) : text);
  const { before, spoken, after } = splitAtSpokenWord(line.replace(DIRECTION_MARKS, ''));
  const text = normalizeDrawableText(cased(before) + cased(spoken) + cased(after));
  const word = normalizeDrawableText(cased(spoken));
  // A letter after them keeps the last space.
  const from = normalizeDrawableText(`${cased(before)}x`).length - 1;
  const isFound = word !== '' && text.startsWith(word, from);
  return isFound ? { text, spoken: { from, to: from + word.length } } : { text };
}

async function typesetLines(
  text: string,
  language: string,
  { template, style, color }: { template: SlideTemplate; style: CaptionStyle; color: string },
  { typesetter }: DrawingDeps,
): Promise<TypesetParagraph[]> {
  const lines = text.split('\n').filter((line) => normalizeDrawableText(line) !== '');
  const drawn = lines.map((line) => drawnLine(line, language, style));
  const bare = drawn.map((line) => line.text);
  const usual = directionOfLanguage(language);
  return Promise.all(
    drawn.map(async (line, i): Promise<TypesetParagraph> => {
      const paragraph = await typesetter.typesetParagraph(line.text, typeStyle(template, style), {
        ...{ language, text: bare.join(' '), direction: usual, sameFaceTexts: bare },
        ...(line.spoken ? { colored: { part: line.spoken, color } } : {}),
      });
      // A direction mark at the start of a line decides its direction, instead of its first letter.
      return { ...paragraph, direction: directionOfText(lines[i] ?? '') ?? usual };
    }),
  );
}

const even = (pixels: number): number => 2 * Math.round(pixels / 2);

/** The box of a caption: a panel around its text, or a band across the slide that has the same height for any text. */
function boxOf(
  text: PictureDimensions,
  slide: PictureDimensions,
  area: CaptionArea,
  { preset }: CaptionStyle,
): LayoutBox {
  const { padding, anchor, at } = area;
  const isBand = preset === 'bar';
  const width = isBand ? slide.width : even(text.width + 2 * padding.x);
  const height = even(isBand ? area.height : text.height + 2 * padding.y);
  const above = { top: 0, middle: height / 2, bottom: height };
  return { x: even((slide.width - width) / 2), y: even(at - above[anchor]), width, height };
}

/** CSS of what is behind the text of a caption. */
function panelStyle(
  style: CaptionStyle,
  { background, text }: CaptionColors,
  { template, short, box }: { template: SlideTemplate; short: number; box: LayoutBox },
): Record<string, string | number> {
  if (isCaptionOutlined(style)) return {};
  if (style.preset === 'bar') return { backgroundColor: background };
  const edge = template.scheme === 'dark' && style.background === undefined ? edgeLine(text, short) : {};
  const borderRadius = Math.round(Math.min(template.panelRadius * short, box.height / 4));
  return { backgroundColor: background, borderRadius, ...edge };
}

/** Lays out a caption on the lines of its text, in smaller type if a line is too wide. */
export async function composeCaption(
  text: string,
  language: string,
  slide: PictureDimensions,
  template: SlideTemplate,
  style: CaptionStyle,
  deps: DrawingDeps,
): Promise<CaptionComposition> {
  const area = captionArea(slide, style);
  const colors = captionColors(template, style);
  const paragraphs = await typesetLines(text, language, { template, style, color: colors.highlight }, deps);
  const families = [...new Set(paragraphs.flatMap((paragraph) => paragraph.families))];
  const look = { side: 'left', color: colors.text, balanced: false } as const;
  const measured = await deps.measureIn(families)(
    paragraphs.map((paragraph) => paragraphNode(paragraph, { ...look, size: REFERENCE_SIZE })),
    REFERENCE_SIZE * 1000,
  );
  const widest = Math.max(1, ...measured.map(({ width }) => width)) / REFERENCE_SIZE;
  const room = area.width - 2 * area.padding.x;
  const size = Math.min(area.size, Math.floor((room / widest) * 4) / 4);
  const leading = Math.max(LEADING, ...paragraphs.map((paragraph) => paragraph.leading));
  const line = Math.ceil(leading * size);
  const inner = { width: Math.ceil(widest * size) + 2, height: line * paragraphs.length };
  const box = boxOf(inner, slide, area, style);
  const top = Math.round((box.height - inner.height) / 2);
  const texts = paragraphs.map((paragraph, i) =>
    boxNode(
      { x: 0, y: top + i * line, width: box.width, height: line },
      { justifyContent: 'center', alignItems: 'center' },
      [paragraphNode({ ...paragraph, leading }, { ...look, size })],
    ),
  );
  const short = Math.min(slide.width, slide.height);
  const emoji = paragraphs.flatMap(({ runs }) => runs.flatMap((run) => ('emoji' in run ? [run.emoji] : [])));
  return {
    box,
    root: boxNode({ ...box, x: 0, y: 0 }, panelStyle(style, colors, { template, short, box }), texts),
    families,
    emoji: [...new Set(emoji)],
    ...(isCaptionOutlined(style) ? { outline: { radius: OUTLINE_RADIUS * size, color: colors.background } } : {}),
  };
}

/** Blends a caption over an opaque picture of its slide. Changes the picture. */
export function blendCaption(below: RawPicture, { picture, x, y }: CaptionLayer): void {
  for (let row = 0; row < picture.height; row++) {
    let from = row * picture.width * 4;
    let to = ((y + row) * below.width + x) * 4;
    for (let column = 0; column < picture.width; column++, from += 4, to += 4) {
      const alpha = picture.rgba[from + 3] ?? 0;
      const rest = 255 - alpha;
      for (let channel = 0; channel < 3; channel++) {
        const mixed = (picture.rgba[from + channel] ?? 0) * alpha + (below.rgba[to + channel] ?? 0) * rest;
        below.rgba[to + channel] = ((mixed + 127) / 255) | 0;
      }
    }
  }
}
