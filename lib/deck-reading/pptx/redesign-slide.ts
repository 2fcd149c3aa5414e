import { cutText } from '../cut-text.ts';
import type { DeckSlideContent } from '../deck.ts';
import { TEXT_LIMITS } from '../deck-limits.ts';
import type { DeckWarning, DeckWarningCode } from '../deck-warning.ts';
import { comesByPoint } from './clicks.ts';
import type { BodyParagraph, FreeText, PptxPicture, PptxSlide } from './read-slide.ts';

/** The slide's sides, in the unit of its boxes. */
export interface SlideSides {
  width: number;
  height: number;
}

/** A slide as a template draws it: its texts, and the one picture that it keeps. */
export interface RedesignedSlide {
  content: DeckSlideContent;
  picture?: PptxPicture | undefined;
  /** The picture is the whole slide, and nothing is written over it. */
  isPictureOnly: boolean;
  /** What it does not show. */
  warnings: DeckWarning[];
}

/** Formats that the image pipeline reads. */
const READABLE = /\.(png|jpe?g|gif|webp|avif)$/i;
/** A slide that a picture covers to this part is that picture. */
const WHOLE = 0.9;
/** A smaller picture is an ornament or a logo. */
const MIN_SHARE = 0.03;
/** Without a size of its own, a text box has this one, in points. */
const USUAL_SIZE = 18;
/** More free shapes than these are a drawing that says something. */
const MAX_ORNAMENTS = 2;
const MAX_LEVEL = 2;
/** Characters of a text that a warning quotes. */
const QUOTED = 40;

const areaOf = ({ box }: PptxPicture): number => (box ? Math.abs(box.width * box.height) : 0);

/** Texts in the order in which they are read: from the top, then from the left. */
const inReadingOrder = (texts: readonly FreeText[]): FreeText[] =>
  [...texts].sort((a, b) => (a.box?.y ?? 0) - (b.box?.y ?? 0) || (a.box?.x ?? 0) - (b.box?.x ?? 0));

const sizeOf = ({ paragraphs }: FreeText): number => Math.max(...paragraphs.map(({ size = USUAL_SIZE }) => size));

const linesOf = ({ paragraphs }: FreeText): string => paragraphs.map(({ text }) => text).join(' ');

/** The text that stands where a title would: the largest one of the upper half, and the topmost of equally large ones. */
function titleAmong(texts: readonly FreeText[], { height }: SlideSides): FreeText | undefined {
  const heads = inReadingOrder(texts).filter(
    (text) =>
      (text.box?.y ?? 0) < height / 2 && linesOf(text).length <= TEXT_LIMITS.title && text.paragraphs.length <= 3,
  );
  const largest = Math.max(...heads.map(sizeOf));
  return heads.find((text) => sizeOf(text) === largest);
}

const markerOf = (points: readonly BodyParagraph[]): DeckSlideContent['bullet_style'] => {
  if (points.length === 0 || points.some(({ marker }) => marker !== points[0]?.marker)) return undefined;
  return { number: 'number', none: 'none', usual: undefined }[points[0]?.marker ?? 'usual'] as
    | 'number'
    | 'none'
    | undefined;
};

/**
 * What a template can draw of a slide: a title, points, and one of a table, a chart and a picture. Pure. Whatever is lost is a
 * warning.
 */
export function redesignSlide(slide: PptxSlide, sides: SlideSides): RedesignedSlide {
  const warnings: DeckWarning[] = [];
  const warn = (code: DeckWarningCode, message: string): void =>
    void warnings.push({ slide: slide.page, code, message });
  const { text: notes } = warnIfCut(slide.notes, TEXT_LIMITS.notes, () =>
    warn(
      'notes_cut',
      `The notes have ${[...slide.notes].length} characters; the first ${TEXT_LIMITS.notes} are spoken. Split the slide to keep all.`,
    ),
  );

  const titleBox = slide.title === undefined ? titleAmong(slide.texts, sides) : undefined;
  const otherTexts = inReadingOrder(slide.texts.filter((text) => text !== titleBox));
  const wholeTitle = slide.title ?? (titleBox ? linesOf(titleBox) : '');
  const { text: title } = warnIfCut(wholeTitle, TEXT_LIMITS.title, () =>
    warn('title_cut', `The title is longer than ${TEXT_LIMITS.title} characters and was cut. Shorten it.`),
  );

  const diagrams = slide.diagrams.flat();
  const diagramPoints = diagrams.map((text, index) => ({
    ...{ text, index, level: 0, shape: '' },
    marker: 'usual' as const,
  }));
  const hasBody = slide.body.length > 0;
  const all = [
    ...(hasBody ? slide.body : otherTexts.flatMap(({ paragraphs }) => paragraphs)),
    ...diagramPoints,
  ] satisfies BodyParagraph[];
  const points = all.slice(0, TEXT_LIMITS.points);
  const cutPoints = points.map(({ text }) => cutText(text, TEXT_LIMITS.point));
  if (all.length > points.length)
    warn(
      'points_cut',
      `The slide has ${all.length} points; the first ${TEXT_LIMITS.points} were taken. Split the slide to keep all.`,
    );
  if (cutPoints.some(({ isCut }) => isCut))
    warn('points_cut', `Points longer than ${TEXT_LIMITS.point} characters were cut. Say the rest in the notes.`);
  if (hasBody && otherTexts.length > 0) {
    const quoted = otherTexts.map((text) => `“${cutText(linesOf(text), QUOTED).text}”`).slice(0, 3);
    warn(
      'drawing_lost',
      `${countOf(otherTexts.length, 'text box', 'text boxes')} beside the points ${otherTexts.length === 1 ? 'was' : 'were'} left out: ${quoted.join(', ')}. Add what matters as a point.`,
    );
  }
  if (slide.diagrams.length > 0)
    warn(
      'diagram_not_taken',
      'A diagram (SmartArt) came over as its texts, as points. To keep how it looks, send the PDF of the deck beside it.',
    );
  if (slide.drawings + (hasBody ? 0 : otherTexts.length) > MAX_ORNAMENTS || slide.connectors > 0)
    warn(
      'drawing_lost',
      'Shapes and lines drawn on the slide were left out. To keep how it looks, send the PDF of the deck beside it.',
    );

  const isWholePicture = (picture: PptxPicture): boolean =>
    areaOf(picture) >= WHOLE * sides.width * sides.height && isReadable(picture);
  const usable = slide.pictures.filter((picture) => isReadable(picture) && !isOrnament(picture, sides));
  const largest = usable.reduce<PptxPicture | undefined>(
    (best, picture) => (best && areaOf(best) >= areaOf(picture) ? best : picture),
    undefined,
  );
  const isPictureOnly =
    largest !== undefined &&
    isWholePicture(largest) &&
    title === '' &&
    points.length === 0 &&
    slide.tables.length + slide.charts.length === 0;

  const table = slide.tables.find((read) => read.table !== undefined);
  const charts = slide.charts.flatMap((read) => ('chart' in read ? [read.chart] : []));
  for (const read of slide.charts)
    if ('refused' in read)
      warn(
        'chart_not_taken',
        `A chart was left out: ${read.refused}. Send the PDF of the deck beside it, or add a picture of the chart.`,
      );
  const chart = table ? undefined : charts[0];
  if (table?.cut !== undefined)
    warn(
      'table_cut',
      `Parts of a table were left out (${table.cut}): at most ${TEXT_LIMITS.table_columns} columns and ${TEXT_LIMITS.table_rows} rows can be read in a video.`,
    );
  const tablesWithText = slide.tables.filter((read) => read.table !== undefined).length;
  if (tablesWithText > 1)
    warn('table_cut', 'The slide has several tables; the first one was taken. Split the slide to keep all.');
  if (charts.length > (chart ? 1 : 0))
    warn(
      'chart_not_taken',
      'The slide has more than one table or chart; the first one was taken. Split the slide to keep all.',
    );

  if ((table || chart) && points.length > 0)
    warn(
      'points_cut',
      'The points beside a table or chart are kept with the slide, and not drawn. Split the slide to show both.',
    );

  const picture = table || chart ? undefined : largest;
  warnOfPictures(slide, picture, sides, warn);

  const isAlone = points.length === 0;
  const content: DeckSlideContent = {
    title,
    bullet_points: cutPoints.map(({ text }) => text),
    speaker_notes: notes,
    layout: layoutOf(slide, { picture, isAlone, isPictureOnly, sides }),
    build: comesByPoint(all, slide.clicks) && points.length === all.length ? 'by_bullet' : 'none',
    ...(points.some(({ level }) => level > 0)
      ? { bullet_levels: points.map(({ level }) => Math.min(MAX_LEVEL, level)) }
      : {}),
    ...(markerOf(points) && !slide.isTitleSlide ? { bullet_style: markerOf(points) } : {}),
    ...(table?.table ? { table: table.table } : {}),
    ...(chart ? { chart } : {}),
    ...(notes === '' && slide.advance_seconds !== undefined
      ? { duration_seconds: Math.min(300, Math.max(1, Math.round(slide.advance_seconds * 10) / 10)) }
      : {}),
  };
  return { content, picture, isPictureOnly, warnings };
}

const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function warnIfCut(text: string, max: number, warn: () => void): { text: string } {
  const cut = cutText(text, max);
  if (cut.isCut) warn();
  return cut;
}

const isReadable = ({ part }: PptxPicture): boolean => part !== null && READABLE.test(part);
const isOrnament = (picture: PptxPicture, { width, height }: SlideSides): boolean =>
  picture.box !== null && areaOf(picture) < MIN_SHARE * width * height;

function warnOfPictures(
  { pictures }: PptxSlide,
  taken: PptxPicture | undefined,
  sides: SlideSides,
  warn: (code: DeckWarningCode, message: string) => void,
): void {
  for (const picture of pictures) {
    if (picture === taken) continue;
    const name = picture.alt === '' ? 'A picture' : `The picture “${cutText(picture.alt, QUOTED).text}”`;
    if (picture.isLinked)
      warn('picture_linked', `${name} lies outside of the file and was not fetched. Embed it in the deck.`);
    else if (picture.part === null) warn('picture_missing', `${name} is missing in the file. Insert it again.`);
    else if (!isReadable(picture))
      warn(
        'picture_unreadable',
        `${name} is in a format that cannot be read (${picture.part.split('.').at(-1)?.toUpperCase()}). Save it as PNG in the deck.`,
      );
    else if (!isOrnament(picture, sides))
      warn(
        'picture_not_used',
        `${name} was left out: a slide shows one picture, table or chart. Split the slide to keep all.`,
      );
  }
}

function layoutOf(
  slide: PptxSlide,
  {
    picture,
    isAlone,
    isPictureOnly,
    sides,
  }: { picture: PptxPicture | undefined; isAlone: boolean; isPictureOnly: boolean; sides: SlideSides },
): DeckSlideContent['layout'] {
  if (isPictureOnly) return 'image_full';
  if (slide.isTitleSlide && !picture) return 'title';
  if (!picture) return 'auto';
  if (isAlone) return slide.title === undefined ? 'image_full' : 'figure';
  const middle = picture.box ? picture.box.x + picture.box.width / 2 : sides.width;
  return middle < sides.width / 2 ? 'image_left' : 'image_right';
}
