import { countWithNoun, cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import type { DeckChart, DeckSlideContent, DeckTable } from '../deck.ts';
import { MAX_SLIDES_PER_CONTENT, SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import type { DeckWarning } from '../deck-warning.ts';
import { evenChunks } from '../in-chunks.ts';
import { type ContentCutToLimits, type SlideWarning, slideTextCutters } from '../slide-text-cutters.ts';
import { splitLongText } from '../split-long-text.ts';
import { doParagraphsAppearOneByOne } from './clicks.ts';
import { findTitleByPosition, oneLineOfShape } from './find-title-by-position.ts';
import type { PlaceholderParagraph, PptxPicture, PptxSlide, TextOutsidePlaceholders } from './read-slide.ts';
import { readingOrder } from './reading-order.ts';
import { findShownVideo } from './shown-video.ts';

/** Sides of a slide, in EMU. */
export interface SlideDimensions {
  width: number;
  height: number;
}

/** A slide in the form that a template draws: its texts, and at most one picture. */
export interface RedesignedSlide {
  content: DeckSlideContent;
  /** Content of the slides that follow it, with the points that exceed one slide. They have no notes. */
  further: readonly DeckSlideContent[];
  /** The order of its texts is uncertain: they form neither one column nor one row. */
  isUnordered: boolean;
  picture?: PptxPicture | undefined;
  /** The picture is the whole slide, without text over it. */
  isPictureOnly: boolean;
  /** Warnings about content that it does not show. */
  warnings: DeckWarning[];
}

/** Formats that the image pipeline reads, and those (EMF, WMF) that `engine/deck-drawing` draws. */
const READABLE = /\.(png|jpe?g|gif|webp|avif|svg|emf|wmf)$/i;
/** The share of the slide from which a picture counts as the whole slide. */
const WHOLE = 0.9;
/** Share of the slide below which a picture is an ornament or a logo. On a title slide, larger pictures are logos, too. */
const MIN_SHARE = 0.03;
const MIN_SHARE_ON_TITLE = 0.12;
/** The most shapes without text that are ornaments; more are a drawing. */
const MAX_ORNAMENTS = 2;
const MAX_LEVEL = 2;
/** Characters of a text that a warning quotes. */
const QUOTED = 40;

const areaOf = ({ box }: PptxPicture): number => (box ? Math.abs(box.width * box.height) : 0);

/** Markers and texts of the points of a slide. */
interface MarkedPoints {
  style: DeckSlideContent['bullet_style'];
  texts: readonly string[];
}

/** Decides the bullet style of points. A slide has one kind of marker: if points have several, markers are written into the texts. */
function markedPoints(points: readonly PlaceholderParagraph[]): MarkedPoints {
  const texts = points.map(({ text }) => text);
  const [first] = points;
  // On a second slide, numbers would start again.
  const isCounted = points.some(({ marker }) => marker === 'number') && points.length > SLIDE_TEXT_LIMITS.points;
  if (!first || (!isCounted && points.every(({ marker }) => marker === first.marker)))
    return { style: first && first.marker !== 'usual' ? first.marker : undefined, texts };
  const counts: number[] = [];
  return {
    style: 'none',
    texts: points.map(({ text, level, marker }) => {
      const count = marker === 'number' ? (counts[level] ?? 0) + 1 : 0;
      counts.length = level;
      counts[level] = count;
      return `${{ number: `${count}. `, usual: '• ', none: '' }[marker]}${text}`;
    }),
  };
}

/** The title of a slide, and its other texts. */
interface TakenTitle {
  title: string;
  /** In reading order, without the title. */
  others: readonly TextOutsidePlaceholders[];
  isOrderSure: boolean;
}

/** The title of a slide; without a title placeholder, the text that is most like a title. */
function takeTitle(
  slide: PptxSlide,
  { height }: SlideDimensions,
  isRunning: RepeatedContentFinder['text'],
): ContentCutToLimits<TakenTitle> {
  const box = slide.title === undefined ? findTitleByPosition(slide.texts, height, isRunning) : undefined;
  const { ordered: others, isSure: isOrderSure } = readingOrder(slide.texts.filter((text) => text !== box));
  const { taken: title, warnings } = slideTextCutters.title(slide.title ?? (box ? oneLineOfShape(box) : ''));
  return { taken: { title, others, isOrderSure }, warnings };
}

/** The points of one of the slides that a long slide becomes. */
interface TakenPoints {
  points: readonly PlaceholderParagraph[];
  texts: readonly string[];
  style: DeckSlideContent['bullet_style'];
  /** Each point appears with a click. */
  comeByPoint: boolean;
}

/** Splits a paragraph that is longer than a point. The further points have no marker. */
const inPoints = (paragraph: PlaceholderParagraph): PlaceholderParagraph[] =>
  splitLongText(paragraph.text).map((text, at) =>
    at === 0 ? { ...paragraph, text } : { ...paragraph, text, marker: 'none' },
  );

/**
 * The paragraphs of the slide as points: those of its body, or of its other texts, and those of its diagrams.
 * @returns the points of the slide, then those of slides that follow it
 */
function takePoints(
  slide: PptxSlide,
  others: readonly TextOutsidePlaceholders[],
): ContentCutToLimits<[TakenPoints, ...TakenPoints[]]> {
  const hasBody = slide.body.length > 0;
  const ofDiagrams = slide.diagrams
    .flat()
    .map((text, index) => ({ text, index, level: 0, shape: '', marker: 'usual' as const }));
  const all: readonly PlaceholderParagraph[] = [
    ...(hasBody ? slide.body : others.flatMap(({ paragraphs }) => paragraphs)),
    ...ofDiagrams,
  ].flatMap(inPoints);
  const { style, texts: written } = slide.isTitleSlide
    ? { style: undefined, texts: all.map(({ text }) => text) }
    : markedPoints(all);
  const { taken: texts, warnings } = slideTextCutters.points(written);
  const parts = evenChunks(
    all.map((point, at) => ({ point, text: texts[at] ?? '' })),
    SLIDE_TEXT_LIMITS.points,
  );
  const comeByPoint = parts.length === 1 && doParagraphsAppearOneByOne(all, slide.clicks);
  const [first, ...more] = parts.slice(0, MAX_SLIDES_PER_CONTENT).map((part) => ({
    points: part.map(({ point }) => point),
    texts: part.map(({ text }) => text),
    style,
    comeByPoint,
  }));
  return {
    taken: [first ?? { points: [], texts: [], style, comeByPoint }, ...more],
    warnings: [...tooManyPoints(all.length, parts.length), ...warnings, ...warningsOfShapes(slide, others)],
  };
}

const tooManyPoints = (count: number, parts: number): SlideWarning[] =>
  parts <= MAX_SLIDES_PER_CONTENT
    ? []
    : [
        {
          code: 'points_cut',
          message: `The slide has ${count} points; those after ${MAX_SLIDES_PER_CONTENT} slides were left out. Split it to keep all.`,
        },
      ];

/** Warnings about losses of text boxes, diagrams and drawings. */
function warningsOfShapes(slide: PptxSlide, others: readonly TextOutsidePlaceholders[]): SlideWarning[] {
  const hasBody = slide.body.length > 0;
  const warnings: SlideWarning[] = [];
  if (hasBody && others.length > 0) {
    const quoted = others.map((text) => `“${cutTextWithEllipsis(oneLineOfShape(text), QUOTED).text}”`).slice(0, 3);
    warnings.push({
      code: 'drawing_lost',
      message: `${countWithNoun(others.length, 'text box', 'text boxes')} next to the points ${others.length === 1 ? 'was' : 'were'} left out: ${quoted.join(', ')}. Add what matters as a point.`,
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

/** Warnings about diagrams: their look is lost, and a diagram without words is lost completely. */
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
            `${countWithNoun(silent, 'diagram (SmartArt) without words was', 'diagrams (SmartArt) without words were')} left out. Send the PDF of the deck as well, or paste the diagram as a picture.`,
          ),
        ]
      : []),
  ];
}

/** The warning about equations that lose their form in one line. */
function warningsOfEquations({ equations: { shown, spoken } }: PptxSlide): SlideWarning[] {
  const quoted = (lines: readonly string[]): string => `“${cutTextWithEllipsis(lines[0] ?? '', QUOTED).text}”`;
  return [
    ...(shown.length > 0
      ? [
          {
            code: 'drawing_lost' as const,
            message: `${countWithNoun(shown.length, 'equation is', 'equations are')} written in one line: ${quoted(shown)}. To keep the look, send the PDF of the deck as well.`,
          },
        ]
      : []),
    ...(spoken.length > 0
      ? [
          {
            code: 'look_approximate' as const,
            message: `${countWithNoun(spoken.length, 'equation', 'equations')} in the notes will be spoken sign by sign: ${quoted(spoken)}. Write in words how to say it.`,
          },
        ]
      : []),
  ];
}

/** The first table that has text. */
function takeTable({ tables }: PptxSlide): ContentCutToLimits<DeckTable | undefined> {
  const [first, ...others] = tables.filter((read) => read.table !== undefined);
  const warnings: SlideWarning[] = [];
  if (first?.cut !== undefined)
    warnings.push({
      code: 'table_cut',
      message: `Parts of a table were left out (${first.cut}): at most ${SLIDE_TEXT_LIMITS.table_columns} columns and ${SLIDE_TEXT_LIMITS.table_rows} rows can be read in a video.`,
    });
  if (others.length > 0)
    warnings.push({
      code: 'table_cut',
      message: 'The slide has several tables; the first one was taken. Split the slide to keep all.',
    });
  return { taken: first?.table, warnings };
}

/** Warnings about charts that cannot be drawn. */
const refusedCharts = ({ charts }: PptxSlide): SlideWarning[] =>
  charts.flatMap((read) =>
    'refused' in read
      ? {
          code: 'chart_not_taken',
          message: `A chart was left out: ${read.refused}. Send the PDF of the deck as well, or add a picture of the chart.`,
        }
      : [],
  );

/** The first chart that can be drawn, unless a table is shown. */
function takeChart(slide: PptxSlide, hasTable: boolean): ContentCutToLimits<DeckChart | undefined> {
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
 * The largest picture that is not an ornament.
 * @param isBare true if nothing else is on the slide
 * @param hasGraphic true if a table or chart is shown instead
 * @param isRunning whether a picture is repeated from slide to slide, as a logo is
 */
function takePicture(
  slide: PptxSlide,
  sides: SlideDimensions,
  {
    isBare,
    hasGraphic,
    isRunning,
  }: { isBare: boolean; hasGraphic: boolean; isRunning: RepeatedContentFinder['picture'] },
): ContentCutToLimits<TakenPicture> {
  const { pictures } = slide;
  const video = findShownVideo(slide);
  const poster = pictures.find(({ shape }) => shape !== undefined && shape === video?.shape);
  const whole = sides.width * sides.height;
  const least = whole * (slide.isTitleSlide ? MIN_SHARE_ON_TITLE : MIN_SHARE);
  const ornaments = pictures.filter(
    (picture) => isReadable(picture) && picture.box !== null && areaOf(picture) < least,
  );
  // The video of a slide is shown instead of its pictures.
  const largest = (video ? [poster].flatMap((each) => each ?? []) : pictures)
    .filter((picture) => isReadable(picture) && !ornaments.includes(picture))
    .reduce<PptxPicture | undefined>(
      (best, picture) => (best && areaOf(best) >= areaOf(picture) ? best : picture),
      undefined,
    );
  const isPictureOnly = largest !== undefined && isBare && areaOf(largest) >= WHOLE * whole;
  const picture = hasGraphic ? undefined : largest;
  const small = ornaments.filter(({ part }) => part === null || !isRunning(part));
  // One small picture is an ornament. Several small pictures that count together, or that are all a slide shows, are not.
  const isMissed =
    !picture && !hasGraphic ? small.length > 0 : small.reduce((sum, each) => sum + areaOf(each), 0) >= least;
  return {
    taken: { picture, isPictureOnly },
    warnings: [
      ...pictures.flatMap((each) =>
        each === picture || each === poster || ornaments.includes(each) ? [] : warningOfPicture(each),
      ),
      ...(isMissed ? [smallPictures(small)] : []),
      ...(picture?.hasOtherOutline ? [outlineLost(picture)] : []),
    ],
  };
}

const outlineLost = (picture: PptxPicture): SlideWarning => ({
  code: 'look_approximate',
  message: `${nameOf(picture)} is cut to a shape in the deck, and shown as a whole rectangle. Crop it to a rectangle, an ellipse or round corners if the rest must not be seen.`,
});

const smallPictures = (small: readonly PptxPicture[]): SlideWarning => ({
  code: 'picture_not_used',
  message:
    small.length === 1
      ? `${nameOf(small[0])} was left out, since it is small. Make it larger in the deck if it matters.`
      : `${small.length} small pictures were left out. Make one of them larger in the deck, or make one picture of all.`,
});

/** Reports whether a text or a picture is repeated from slide to slide, such as the name of an event or a logo. */
export interface RepeatedContentFinder {
  text(text: string): boolean;
  picture(part: string): boolean;
}

/**
 * Selects the content of a slide that a template can draw: a title, points, and one of a table, a chart and a picture. Pure. All lost
 * content is reported by warnings.
 */
export function redesignSlide(
  slide: PptxSlide,
  sides: SlideDimensions,
  isRunning: RepeatedContentFinder,
): RedesignedSlide {
  const notes = slideTextCutters.notes(slide.notes);
  const title = takeTitle(slide, sides, isRunning.text);
  const points = takePoints(slide, title.taken.others);
  const [shown, ...more] = points.taken;
  const table = takeTable(slide);
  const chart = takeChart(slide, table.taken !== undefined);
  const hasGraphic = table.taken !== undefined || chart.taken !== undefined;
  const isAlone = shown.points.length === 0;
  const isBare = title.taken.title === '' && isAlone && slide.tables.length + slide.charts.length === 0;
  const picture = takePicture(slide, sides, { isBare, hasGraphic, isRunning: isRunning.picture });
  const { isPictureOnly } = picture.taken;
  const hasTitle = title.taken.title !== '';
  return {
    content: {
      title: title.taken.title,
      ...pointFields(shown),
      speaker_notes: notes.taken,
      layout: layoutOf(slide, { ...picture.taken, isAlone, hasTitle, hasGraphic, sides }),
      ...(table.taken ? { table: table.taken } : {}),
      ...(chart.taken ? { chart: chart.taken } : {}),
      ...timeFields(slide, notes.taken),
      ...(slide.transition ? { transition: slide.transition.transition } : {}),
    },
    further: more.map((part) => ({
      title: title.taken.title,
      ...pointFields(part),
      speaker_notes: '',
      layout: 'auto',
    })),
    isUnordered: slide.body.length === 0 && !title.taken.isOrderSure,
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

/** The fields of a slide that its points decide. */
const pointFields = ({
  points,
  texts,
  style,
  comeByPoint,
}: TakenPoints): Pick<DeckSlideContent, 'bullet_points' | 'build' | 'bullet_levels' | 'bullet_style'> => ({
  bullet_points: [...texts],
  build: comeByPoint ? 'by_bullet' : 'none',
  ...(points.some(({ level }) => level > 0)
    ? { bullet_levels: points.map(({ level }) => Math.min(MAX_LEVEL, level)) }
    : {}),
  ...(style ? { bullet_style: style } : {}),
});

/** The duration of the slide: that of the file is used if nothing is spoken. */
const timeFields = ({ advance_seconds }: PptxSlide, notes: string): Pick<DeckSlideContent, 'duration_seconds'> =>
  notes === '' && advance_seconds !== undefined
    ? { duration_seconds: Math.min(300, Math.max(1, Math.round(advance_seconds * 10) / 10)) }
    : {};

const isReadable = ({ part }: PptxPicture): boolean => part !== null && READABLE.test(part);
const nameOf = (picture: PptxPicture | undefined): string =>
  picture && picture.alt !== '' ? `The picture “${cutTextWithEllipsis(picture.alt, QUOTED).text}”` : 'A picture';

/** Reason why a picture is not shown. */
function warningOfPicture(picture: PptxPicture): SlideWarning[] {
  const name = nameOf(picture);
  if (picture.isLinked)
    return [
      {
        code: 'picture_linked',
        message: `${name} is outside the file and was not fetched. Embed it in the deck.`,
      },
    ];
  if (picture.part === null)
    return [{ code: 'picture_missing', message: `${name} is missing from the file. Insert it again.` }];
  if (!isReadable(picture))
    return [
      {
        code: 'picture_unreadable',
        message: `${name} is in a format that cannot be read (${picture.part.split('.').at(-1)?.toUpperCase()}). Save it as PNG in the deck.`,
      },
    ];
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
    hasTitle,
    isPictureOnly,
    hasGraphic,
    sides,
  }: TakenPicture & { isAlone: boolean; hasTitle: boolean; hasGraphic: boolean; sides: SlideDimensions },
): DeckSlideContent['layout'] {
  if (isPictureOnly) return 'page';
  if (!picture) return slide.isTitleSlide && !hasGraphic ? 'title' : 'auto';
  // Without a title, the content of the picture decides.
  if (isAlone) return hasTitle ? 'figure' : 'auto';
  const middle = picture.box ? picture.box.x + picture.box.width / 2 : sides.width;
  return middle < sides.width / 2 ? 'image_left' : 'image_right';
}
