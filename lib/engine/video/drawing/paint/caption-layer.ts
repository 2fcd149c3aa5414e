import type { Node } from '@takumi-rs/core';
import { type CaptionStyle, isCaptionOutlined } from '../../captions/caption-style.ts';
import { splitCaptionAtSpokenWord } from '../../captions/spoken-word.ts';
import type { PictureDimensions } from '../../format.ts';
import type { RawPicture } from '../../picture.ts';
import type { SlideTemplate, TextStyle } from '../design.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import { type CaptionArea, captionArea } from '../layout/caption-area.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import { paragraphNode } from '../text/paragraph-node.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import { directionOfLanguage, findTextDirection } from '../text/writing-system.ts';
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
  /** Its place on the slide. */
  box: LayoutBox;
  /** All of it as a node, at 0, 0. */
  root: Node;
  /** CSS families in use. */
  families: string[];
  /** Names of emoji pictures in use. */
  emoji: string[];
  /** The outline to draw around it: radius in pixels, and colour; absent: none. */
  outline?: { radius: number; color: string } | undefined;
}

/** The size of type, in pixels, in which the width of lines is measured. */
const REFERENCE_SIZE = 100;
/** Line height, as a multiple of the size of type. */
const LEADING = 1.24;
/** The smallest weight of letters without a panel: the picture makes thin strokes hard to see. */
const OUTLINED_WEIGHT = 700;
/** Radius of the outline around letters, in sizes of type. */
const OUTLINE_RADIUS = 0.065;
/** Marks of Unicode at the start of a line that set its direction. */
const DIRECTION_MARKS = /^[\u200e\u200f]+/;

/** The type style of captions: that of the template's body, the same for all kinds of slides. */
const captionTypeStyle = ({ type: { body } }: SlideTemplate, style: CaptionStyle): TextStyle => ({
  ...body,
  ...(isCaptionOutlined(style) ? { weight: Math.max(body.weight, OUTLINED_WEIGHT) } : {}),
  italic: false,
  tracking: 0,
  leading: LEADING,
});

/** CSS of the line around a panel on a dark page, which makes a dark panel visible. */
const panelEdgeStyle = (text: string, shortSide: number): Record<string, string | number> => ({
  borderWidth: Math.max(1, Math.round(shortSide * 0.0014)),
  borderStyle: 'solid',
  borderColor: `${text.slice(0, 7)}66`,
});

/** A line of a caption in its drawn form, and the range of the spoken word in it. */
interface DrawnLine {
  text: string;
  spoken?: { from: number; to: number } | undefined;
}

/** A line without its direction mark, in capitals if the style says so. */
function toDrawnLine(line: string, language: string, { uppercase }: CaptionStyle): DrawnLine {
  const withCase = (text: string): string => (uppercase ? text.toLocaleUpperCase(language) : text);
  const { before, spoken, after } = splitCaptionAtSpokenWord(line.replace(DIRECTION_MARKS, ''));
  const text = normalizeDrawableText(withCase(before) + withCase(spoken) + withCase(after));
  const word = normalizeDrawableText(withCase(spoken));
  // With the letter `x` at the end, normalizing keeps a space at the end of the words before.
  const spokenStart = normalizeDrawableText(`${withCase(before)}x`).length - 1;
  const isWordFound = word !== '' && text.startsWith(word, spokenStart);
  return isWordFound ? { text, spoken: { from: spokenStart, to: spokenStart + word.length } } : { text };
}

/** Chooses the fonts of the lines of a caption. Blank lines are left out. @param color of the spoken word */
async function typesetLines(
  text: string,
  language: string,
  { template, style, color }: { template: SlideTemplate; style: CaptionStyle; color: string },
  { typesetter }: DrawingDeps,
): Promise<TypesetParagraph[]> {
  const lines = text.split('\n').filter((line) => normalizeDrawableText(line) !== '');
  const drawnLines = lines.map((line) => toDrawnLine(line, language, style));
  const lineTexts = drawnLines.map((line) => line.text);
  const usualDirection = directionOfLanguage(language);
  return Promise.all(
    drawnLines.map((line, i) =>
      typesetter.typesetParagraph(line.text, captionTypeStyle(template, style), {
        language,
        text: lineTexts.join(' '),
        direction: usualDirection,
        // A direction mark at the start of a line decides its direction, instead of its first letter.
        fixedDirection: findTextDirection(lines[i] ?? '') ?? usualDirection,
        sameFaceTexts: lineTexts,
        ...(line.spoken ? { colored: { part: line.spoken, color } } : {}),
      }),
    ),
  );
}

/** The nearest even number. */
const roundToEven = (pixels: number): number => 2 * Math.round(pixels / 2);

/** The box of a caption: a panel around its text, or a band across the slide that has the same height for any text. */
function captionBox(
  text: PictureDimensions,
  slide: PictureDimensions,
  area: CaptionArea,
  { preset }: CaptionStyle,
): LayoutBox {
  const { padding, anchor, at } = area;
  const isBand = preset === 'bar';
  const width = isBand ? slide.width : roundToEven(text.width + 2 * padding.x);
  const height = roundToEven(isBand ? area.height : text.height + 2 * padding.y);
  const heightAbove = { top: 0, middle: height / 2, bottom: height };
  return { x: roundToEven((slide.width - width) / 2), y: roundToEven(at - heightAbove[anchor]), width, height };
}

/** CSS of the panel or the band behind the text of a caption; empty without one. */
function panelStyle(
  style: CaptionStyle,
  { background, text }: CaptionColors,
  { template, shortSide, box }: { template: SlideTemplate; shortSide: number; box: LayoutBox },
): Record<string, string | number> {
  if (isCaptionOutlined(style)) return {};
  if (style.preset === 'bar') return { backgroundColor: background };
  const edgeStyle = template.scheme === 'dark' && style.background === undefined ? panelEdgeStyle(text, shortSide) : {};
  const borderRadius = Math.round(Math.min(template.panelRadius * shortSide, box.height / 4));
  return { backgroundColor: background, borderRadius, ...edgeStyle };
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
  const widestLine = Math.max(1, ...measured.map(({ width }) => width)) / REFERENCE_SIZE;
  const maxTextWidth = area.width - 2 * area.padding.x;
  const size = Math.min(area.size, Math.floor((maxTextWidth / widestLine) * 4) / 4);
  const leading = Math.max(LEADING, ...paragraphs.map((paragraph) => paragraph.leading));
  const lineHeight = Math.ceil(leading * size);
  const textSize = { width: Math.ceil(widestLine * size) + 2, height: lineHeight * paragraphs.length };
  const box = captionBox(textSize, slide, area, style);
  const top = Math.round((box.height - textSize.height) / 2);
  const texts = paragraphs.map((paragraph, i) =>
    boxNode(
      { x: 0, y: top + i * lineHeight, width: box.width, height: lineHeight },
      { justifyContent: 'center', alignItems: 'center' },
      [paragraphNode({ ...paragraph, leading }, { ...look, size })],
    ),
  );
  const shortSide = Math.min(slide.width, slide.height);
  const emoji = paragraphs.flatMap(({ runs }) => runs.flatMap((run) => ('emoji' in run ? [run.emoji] : [])));
  return {
    box,
    root: boxNode({ ...box, x: 0, y: 0 }, panelStyle(style, colors, { template, shortSide, box }), texts),
    families,
    emoji: [...new Set(emoji)],
    ...(isCaptionOutlined(style) ? { outline: { radius: OUTLINE_RADIUS * size, color: colors.background } } : {}),
  };
}

/** Blends a caption over an opaque picture of its slide, and changes that picture. */
export function blendCaption(slidePicture: RawPicture, { picture, x, y }: CaptionLayer): void {
  for (let row = 0; row < picture.height; row++) {
    let captionOffset = row * picture.width * 4;
    let slideOffset = ((y + row) * slidePicture.width + x) * 4;
    for (let column = 0; column < picture.width; column++, captionOffset += 4, slideOffset += 4) {
      const alpha = picture.rgba[captionOffset + 3] ?? 0;
      const slideShare = 255 - alpha;
      for (let channel = 0; channel < 3; channel++) {
        const mixedValue =
          (picture.rgba[captionOffset + channel] ?? 0) * alpha +
          (slidePicture.rgba[slideOffset + channel] ?? 0) * slideShare;
        slidePicture.rgba[slideOffset + channel] = ((mixedValue + 127) / 255) | 0;
      }
    }
  }
}
