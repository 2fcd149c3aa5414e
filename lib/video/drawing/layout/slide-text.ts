import type { Template } from '../design.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import { cleanText } from '../text/clean-text.ts';
import { codeLines, colorCode } from '../text/code-lines.ts';
import type { TextBlock } from '../text/text-block.ts';
import type { Paragraph, TextContext, Typesetter } from '../text/typesetting.ts';
import { type Direction, directionOfSlide } from '../text/writing-system.ts';
import { type DrawnLayout, HEADING_ROLE_OF_LAYOUT, listsPoints, SCENE_OF_LAYOUT } from './drawn-layout.ts';
import type { TextGroup } from './fit-group.ts';

/** All text of a slide, without sizes yet. */
export interface SlideText {
  heading?: Paragraph | undefined;
  body: Paragraph[];
  /** For each paragraph of the body, which bullet point it is (part) of. */
  owners: number[];
  /** The numbers before the points, where the template counts them. */
  numbers: Paragraph[];
  mark?: Paragraph | undefined;
  /** The number of the slide; absent: it shows none. */
  folio?: Paragraph | undefined;
  direction: Direction;
}

const FOLIO_FORM = {
  padded: (number: number) => String(number).padStart(2, '0'),
  plain: (number: number) => String(number),
  dashed: (number: number) => `– ${number} –`,
} as const satisfies Record<Template['folio']['form'], (number: number) => string>;

/** Chooses the fonts and styles of the text of a slide, as its layout needs them. */
export async function setSlideText(
  slide: DrawableSlide,
  layout: DrawnLayout,
  template: Template,
  { setParagraph }: Typesetter,
): Promise<SlideText> {
  const { type } = template;
  const points = slide.bullet_points
    .map((point, owner) => ({ text: cleanText(point), owner }))
    .filter(({ text }) => text !== '');
  const [only] = points;
  // A quotation may be the title, or the only point of a slide without one: it looks the same.
  const quotedPoint =
    layout === 'quote' && cleanText(slide.title) === '' && points.length === 1 ? only?.text : undefined;
  const title = quotedPoint ?? cleanText(slide.title);
  const shown = quotedPoint === undefined ? points : [];
  const texts = [title, ...shown.map(({ text }) => text)];
  const direction = directionOfSlide(texts, slide.language);
  const context: TextContext = { language: slide.language, text: texts.join(' '), direction };
  const counted: TextContext = { ...context, direction: 'ltr' };
  const lines = layout === 'code' ? codeLines(slide.bullet_points) : shown;

  const bodyStyle = listsPoints(layout) || layout === 'number' ? type.body : type.subtitle;
  const body: Paragraph[] = [];
  for (const { text } of lines) {
    if (layout === 'code') {
      const line = await setParagraph(text, type.code, { ...counted, keepsFace: true });
      const runs = line.runs.flatMap((run) => ('text' in run ? colorCode(run.text, template.code) : [run]));
      body.push({ ...line, runs, direction: 'ltr' });
    } else body.push(await setParagraph(text, bodyStyle, { ...context, beside: texts.slice(1) }));
  }
  const numbers: Paragraph[] = [];
  if (template.marker.shape === 'number' && listsPoints(layout)) {
    for (const i of body.keys()) numbers.push(await setParagraph(FOLIO_FORM.padded(i + 1), type.folio, counted));
  }
  const markStyle = { ...type.display, font: template.quoteMark, italic: false };
  return {
    direction,
    heading: title === '' ? undefined : await setParagraph(title, type[HEADING_ROLE_OF_LAYOUT[layout]], context),
    body,
    owners: lines.map(({ owner }) => owner),
    numbers,
    folio:
      slide.slide_number === undefined
        ? undefined
        : await setParagraph(FOLIO_FORM[template.folio.form](slide.slide_number), type.folio, counted),
    mark: layout === 'quote' ? await setParagraph(direction === 'rtl' ? '”' : '“', markStyle, context) : undefined,
  };
}

const GAP = { list: 0.52, separated: 0.86, lines: 0.24 };

/** The blocks that the text of a slide makes; `short` is the short side in pixels. */
export function textGroupOf(text: SlideText, layout: DrawnLayout, template: Template, short: number): TextGroup {
  const { direction, owners, numbers } = text;
  const scene = template.scenes[SCENE_OF_LAYOUT[layout]];
  const centered = scene.align === 'center';
  const { marker } = template;
  const list = listsPoints(layout);
  const heading: TextBlock | undefined = text.heading && {
    paragraphs: [text.heading],
    gap: 0,
    direction,
    balanced: true,
    role: 'lines',
    oneLine: layout === 'number',
    centered,
  };
  const common = { paragraphs: text.body, owners, direction, balanced: false };
  const panel = { color: scene.palette.panel, radius: Math.round(template.panelRadius * short) };
  const body = (): TextBlock => {
    if (layout === 'code') return { ...common, role: 'code', direction: 'ltr', gap: 0, panel };
    if (!list) return { ...common, role: 'lines', gap: GAP.lines, centered };
    // One point is no list: a marker before it would only puzzle.
    if (text.body.length === 1) return { ...common, role: 'list', gap: 0 };
    return {
      ...common,
      role: 'list',
      gap: marker.separator ? GAP.separated : GAP.list,
      marker: { ...marker, numbers },
    };
  };
  return { heading, body: text.body.length === 0 ? undefined : body(), layout, mark: text.mark, centered };
}
