import { cutText } from '../cut-text.ts';
import { cutToLimits, type SlideWarning, type Taken } from '../cut-to-limits.ts';
import type { DeckChart, DeckSlideContent, DeckTable } from '../deck.ts';
import { TEXT_LIMITS } from '../deck-limits.ts';
import type { DeckWarning } from '../deck-warning.ts';
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

/** A title, and the texts beside it. */
interface TakenTitle {
  title: string;
  /** In reading order, without that of the title. */
  others: readonly FreeText[];
}

/** The title of the slide; without one, the text that stands where a title would. */
function takeTitle(slide: PptxSlide, sides: SlideSides): Taken<TakenTitle> {
  const box = slide.title === undefined ? titleAmong(slide.texts, sides) : undefined;
  const { taken: title, warnings } = cutToLimits.title(slide.title ?? (box ? linesOf(box) : ''));
  return { taken: { title, others: inReadingOrder(slide.texts.filter((text) => text !== box)) }, warnings };
}

interface TakenPoints {
  points: readonly BodyParagraph[];
  texts: readonly string[];
  /** Clicks bring in all of them one by one. */
  comeByPoint: boolean;
}

/** The paragraphs of the slide as points: those of its body, or of its other texts, and those of its diagrams. */
function takePoints(slide: PptxSlide, others: readonly FreeText[]): Taken<TakenPoints> {
  const hasBody = slide.body.length > 0;
  const ofDiagrams = slide.diagrams
    .flat()
    .map((text, index) => ({ text, index, level: 0, shape: '', marker: 'usual' as const }));
  const all: readonly BodyParagraph[] = [
    ...(hasBody ? slide.body : others.flatMap(({ paragraphs }) => paragraphs)),
    ...ofDiagrams,
  ];
  const points = all.slice(0, TEXT_LIMITS.points);
  const { taken: texts, warnings } = cutToLimits.points(points.map(({ text }) => text));
  const comeByPoint = comesByPoint(all, slide.clicks) && points.length === all.length;
  return {
    taken: { points, texts, comeByPoint },
    warnings: [...tooManyPoints(all.length), ...warnings, ...warningsOfShapes(slide, others)],
  };
}

const tooManyPoints = (count: number): SlideWarning[] =>
  count <= TEXT_LIMITS.points
    ? []
    : [
        {
          code: 'points_cut',
          message: `The slide has ${count} points; the first ${TEXT_LIMITS.points} were taken. Split the slide to keep all.`,
        },
      ];

/** What is lost of text boxes, diagrams and drawings. */
function warningsOfShapes(slide: PptxSlide, others: readonly FreeText[]): SlideWarning[] {
  const hasBody = slide.body.length > 0;
  const warnings: SlideWarning[] = [];
  if (hasBody && others.length > 0) {
    const quoted = others.map((text) => `“${cutText(linesOf(text), QUOTED).text}”`).slice(0, 3);
    warnings.push({
      code: 'drawing_lost',
      message: `${countOf(others.length, 'text box', 'text boxes')} next to the points ${others.length === 1 ? 'was' : 'were'} left out: ${quoted.join(', ')}. Add what matters as a point.`,
    });
  }
  warnings.push(...warningsOfDiagrams(slide));
  if (slide.drawings + (hasBody ? 0 : others.length) > MAX_ORNAMENTS || slide.connectors > 0)
    warnings.push({
      code: 'drawing_lost',
      message: 'Shapes and lines drawn on the slide were left out. To keep its look, send the PDF of the deck as well.',
    });
  return warnings;
}

/** What is lost of diagrams: their look, or all of one that has no words. */
function warningsOfDiagrams({ diagrams }: PptxSlide): SlideWarning[] {
  const silent = diagrams.filter((texts) => texts.length === 0).length;
  const line = (message: string): SlideWarning => ({ code: 'diagram_not_taken', message });
  return [
    ...(silent < diagrams.length
      ? [
          line(
            'A diagram (SmartArt) came over as its texts, as points. To keep its look, send the PDF of the deck as well.',
          ),
        ]
      : []),
    ...(silent > 0
      ? [
          line(
            `${countOf(silent, 'diagram (SmartArt) without words was', 'diagrams (SmartArt) without words were')} left out. Send the PDF of the deck as well, or paste the diagram as a picture.`,
          ),
        ]
      : []),
  ];
}

/** Equations that one line does not show as they are. */
function warningsOfEquations({ equations: { shown, spoken } }: PptxSlide): SlideWarning[] {
  const quoted = (lines: readonly string[]): string => `“${cutText(lines[0] ?? '', QUOTED).text}”`;
  return [
    ...(shown.length > 0
      ? [
          {
            code: 'drawing_lost' as const,
            message: `${countOf(shown.length, 'equation is', 'equations are')} written in one line: ${quoted(shown)}. To keep the look, send the PDF of the deck as well.`,
          },
        ]
      : []),
    ...(spoken.length > 0
      ? [
          {
            code: 'look_approximate' as const,
            message: `${countOf(spoken.length, 'equation', 'equations')} in the notes will be spoken sign by sign: ${quoted(spoken)}. Write in words how to say it.`,
          },
        ]
      : []),
  ];
}

/** The first table that has text. */
function takeTable({ tables }: PptxSlide): Taken<DeckTable | undefined> {
  const [first, ...others] = tables.filter((read) => read.table !== undefined);
  const warnings: SlideWarning[] = [];
  if (first?.cut !== undefined)
    warnings.push({
      code: 'table_cut',
      message: `Parts of a table were left out (${first.cut}): at most ${TEXT_LIMITS.table_columns} columns and ${TEXT_LIMITS.table_rows} rows can be read in a video.`,
    });
  if (others.length > 0)
    warnings.push({
      code: 'table_cut',
      message: 'The slide has several tables; the first one was taken. Split the slide to keep all.',
    });
  return { taken: first?.table, warnings };
}

/** Charts that cannot be drawn. */
const refusedCharts = ({ charts }: PptxSlide): SlideWarning[] =>
  charts.flatMap((read) =>
    'refused' in read
      ? {
          code: 'chart_not_taken',
          message: `A chart was left out: ${read.refused}. Send the PDF of the deck as well, or add a picture of the chart.`,
        }
      : [],
  );

/** The first chart, where there is no table. */
function takeChart(slide: PptxSlide, hasTable: boolean): Taken<DeckChart | undefined> {
  const charts = slide.charts.flatMap((read) => ('chart' in read ? [read.chart] : []));
  const chart = hasTable ? undefined : charts[0];
  const left: SlideWarning = {
    code: 'chart_not_taken',
    message: 'The slide has more than one table or chart; the first one was taken. Split the slide to keep all.',
  };
  return { taken: chart, warnings: charts.length > (chart ? 1 : 0) ? [left] : [] };
}

interface TakenPicture {
  picture?: PptxPicture | undefined;
  isPictureOnly: boolean;
}

/**
 * The largest picture that is no ornament.
 * @param isBare nothing else is on the slide
 * @param hasGraphic a table or chart is shown instead
 */
function takePicture(
  { pictures }: PptxSlide,
  sides: SlideSides,
  { isBare, hasGraphic }: { isBare: boolean; hasGraphic: boolean },
): Taken<TakenPicture> {
  const largest = pictures
    .filter((picture) => isReadable(picture) && !isOrnament(picture, sides))
    .reduce<PptxPicture | undefined>(
      (best, picture) => (best && areaOf(best) >= areaOf(picture) ? best : picture),
      undefined,
    );
  const isPictureOnly = largest !== undefined && isBare && areaOf(largest) >= WHOLE * sides.width * sides.height;
  const picture = hasGraphic ? undefined : largest;
  return {
    taken: { picture, isPictureOnly },
    warnings: pictures.flatMap((each) => (each === picture ? [] : warningOfPicture(each, sides))),
  };
}

/**
 * Selects what a template can draw of a slide: a title, points, and one of a table, a chart and a picture. Pure. Everything
 * that is lost is a warning.
 */
export function redesignSlide(slide: PptxSlide, sides: SlideSides): RedesignedSlide {
  const notes = cutToLimits.notes(slide.notes);
  const title = takeTitle(slide, sides);
  const points = takePoints(slide, title.taken.others);
  const table = takeTable(slide);
  const chart = takeChart(slide, table.taken !== undefined);
  const hasGraphic = table.taken !== undefined || chart.taken !== undefined;
  const isAlone = points.taken.points.length === 0;
  const isBare = title.taken.title === '' && isAlone && slide.tables.length + slide.charts.length === 0;
  const picture = takePicture(slide, sides, { isBare, hasGraphic });
  const { isPictureOnly } = picture.taken;
  return {
    content: {
      title: title.taken.title,
      ...pointFields(points.taken, slide),
      speaker_notes: notes.taken,
      layout: layoutOf(slide, { ...picture.taken, isAlone, hasGraphic, sides }),
      ...(table.taken ? { table: table.taken } : {}),
      ...(chart.taken ? { chart: chart.taken } : {}),
      ...timeFields(slide, notes.taken),
    },
    picture: picture.taken.picture,
    isPictureOnly,
    warnings: [
      ...[notes, title, points].flatMap(({ warnings }) => warnings),
      ...warningsOfEquations(slide),
      ...refusedCharts(slide),
      ...[table, chart].flatMap(({ warnings }) => warnings),
      ...picture.warnings,
    ].map((warning) => ({ slide: slide.page, ...warning })),
  };
}

/** The fields of the points. */
function pointFields(
  { points, texts, comeByPoint }: TakenPoints,
  { isTitleSlide }: PptxSlide,
): Pick<DeckSlideContent, 'bullet_points' | 'build' | 'bullet_levels' | 'bullet_style'> {
  const marker = isTitleSlide ? undefined : markerOf(points);
  return {
    bullet_points: [...texts],
    build: comeByPoint ? 'by_bullet' : 'none',
    ...(points.some(({ level }) => level > 0)
      ? { bullet_levels: points.map(({ level }) => Math.min(MAX_LEVEL, level)) }
      : {}),
    ...(marker ? { bullet_style: marker } : {}),
  };
}

/** How long the file itself shows the slide counts where nothing is said. */
const timeFields = ({ advance_seconds }: PptxSlide, notes: string): Pick<DeckSlideContent, 'duration_seconds'> =>
  notes === '' && advance_seconds !== undefined
    ? { duration_seconds: Math.min(300, Math.max(1, Math.round(advance_seconds * 10) / 10)) }
    : {};

const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const isReadable = ({ part }: PptxPicture): boolean => part !== null && READABLE.test(part);
const isOrnament = (picture: PptxPicture, { width, height }: SlideSides): boolean =>
  picture.box !== null && areaOf(picture) < MIN_SHARE * width * height;

/** Why a picture is not shown; none for an ornament. */
function warningOfPicture(picture: PptxPicture, sides: SlideSides): SlideWarning[] {
  const name = picture.alt === '' ? 'A picture' : `The picture “${cutText(picture.alt, QUOTED).text}”`;
  if (picture.isLinked)
    return [
      {
        code: 'picture_linked',
        message: `${name} is outside of the file and was not fetched. Embed it in the deck.`,
      },
    ];
  if (picture.part === null)
    return [{ code: 'picture_missing', message: `${name} is missing in the file. Insert it again.` }];
  if (!isReadable(picture))
    return [
      {
        code: 'picture_unreadable',
        message: `${name} is in a format that cannot be read (${picture.part.split('.').at(-1)?.toUpperCase()}). Save it as PNG in the deck.`,
      },
    ];
  if (isOrnament(picture, sides)) return [];
  return [
    {
      code: 'picture_not_used',
      message: `${name} was left out: a slide shows one picture, table or chart. Split the slide to keep all.`,
    },
  ];
}

function layoutOf(
  slide: PptxSlide,
  {
    picture,
    isAlone,
    isPictureOnly,
    hasGraphic,
    sides,
  }: TakenPicture & { isAlone: boolean; hasGraphic: boolean; sides: SlideSides },
): DeckSlideContent['layout'] {
  if (isPictureOnly) return 'image_full';
  if (!picture) return slide.isTitleSlide && !hasGraphic ? 'title' : 'auto';
  if (isAlone) return slide.title === undefined ? 'image_full' : 'figure';
  const middle = picture.box ? picture.box.x + picture.box.width / 2 : sides.width;
  return middle < sides.width / 2 ? 'image_left' : 'image_right';
}
