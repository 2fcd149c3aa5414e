import type { Scene, Template } from '../design.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import { cleanText } from '../text/clean-text.ts';
import { codeLines, colorCode } from '../text/code-lines.ts';
import { withoutMarks } from '../text/inline-markup.ts';
import { pointLabels } from '../text/point-labels.ts';
import type { BlockMarker, TextBlock } from '../text/text-block.ts';
import type { TextRun } from '../text/text-runs.ts';
import type { Paragraph, TextContext, Typesetter } from '../text/typesetting.ts';
import { type Direction, directionOfSlide } from '../text/writing-system.ts';
import type { Layout } from './layout.ts';
import type { TextGroup, TextRules } from './text-group.ts';

/** All text of a slide, without sizes yet. */
export interface SlideText {
  heading?: Paragraph | undefined;
  body: Paragraph[];
  /** For each paragraph of the body, which bullet point it is (part) of. */
  owners: number[];
  /** For each paragraph of the body, how deep it stands, 0–2. */
  levels: number[];
  /** Marker before the points; undefined where they are not a list. */
  marker?: BlockMarker | undefined;
  mark?: Paragraph | undefined;
  /** The number of the slide; absent: it shows none. */
  folio?: Paragraph | undefined;
  /** The line at the bottom; absent: none. */
  footer?: Paragraph | undefined;
  direction: Direction;
}

const FOLIO_FORM = {
  padded: (number: number) => String(number).padStart(2, '0'),
  plain: (number: number) => String(number),
  dashed: (number: number) => `– ${number} –`,
} as const satisfies Record<Template['folio']['form'], (number: number) => string>;

/** The markers of a list: as the slide says, else as the template has them. */
function markerOf({ bullet_style }: DrawableSlide, { marker }: Template): Template['marker'] {
  if (bullet_style === 'number') return { ...marker, shape: 'number' };
  return bullet_style === 'none' ? { ...marker, shape: 'none' } : marker;
}

/**
 * Loads the colours for the runs of a line of code: by its language where that is known, else line by line, guessing. Languages are
 * loaded with the first slide that names one.
 */
async function codePainter(
  { code }: DrawableSlide,
  lines: readonly { text: string }[],
  template: Template,
): Promise<(runs: readonly TextRun[], index: number) => TextRun[]> {
  if (code?.language) {
    const { highlightLines, colorRuns } = await import('../text/highlight-code.ts');
    const texts = lines.map(({ text }) => text);
    const colors = highlightLines(texts, code.language, template.code);
    if (colors) return (runs, index) => colorRuns(runs, texts[index] ?? '', colors[index] ?? []);
  }
  return (runs) => runs.flatMap((run) => ('text' in run ? colorCode(run.text, template.code) : [run]));
}

/** Levels counted from the outermost of the slide: points are indented and smaller below others only. */
function outermost(levels: readonly number[]): number[] {
  const least = Math.min(...levels);
  return levels.map((level) => level - least);
}

/** Chooses the fonts and styles of the text of a slide, as its layout needs them. */
export async function setSlideText(
  slide: DrawableSlide,
  { text: rules, held }: Layout,
  template: Template,
  { setParagraph }: Typesetter,
): Promise<SlideText> {
  const { type } = template;
  const { markup } = slide;
  const points = slide.bullet_points
    .map((point, owner) => ({ text: cleanText(point), owner }))
    .filter(({ text }) => withoutMarks(text, markup) !== '');
  const [only] = points;
  // A quotation may be the title, or the only point of a slide without one: it looks the same.
  const quotedPoint =
    rules.isQuotation && cleanText(slide.title) === '' && points.length === 1 ? only?.text : undefined;
  const title = quotedPoint ?? cleanText(slide.title);
  const shown = quotedPoint === undefined ? points : [];
  const texts = [title, ...shown.map(({ text }) => text)].map((text) => withoutMarks(text, markup));
  const direction = directionOfSlide([...texts, ...(held?.texts(slide) ?? [])], slide.language);
  const context: TextContext = { language: slide.language, text: texts.join(' '), direction };
  const counted: TextContext = { ...context, direction: 'ltr' };
  const marked: TextContext = { ...context, markup };
  const lines =
    rules.points === 'code' ? codeLines(slide.code ? [...slide.code.text.split('\n')] : slide.bullet_points) : shown;

  const isList = rules.points === 'list';
  const bodyStyle = isList || rules.points === 'remarks' ? type.body : type.subtitle;
  const body: Paragraph[] = [];
  const paint = rules.points === 'code' ? await codePainter(slide, lines, template) : undefined;
  for (const [i, { text }] of lines.entries()) {
    if (paint) {
      const line = await setParagraph(text, type.code, { ...counted, keepsFace: true });
      body.push({ ...line, runs: paint(line.runs, i), direction: 'ltr' });
    } else body.push(await setParagraph(text, bodyStyle, { ...marked, beside: texts.slice(1) }));
  }
  const levels = outermost(lines.map(({ owner }) => (isList ? (slide.bullet_levels?.[owner] ?? 0) : 0)));
  const marker = isList ? markerOf(slide, template) : undefined;
  const numbers: (Paragraph | undefined)[] = [];
  if (marker?.shape === 'number') {
    for (const label of pointLabels(levels, slide.bullet_style ?? 'bullet', slide.language, FOLIO_FORM.padded))
      numbers.push(label === '' ? undefined : await setParagraph(label, type.folio, counted));
  }
  const footer = cleanText(slide.footer ?? '');
  const markStyle = { ...type.display, font: template.quoteMark, italic: false };
  return {
    direction,
    heading: title === '' ? undefined : await setParagraph(title, type[rules.role], marked),
    body,
    owners: lines.map(({ owner }) => owner),
    levels,
    marker: marker && { ...marker, numbers },
    footer: footer === '' ? undefined : await setParagraph(footer, type.folio, context),
    folio:
      slide.slide_number === undefined
        ? undefined
        : await setParagraph(FOLIO_FORM[template.folio.form](slide.slide_number), type.folio, counted),
    mark: rules.isQuotation ? await setParagraph(direction === 'rtl' ? '”' : '“', markStyle, context) : undefined,
  };
}

const GAP = { list: 0.52, separated: 0.86, lines: 0.24 };

/** The blocks that the text of a slide makes; `short` is the short side in pixels. */
export function textGroupOf(
  text: SlideText,
  rules: TextRules,
  template: Template,
  scene: Scene,
  short: number,
): TextGroup {
  const { direction, owners, levels } = text;
  const centered = scene.align === 'center';
  const heading: TextBlock | undefined = text.heading && {
    paragraphs: [text.heading],
    gap: 0,
    direction,
    balanced: true,
    role: 'lines',
    oneLine: rules.isOneLine === true,
    centered,
  };
  const common = { paragraphs: text.body, owners, levels, direction, balanced: false };
  const radius = Math.round(template.panelRadius * short);
  const panel = { color: scene.palette.panel, radius, mark: template.code.comment };
  const body = (): TextBlock => {
    if (rules.points === 'code') return { ...common, role: 'code', direction: 'ltr', gap: 0, panel };
    if (rules.points !== 'list') return { ...common, role: 'lines', gap: GAP.lines, centered };
    // One point is no list: a marker before it would only puzzle.
    if (text.body.length === 1) return { ...common, role: 'list', gap: 0 };
    return {
      ...common,
      role: 'list',
      gap: text.marker?.separator ? GAP.separated : GAP.list,
      marker: text.marker,
    };
  };
  return { heading, body: text.body.length === 0 ? undefined : body(), rules, mark: text.mark, centered };
}
