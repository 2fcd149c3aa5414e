import type { DeckSlideContent } from '../deck.ts';
import { slideTextCutters } from '../slide-text-cutters.ts';
import type { DeckPageContext } from './deck-page-context.ts';
import { layoutOfMarkdownSlide } from './layout-of-page-part.ts';
import type { MarkdownSlideSettings } from './markdown-slide-settings.ts';
import type { PlainAndMarkedText } from './marked-text.ts';
import type { PageDraft } from './page-draft.ts';
import type { MarkdownSlidePart, PageSlidePoint } from './page-part.ts';
import { findComparisonItemsInTable } from './table-comparison.ts';

/** Matches a mark for a click in the notes of Slidev, https://sli.dev/features/click-marker, with the space after it. */
const CLICK_MARK = /\[click(?::\d+)?\][^\S\n]*/g;

/** The page that a part comes from, and the facts that decide the content of the part's slide. */
export interface DeckPagePartContext {
  draft: PageDraft;
  settings: MarkdownSlideSettings;
  /** True if the part is the whole page. */
  isWhole: boolean;
  /** Notes of this part. */
  notes: string;
  rules: DeckPageContext;
}

/** A point without the bold marks around its whole text. It is for layouts of titles, whose texts are always bold. */
const removeBold = (point: PageSlidePoint): PageSlidePoint => {
  const { plain, marked } = point.text;
  const [, innerText = marked] = /^\*\*(.*)\*\*$/s.exec(marked) ?? [];
  return { ...point, text: { plain, marked: innerText, hasMarks: innerText.replace(/\\(.)/g, '$1') !== plain } };
};

/** Reports whether all points have the numbers that the API would give them: each nested list counts from 1. */
function hasSequentialNumbers(points: readonly PageSlidePoint[]): boolean {
  const counts: number[] = [];
  return points.every(({ ordinal, level }) => {
    if (ordinal === undefined || level > counts.length) return false;
    counts.length = level + 1;
    counts[level] = (counts[level] ?? 0) + 1;
    return ordinal === counts[level];
  });
}

/** The bullet style of a slide. `writesMarkers`: only some points have numbers, so the markers are written into the texts. */
function bulletStyleOf(points: readonly PageSlidePoint[]): { style?: 'number' | 'none'; writesMarkers: boolean } {
  if (points.length === 0) return { writesMarkers: false };
  const isNumbered = hasSequentialNumbers(points);
  if (isNumbered) return { style: 'number', writesMarkers: false };
  if (points.every(({ marker }) => marker !== 'bullet')) return { style: 'none', writesMarkers: false };
  if (points.some(({ ordinal }) => ordinal !== undefined)) return { style: 'none', writesMarkers: true };
  return { writesMarkers: false };
}

function prefixMarker({ text, ordinal, marker }: PageSlidePoint): PlainAndMarkedText {
  const prefix = ordinal === undefined ? (marker === 'bullet' ? '• ' : '') : `${ordinal}. `;
  return { ...text, plain: prefix + text.plain, marked: prefix + text.marked };
}

/** The fields of the slide that is made of a part of a page. Texts that are too long are cut and reported. */
export function slideContentOfPagePart(
  part: MarkdownSlidePart,
  { draft, settings: { fit: _, ...settings }, isWhole, notes, rules }: DeckPagePartContext,
): DeckSlideContent {
  const { code, table, chart, image } = part;
  const namedLayout = isWhole ? settings.layout : undefined;
  const items = table && namedLayout === undefined ? findComparisonItemsInTable(table) : undefined;
  const layout = namedLayout ?? part.layout ?? (items ? 'comparison' : layoutOfMarkdownSlide(part, draft, rules));
  const isTitle = layout === 'title' || layout === 'section' || layout === 'quote';
  const points = isTitle ? part.points.map(removeBold) : part.points;
  const bulletStyle = isTitle ? undefined : bulletStyleOf(points);
  const texts = points.map((point) => (bulletStyle?.writesMarkers ? prefixMarker(point) : point.text));
  const hasMarks = [part.title, ...texts, ...(table ? [table] : [])].some((text) => text.hasMarks);
  const toContentText = (text: PlainAndMarkedText): string => (hasMarks ? text.marked : text.plain);
  const build = isWhole && draft.comesByPoint && !image && !code && !table && !chart ? 'by_bullet' : 'none';
  const cutTitle = slideTextCutters.title(toContentText(part.title));
  const cutPoints = slideTextCutters.points(texts.map(toContentText));
  // Where points appear one by one, click marks in the notes give their times. In other notes, a voice would speak the marks.
  const cutNotes = slideTextCutters.notes(build === 'by_bullet' ? notes : notes.replace(CLICK_MARK, '').trim());
  for (const { code: warningCode, message } of [cutTitle, cutPoints, cutNotes].flatMap(({ warnings }) => warnings))
    rules.warn(warningCode, message);
  const levels = points.map(({ level }) => level);
  const columnBreak = points.findIndex(({ column }) => column > 0);
  return {
    title: cutTitle.taken,
    bullet_points: cutPoints.taken,
    speaker_notes: cutNotes.taken,
    layout,
    build,
    ...(bulletStyle?.style ? { bullet_style: bulletStyle.style } : {}),
    ...(!isTitle && levels.some((level) => level > 0) ? { bullet_levels: levels } : {}),
    ...(hasMarks ? { markup: 'inline' } : {}),
    ...(layout === 'two_columns' && columnBreak > 0 ? { column_break: columnBreak } : {}),
    ...(code ? { code } : {}),
    ...(items ? { items } : {}),
    ...(table && !items ? { table: hasMarks ? table.marked : table.table } : {}),
    ...(chart ? { chart } : {}),
    // The areas of callouts refer to the picture of the whole page, so the slide of a part has no callouts.
    ...(isWhole ? settings : { ...settings, layout, callouts: undefined }),
  };
}
