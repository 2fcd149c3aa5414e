import type { SceneDesign, SceneName, SlideTemplate } from '../design.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import { codeLinesOfSlide, splitCodeIntoColoredRuns } from '../text/code-lines-of-slide.ts';
import { withoutInlineMarks } from '../text/inline-markup.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import { numberedPointLabels } from '../text/numbered-point-labels.ts';
import { type PointSign, splitPointSign } from '../text/point-signs.ts';
import { maySetInCapitals, toCapitals, toSpacedCapitalStyle } from '../text/spaced-capitals.ts';
import type { ListMarkersOfTextBlock, TextBlock } from '../text/text-block.ts';
import type { TextRun } from '../text/text-runs.ts';
import type { SlideTextContext, TypesetParagraph, Typesetter } from '../text/typesetting.ts';
import { type TextDirection, textDirectionOfSlide } from '../text/writing-system.ts';
import { withAccentWords } from './accent-words.ts';
import type { LayoutDrawing } from './layout.ts';
import { openingQuotationMark } from './quotation-mark.ts';
import type { LayoutTextRules, TextGroup } from './text-group.ts';
import { unnumberedPointReasons } from './unnumbered-point-reasons.ts';

/** All text of a slide, with fonts but without sizes. */
export interface TypesetSlideText {
  heading?: TypesetParagraph | undefined;
  body: TypesetParagraph[];
  /** For each paragraph of the body, the index of the bullet point that it is a part of. */
  owners: number[];
  /** For each paragraph of the body, its level, 0–2. */
  levels: number[];
  /** Markers before the points; undefined if they are not a list. */
  marker?: ListMarkersOfTextBlock | undefined;
  /** The quotation mark; absent: none. */
  mark?: TypesetParagraph | undefined;
  /** The number of the slide; absent if it shows none. */
  folio?: TypesetParagraph | undefined;
  /** The line at the bottom; absent: none. */
  footer?: TypesetParagraph | undefined;
  direction: TextDirection;
}

/** The texts of numbers of slides, by the form that a template has. */
const FOLIO_FORMATS = {
  padded: (number: number) => String(number).padStart(2, '0'),
  plain: (number: number) => String(number),
  dashed: (number: number) => `– ${number} –`,
} as const satisfies Record<SlideTemplate['folio']['form'], (number: number) => string>;

/** The markers of a list: those that the slide requests, else those of the template. */
function markerOfList({ bullet_style }: DrawableSlide, { marker }: SlideTemplate): SlideTemplate['marker'] {
  if (bullet_style === 'number') return { ...marker, shape: 'number' };
  return bullet_style === 'none' ? { ...marker, shape: 'none' } : marker;
}

/** The markers with the boxes of tasks and the bars of admonitions, which need the room of a marker even if the template has none. */
function withPointSigns(
  marker: SlideTemplate['marker'],
  signs: readonly (PointSign | undefined)[],
): Omit<ListMarkersOfTextBlock, 'numbers'> {
  if (signs.every((sign) => sign === undefined)) return marker;
  return marker.shape === 'none' ? { ...marker, shape: 'square', signs, hasSignsOnly: true } : { ...marker, signs };
}

/**
 * A function that colours the runs of a line of code: by the syntax of its language if that is known, else by words that most languages
 * share. The highlighter is loaded with the first slide that names a language.
 */
async function loadCodeColoring(
  { code }: DrawableSlide,
  lines: readonly { text: string }[],
  template: SlideTemplate,
): Promise<(runs: readonly TextRun[], index: number) => TextRun[]> {
  if (code?.language) {
    const { colorCodeRuns, highlightCodeLines } = await import('../text/highlight-code.ts');
    const texts = lines.map(({ text }) => text);
    const colors = highlightCodeLines(texts, code.language, template.code);
    if (colors) return (runs, index) => colorCodeRuns(runs, texts[index] ?? '', colors[index] ?? []);
  }
  return (runs) => runs.flatMap((run) => ('text' in run ? splitCodeIntoColoredRuns(run.text, template.code) : [run]));
}

/** Levels relative to the smallest one of the slide, because points are only indented and smaller below other points. */
function relativeLevels(levels: readonly number[]): number[] {
  const minLevel = Math.min(...levels);
  return levels.map((level) => level - minLevel);
}

/** Chooses the fonts and styles of the text of a slide, by the rules of its layout. @param kind of the scene that it is drawn in */
export async function typesetSlideText(
  slide: DrawableSlide,
  { text: rules, graphic, pointsShown }: LayoutDrawing,
  kind: SceneName,
  template: SlideTemplate,
  { typesetParagraph }: Typesetter,
): Promise<TypesetSlideText> {
  const { type } = template;
  const { markup } = slide;
  const points = (pointsShown?.(slide) ?? slide.bullet_points)
    .map((point, owner) => ({ text: normalizeDrawableText(point), owner }))
    .filter(({ text }) => withoutInlineMarks(text, markup) !== '');
  const [firstPoint] = points;
  // A quotation or a statement may be the title, or the only point of a slide without a title: both look the same.
  const quotedPoint =
    rules.standsAlone && normalizeDrawableText(slide.title) === '' && points.length === 1
      ? firstPoint?.text
      : undefined;
  const title = quotedPoint ?? normalizeDrawableText(slide.title);
  const bodyPoints = quotedPoint === undefined ? points : [];
  const texts = [title, ...bodyPoints.map(({ text }) => text)].map((text) => withoutInlineMarks(text, markup));
  const direction = textDirectionOfSlide([...texts, ...(graphic?.texts(slide) ?? [])], slide.language);
  const context: SlideTextContext = { language: slide.language, text: texts.join(' '), direction };
  const digitContext: SlideTextContext = { ...context, direction: 'ltr' };
  const markupContext: SlideTextContext = { ...context, markup };
  const isList = rules.points === 'list';
  const pointsWithSigns = bodyPoints.map(({ text, owner }) => ({
    ...splitPointSign(text, isList ? markup : 'none'),
    text,
    owner,
  }));
  const lines =
    rules.points === 'code'
      ? codeLinesOfSlide(slide.code ? [...slide.code.text.split('\n')] : slide.bullet_points)
      : pointsWithSigns.map(({ sign, rest, text, owner }) => ({ text: sign && 'isDone' in sign ? rest : text, owner }));

  const bodyStyle = isList || rules.points === 'remarks' ? type.body : type.subtitle;
  const areCapitalLabels =
    template.labels === 'capitals' && kind === 'section' && texts.slice(1).every(maySetInCapitals) && lines.length > 0;
  const typesetLine = (text: string): Promise<TypesetParagraph> => {
    const displayedText = areCapitalLabels ? toCapitals(text, slide.language) : text;
    const style = areCapitalLabels ? toSpacedCapitalStyle(bodyStyle) : bodyStyle;
    return typesetParagraph(displayedText, style, { ...markupContext, sameFaceTexts: texts.slice(1) });
  };
  const body: TypesetParagraph[] = [];
  const colorLine = rules.points === 'code' ? await loadCodeColoring(slide, lines, template) : undefined;
  for (const [i, { text }] of lines.entries()) {
    if (colorLine) {
      const line = await typesetParagraph(text, type.code, { ...digitContext, keepsFace: true });
      body.push({ ...line, runs: colorLine(line.runs, i), direction: 'ltr' });
    } else body.push(await typesetLine(text));
  }
  const levels = relativeLevels(lines.map(({ owner }) => (isList ? (slide.bullet_levels?.[owner] ?? 0) : 0)));
  const signs = pointsWithSigns.map(({ sign }) => sign);
  const marker = isList ? withPointSigns(markerOfList(slide, template), signs) : undefined;
  const numbers: (TypesetParagraph | undefined)[] = [];
  if (marker?.shape === 'number') {
    const pointsToNumber = lines.map(({ text, owner }, i) => ({ text, owner, level: levels[i] ?? 0, sign: signs[i] }));
    const style = slide.bullet_style ?? 'bullet';
    const labels = numberedPointLabels(
      levels,
      style,
      slide.language,
      FOLIO_FORMATS.padded,
      unnumberedPointReasons(pointsToNumber, slide),
    );
    for (const label of labels)
      numbers.push(label === '' ? undefined : await typesetParagraph(label, type.folio, digitContext));
  }
  const footer = normalizeDrawableText(slide.footer ?? '');
  const markStyle = { ...type.display, font: template.quoteMark, italic: false };
  return {
    direction,
    heading: title === '' ? undefined : await typesetParagraph(title, type[rules.role], markupContext),
    body,
    owners: lines.map(({ owner }) => owner),
    levels,
    marker: marker && { ...marker, numbers },
    footer: footer === '' ? undefined : await typesetParagraph(footer, type.folio, context),
    folio:
      slide.slide_number === undefined
        ? undefined
        : await typesetParagraph(FOLIO_FORMATS[template.folio.form](slide.slide_number), type.folio, digitContext),
    mark: rules.isQuotation
      ? await typesetParagraph(openingQuotationMark(slide.language, direction), markStyle, context)
      : undefined,
  };
}

/** Gaps between paragraphs, in sizes of type: of a list, of a list with hairlines between points, of other lines. */
const PARAGRAPH_GAPS = { list: 0.52, separated: 0.86, lines: 0.24 };

/**
 * The text of a slide as blocks of heading and body.
 * @param sizes the unit, and `least`: the size of type below which code is wrapped instead of set smaller; pixels
 */
export function textGroupOf(
  text: TypesetSlideText,
  rules: LayoutTextRules,
  template: SlideTemplate,
  scene: SceneDesign,
  sizes: { unit: number; least: number },
): TextGroup {
  const { unit, least } = sizes;
  const { direction, owners, levels } = text;
  const isCentered = scene.align === 'center';
  const heading: TextBlock | undefined = text.heading && {
    paragraphs: [rules.accentsMarked ? withAccentWords(text.heading, scene) : text.heading],
    gap: 0,
    direction,
    balanced: true,
    role: 'lines',
    oneLine: rules.isOneLine === true,
    centered: isCentered,
  };
  const commonProperties = { paragraphs: text.body, owners, levels, direction, balanced: false };
  const radius = Math.round(template.panelRadius * unit);
  const panel = { color: scene.palette.panel, radius, mark: template.code.comment, least };
  const bodyBlock = (): TextBlock => {
    if (rules.points === 'code') return { ...commonProperties, role: 'code', direction: 'ltr', gap: 0, panel };
    if (rules.points !== 'list')
      return { ...commonProperties, role: 'lines', gap: PARAGRAPH_GAPS.lines, centered: isCentered };
    // A single point is not a list, and has no marker.
    if (text.body.length === 1 && !text.marker?.signs) return { ...commonProperties, role: 'list', gap: 0 };
    return {
      ...commonProperties,
      role: 'list',
      gap: text.marker?.separator ? PARAGRAPH_GAPS.separated : PARAGRAPH_GAPS.list,
      marker: text.marker,
    };
  };
  return {
    heading,
    body: text.body.length === 0 ? undefined : bodyBlock(),
    rules,
    quotationMark: text.mark,
    isCentered,
  };
}
