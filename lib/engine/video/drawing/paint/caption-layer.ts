import type { Node } from '@takumi-rs/core';
import type { Size } from '../../format.ts';
import type { RawPicture } from '../../picture.ts';
import { contrastOf } from '../contrast.ts';
import type { Template, TypeStyle } from '../design.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import { captionArea } from '../layout/margins.ts';
import { cleanText } from '../text/clean-text.ts';
import { paragraphNode } from '../text/paragraph-node.ts';
import type { Paragraph } from '../text/typesetting.ts';
import { directionOf, directionOfLanguage } from '../text/writing-system.ts';
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
}

const REFERENCE_SIZE = 100;
const LEADING = 1.24;
const DIRECTION_MARKS = /^[\u200e\u200f]+/;

/** The type style of captions: that of the template's body, the same for all kinds of slides. */
const styleOf = ({ type: { body } }: Template): TypeStyle => ({
  ...body,
  italic: false,
  tracking: 0,
  leading: LEADING,
});

/** A panel with less contrast to the slide is not visible. */
const MIN_PANEL_CONTRAST = 1.5;

/**
 * The colours of captions: those in which the template sets text on images, or, if such a panel is not visible on a light page, the
 * exchanged colours of the page. They are the same for all slides, so that captions keep their look from slide to slide.
 */
export function captionColors({ scenes, scheme }: Pick<Template, 'scenes' | 'scheme'>): {
  panel: string;
  text: string;
} {
  const { image, content } = scenes;
  const { background, text } = content.palette;
  const isLost = scheme === 'light' && contrastOf(image.palette.panel, background) < MIN_PANEL_CONTRAST;
  return isLost ? { panel: text, text: background } : { panel: image.palette.panel, text: image.palette.text };
}

/** CSS of the line around a panel on a dark page: the panel is dark, too, because a light one would glare. */
const outline = (text: string, short: number): Record<string, string | number> => ({
  borderWidth: Math.max(1, Math.round(short * 0.0014)),
  borderStyle: 'solid',
  borderColor: `${text}66`,
});

async function typesetLines(text: string, language: string, template: Template, { typesetter }: DrawingDeps) {
  const lines = text.split('\n').filter((line) => cleanText(line) !== '');
  const bare = lines.map((line) => cleanText(line.replace(DIRECTION_MARKS, '')));
  const usual = directionOfLanguage(language);
  return Promise.all(
    bare.map(async (line, i): Promise<Paragraph> => {
      const context = { language, text: bare.join(' '), direction: usual, sameFaceTexts: bare };
      const paragraph = await typesetter.typesetParagraph(line, styleOf(template), context);
      // A direction mark at the start of a line decides its direction, instead of its first letter.
      return { ...paragraph, direction: directionOf(lines[i] ?? '') ?? usual };
    }),
  );
}

const even = (pixels: number): number => 2 * Math.round(pixels / 2);

/** Lays out a caption on the lines of its text, in smaller type if a line is too wide. */
export async function composeCaption(
  text: string,
  language: string,
  slide: Size,
  template: Template,
  deps: DrawingDeps,
): Promise<CaptionComposition> {
  const place = captionArea(slide);
  const paragraphs = await typesetLines(text, language, template, deps);
  const families = [...new Set(paragraphs.flatMap((paragraph) => paragraph.families))];
  const { panel, text: color } = captionColors(template);
  const look = { side: 'left', color, balanced: false } as const;
  const measured = await deps.measureIn(families)(
    paragraphs.map((paragraph) => paragraphNode(paragraph, { ...look, size: REFERENCE_SIZE })),
    REFERENCE_SIZE * 1000,
  );
  const widest = Math.max(1, ...measured.map(({ width }) => width)) / REFERENCE_SIZE;
  const room = place.width - 2 * place.padding.x;
  const size = Math.min(place.size, Math.floor((room / widest) * 4) / 4);
  const leading = Math.max(LEADING, ...paragraphs.map((paragraph) => paragraph.leading));
  const line = Math.ceil(leading * size);
  const inner = Math.ceil(widest * size) + 2;
  const box = {
    width: even(inner + 2 * place.padding.x),
    height: even(line * paragraphs.length + 2 * place.padding.y),
  };
  const texts = paragraphs.map((paragraph, i) =>
    boxNode(
      { x: 0, y: place.padding.y + i * line, width: box.width, height: line },
      { justifyContent: 'center', alignItems: 'center' },
      [paragraphNode({ ...paragraph, leading }, { ...look, size })],
    ),
  );
  const short = Math.min(slide.width, slide.height);
  const edge = template.scheme === 'dark' ? outline(color, short) : {};
  const radius = Math.round(Math.min(template.panelRadius * short, box.height / 4));
  const style = { backgroundColor: panel, borderRadius: radius, ...edge };
  const emoji = paragraphs.flatMap(({ runs }) => runs.flatMap((run) => ('emoji' in run ? [run.emoji] : [])));
  return {
    box: { ...box, x: even((slide.width - box.width) / 2), y: even(place.bottom - box.height) },
    root: boxNode({ x: 0, y: 0, ...box }, style, texts),
    families,
    emoji: [...new Set(emoji)],
  };
}

/** Blends a caption over an opaque picture of its slide. Changes the picture. */
export function layCaption(below: RawPicture, { picture, x, y }: CaptionLayer): void {
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
