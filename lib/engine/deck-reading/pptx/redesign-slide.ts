import { countWithNoun, cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import type { DeckChart, DeckSlideContent, DeckTable } from '../deck.ts';
import { MAX_SLIDES_PER_CONTENT, SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import type { DeckWarning } from '../deck-warning.ts';
import { evenChunks } from '../in-chunks.ts';
import { type ContentCutToLimits, type DeckSlideWarning, slideTextCutters } from '../slide-text-cutters.ts';
import { splitTextToFitPoints } from '../split-text-to-fit-points.ts';
import { doParagraphsAppearOneByOne } from './clicks.ts';
import { findPptxTitleByPosition, oneLineOfShape } from './find-pptx-title-by-position.ts';
import type { PlaceholderParagraph, PptxPicture, PptxSlide, TextOutsidePlaceholders } from './read-slide.ts';
import { computePptxTextReadingOrder } from './reading-order.ts';
import { findShownPptxVideo } from './shown-video.ts';

/** Sides of a slide, in EMU. */
export interface SlideDimensionsInEmu {
  width: number;
  height: number;
}

/** A slide in the form that a template draws: its texts, and at most one picture. */
export interface RedesignedSlide {
  content: DeckSlideContent;
  /** Content of the slides that follow it, with the points that exceed one slide. They have no notes. */
  further: readonly DeckSlideContent[];
  /** True if the order of its texts is uncertain: they form neither one column nor one row. */
  isUnordered: boolean;
  picture?: PptxPicture | undefined;
  /** True if the picture is the whole slide, without text over it. */
  isPictureOnly: boolean;
  /** Warnings about content that it does not show. */
  warnings: DeckWarning[];
}

/** Formats that the image pipeline reads, and those (EMF, WMF) that `engine/deck-drawing` draws. */
const READABLE_FILE = /\.(png|jpe?g|gif|webp|avif|svg|emf|wmf)$/i;
/** The share of the slide from which a picture counts as the whole slide. */
const MIN_WHOLE_SHARE = 0.9;
/** The share of the slide below which a picture is an ornament or a logo. On a title slide, larger pictures are logos, too. */
const MIN_SHARE = 0.03;
const MIN_SHARE_ON_TITLE = 0.12;
/** The highest number of shapes without text that are ornaments; more are a drawing. */
const MAX_ORNAMENTS = 2;
/** The deepest level of a point in the API. */
const MAX_POINT_LEVEL = 2;
/** The number of characters of a text that a warning quotes. */
const MAX_QUOTED_CHARACTERS = 40;

const areaOf = ({ box }: PptxPicture): number => (box ? Math.abs(box.width * box.height) : 0);

/** Markers and texts of the points of a slide. */
interface MarkedPoints {
  style: DeckSlideContent['bullet_style'];
  texts: readonly string[];
}

/** Decides the bullet style of points. A slide has one kind of marker: if points have several, markers are written into the texts. */
function markPoints(points: readonly PlaceholderParagraph[]): MarkedPoints {
  const texts = points.map(({ text }) => text);
  const [firstPoint] = points;
  // On a second slide, numbers would start again.
  const needsWrittenNumbers =
    points.some(({ marker }) => marker === 'number') && points.length > SLIDE_TEXT_LIMITS.points;
  if (!firstPoint || (!needsWrittenNumbers && points.every(({ marker }) => marker === firstPoint.marker)))
    return { style: firstPoint && firstPoint.marker !== 'usual' ? firstPoint.marker : undefined, texts };
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
  otherTexts: readonly TextOutsidePlaceholders[];
  isOrderSure: boolean;
}

/** The title of a slide; without a title placeholder, the text that is most like a title. */
function takeTitle(
  slide: PptxSlide,
  { height }: SlideDimensionsInEmu,
  isRepeated: RepeatedContentTest['text'],
): ContentCutToLimits<TakenTitle> {
  const titleText = slide.title === undefined ? findPptxTitleByPosition(slide.texts, height, isRepeated) : undefined;
  const { ordered: otherTexts, isSure: isOrderSure } = computePptxTextReadingOrder(
    slide.texts.filter((text) => text !== titleText),
  );
  const { taken: title, warnings } = slideTextCutters.title(
    slide.title ?? (titleText ? oneLineOfShape(titleText) : ''),
  );
  return { taken: { title, otherTexts, isOrderSure }, warnings };
}

/** The points of one of the slides that a long slide becomes. */
interface TakenPoints {
  points: readonly PlaceholderParagraph[];
  texts: readonly string[];
  style: DeckSlideContent['bullet_style'];
  /** True if each point appears with a click. */
  comeByPoint: boolean;
}

/** Splits a paragraph that is longer than a point may be. Only its first point has a marker. */
const splitIntoPoints = (paragraph: PlaceholderParagraph): PlaceholderParagraph[] =>
  splitTextToFitPoints(paragraph.text).map((text, index) =>
    index === 0 ? { ...paragraph, text } : { ...paragraph, text, marker: 'none' },
  );

/**
 * The paragraphs of the slide as points: those of its body, or of its other texts, and those of its diagrams.
 * @returns the points of the slide, then those of slides that follow it
 */
function takePoints(
  slide: PptxSlide,
  otherTexts: readonly TextOutsidePlaceholders[],
): ContentCutToLimits<[TakenPoints, ...TakenPoints[]]> {
  const hasBody = slide.body.length > 0;
  const diagramPoints = slide.diagrams
    .flat()
    .map((text, index) => ({ text, index, level: 0, shape: '', marker: 'usual' as const }));
  const allPoints: readonly PlaceholderParagraph[] = [
    ...(hasBody ? slide.body : otherTexts.flatMap(({ paragraphs }) => paragraphs)),
    ...diagramPoints,
  ].flatMap(splitIntoPoints);
  const { style, texts: pointTexts } = slide.isTitleSlide
    ? { style: undefined, texts: allPoints.map(({ text }) => text) }
    : markPoints(allPoints);
  const { taken: texts, warnings } = slideTextCutters.points(pointTexts);
  const parts = evenChunks(
    allPoints.map((point, index) => ({ point, text: texts[index] ?? '' })),
    SLIDE_TEXT_LIMITS.points,
  );
  const comeByPoint = parts.length === 1 && doParagraphsAppearOneByOne(allPoints, slide.clicks);
  const [firstPart, ...furtherParts] = parts.slice(0, MAX_SLIDES_PER_CONTENT).map((part) => ({
    points: part.map(({ point }) => point),
    texts: part.map(({ text }) => text),
    style,
    comeByPoint,
  }));
  return {
    taken: [firstPart ?? { points: [], texts: [], style, comeByPoint }, ...furtherParts],
    warnings: [
      ...tooManyPointsWarnings(allPoints.length, parts.length),
      ...warnings,
      ...warningsOfShapes(slide, otherTexts),
    ],
  };
}

const tooManyPointsWarnings = (count: number, parts: number): DeckSlideWarning[] =>
  parts <= MAX_SLIDES_PER_CONTENT
    ? []
    : [
        {
          code: 'points_cut',
          message: `The slide has ${count} points; those after ${MAX_SLIDES_PER_CONTENT} slides were left out. Split it to keep all.`,
        },
      ];

/** Warnings about losses of text boxes, diagrams and drawings. */
function warningsOfShapes(slide: PptxSlide, otherTexts: readonly TextOutsidePlaceholders[]): DeckSlideWarning[] {
  const hasBody = slide.body.length > 0;
  const warnings: DeckSlideWarning[] = [];
  if (hasBody && otherTexts.length > 0) {
    const quoted = otherTexts
      .map((text) => `“${cutTextWithEllipsis(oneLineOfShape(text), MAX_QUOTED_CHARACTERS).text}”`)
      .slice(0, 3);
    warnings.push({
      code: 'drawing_lost',
      message: `${countWithNoun(otherTexts.length, 'text box', 'text boxes')} next to the points ${otherTexts.length === 1 ? 'was' : 'were'} left out: ${quoted.join(', ')}. Add what matters as a point.`,
    });
  }
  warnings.push(...warningsOfDiagrams(slide));
  if (slide.drawings + (hasBody ? 0 : otherTexts.length) > MAX_ORNAMENTS || slide.connectors > 0)
    warnings.push({
      code: 'drawing_lost',
      message: 'Shapes and lines drawn on the slide were left out. To keep its look, send the PDF of the deck as well.',
    });
  return warnings;
}

/** Warnings about diagrams: their look is lost, and a diagram without words is lost completely. */
function warningsOfDiagrams({ diagrams }: PptxSlide): DeckSlideWarning[] {
  const wordlessCount = diagrams.filter((texts) => texts.length === 0).length;
  const createWarning = (message: string): DeckSlideWarning => ({ code: 'diagram_not_taken', message });
  return [
    ...(wordlessCount < diagrams.length
      ? [
          createWarning(
            'A diagram (SmartArt) came over as its texts, as points. To keep its look, send the PDF of the deck as well.',
          ),
        ]
      : []),
    ...(wordlessCount > 0
      ? [
          createWarning(
            `${countWithNoun(wordlessCount, 'diagram (SmartArt) without words was', 'diagrams (SmartArt) without words were')} left out. Send the PDF of the deck as well, or paste the diagram as a picture.`,
          ),
        ]
      : []),
  ];
}

/** The warning about equations that lose their form in one line. */
function warningsOfEquations({
  equations: { shown: shownEquations, spoken: spokenEquations },
}: PptxSlide): DeckSlideWarning[] {
  const quoted = (lines: readonly string[]): string =>
    `“${cutTextWithEllipsis(lines[0] ?? '', MAX_QUOTED_CHARACTERS).text}”`;
  return [
    ...(shownEquations.length > 0
      ? [
          {
            code: 'drawing_lost' as const,
            message: `${countWithNoun(shownEquations.length, 'equation is', 'equations are')} written in one line: ${quoted(shownEquations)}. To keep the look, send the PDF of the deck as well.`,
          },
        ]
      : []),
    ...(spokenEquations.length > 0
      ? [
          {
            code: 'look_approximate' as const,
            message: `${countWithNoun(spokenEquations.length, 'equation', 'equations')} in the notes will be spoken sign by sign: ${quoted(spokenEquations)}. Write in words how to say it.`,
          },
        ]
      : []),
  ];
}

/** The first table that has text. */
function takeTable({ tables }: PptxSlide): ContentCutToLimits<DeckTable | undefined> {
  const [firstTable, ...furtherTables] = tables.filter((parsedTable) => parsedTable.table !== undefined);
  const warnings: DeckSlideWarning[] = [];
  if (firstTable?.cut !== undefined)
    warnings.push({
      code: 'table_cut',
      message: `Parts of a table were left out (${firstTable.cut}): at most ${SLIDE_TEXT_LIMITS.table_columns} columns and ${SLIDE_TEXT_LIMITS.table_rows} rows can be read in a video.`,
    });
  if (furtherTables.length > 0)
    warnings.push({
      code: 'table_cut',
      message: 'The slide has several tables; the first one was taken. Split the slide to keep all.',
    });
  return { taken: firstTable?.table, warnings };
}

/** Warnings about charts that cannot be drawn. */
const refusedChartWarnings = ({ charts }: PptxSlide): DeckSlideWarning[] =>
  charts.flatMap((parsedChart) =>
    'refused' in parsedChart
      ? {
          code: 'chart_not_taken',
          message: `A chart was left out: ${parsedChart.refused}. Send the PDF of the deck as well, or add a picture of the chart.`,
        }
      : [],
  );

/** The first chart that can be drawn, unless a table is shown. */
function takeChart(slide: PptxSlide, hasTable: boolean): ContentCutToLimits<DeckChart | undefined> {
  const charts = slide.charts.flatMap((parsedChart) => ('chart' in parsedChart ? [parsedChart.chart] : []));
  const chart = hasTable ? undefined : charts[0];
  const severalGraphicsWarning: DeckSlideWarning = {
    code: 'chart_not_taken',
    message: 'The slide has more than one table or chart; the first one was taken. Split the slide to keep all.',
  };
  return { taken: chart, warnings: charts.length > (chart ? 1 : 0) ? [severalGraphicsWarning] : [] };
}

interface TakenPicture {
  picture?: PptxPicture | undefined;
  isPictureOnly: boolean;
}

/**
 * The largest picture that is not an ornament.
 * @param hasOnlyPictures true if nothing else is on the slide
 * @param hasGraphic true if a table or chart is shown instead
 * @param isRepeated reports whether a picture is repeated from slide to slide, as a logo is
 */
function takePicture(
  slide: PptxSlide,
  sides: SlideDimensionsInEmu,
  {
    hasOnlyPictures,
    hasGraphic,
    isRepeated,
  }: { hasOnlyPictures: boolean; hasGraphic: boolean; isRepeated: RepeatedContentTest['picture'] },
): ContentCutToLimits<TakenPicture> {
  const { pictures } = slide;
  const video = findShownPptxVideo(slide);
  const poster = pictures.find(({ shape }) => shape !== undefined && shape === video?.shape);
  const slideArea = sides.width * sides.height;
  const minArea = slideArea * (slide.isTitleSlide ? MIN_SHARE_ON_TITLE : MIN_SHARE);
  const ornaments = pictures.filter(
    (picture) => isReadable(picture) && picture.box !== null && areaOf(picture) < minArea,
  );
  // The video of a slide is shown instead of its pictures.
  const largest = (video ? [poster].flatMap((picture) => picture ?? []) : pictures)
    .filter((picture) => isReadable(picture) && !ornaments.includes(picture))
    .reduce<PptxPicture | undefined>(
      (best, picture) => (best && areaOf(best) >= areaOf(picture) ? best : picture),
      undefined,
    );
  const isPictureOnly = largest !== undefined && hasOnlyPictures && areaOf(largest) >= MIN_WHOLE_SHARE * slideArea;
  const picture = hasGraphic ? undefined : largest;
  const smallPictures = ornaments.filter(({ part }) => part === null || !isRepeated(part));
  // One small picture is an ornament. Several small pictures that count together, or that are all a slide shows, are not.
  const areSmallPicturesMissed =
    !picture && !hasGraphic
      ? smallPictures.length > 0
      : smallPictures.reduce((sum, smallPicture) => sum + areaOf(smallPicture), 0) >= minArea;
  return {
    taken: { picture, isPictureOnly },
    warnings: [
      ...pictures.flatMap((unusedPicture) =>
        unusedPicture === picture || unusedPicture === poster || ornaments.includes(unusedPicture)
          ? []
          : warningOfPicture(unusedPicture),
      ),
      ...(areSmallPicturesMissed ? [createSmallPicturesWarning(smallPictures)] : []),
      ...(picture?.hasOtherOutline ? [createOutlineWarning(picture)] : []),
    ],
  };
}

const createOutlineWarning = (picture: PptxPicture): DeckSlideWarning => ({
  code: 'look_approximate',
  message: `${describePicture(picture)} is cut to a shape in the deck, and shown as a whole rectangle. Crop it to a rectangle, an ellipse or round corners if the rest must not be seen.`,
});

const createSmallPicturesWarning = (smallPictures: readonly PptxPicture[]): DeckSlideWarning => ({
  code: 'picture_not_used',
  message:
    smallPictures.length === 1
      ? `${describePicture(smallPictures[0])} was left out, since it is small. Make it larger in the deck if it matters.`
      : `${smallPictures.length} small pictures were left out. Make one of them larger in the deck, or make one picture of all.`,
});

/** Reports whether a text or a picture is repeated from slide to slide, such as the name of an event or a logo. */
export interface RepeatedContentTest {
  text(text: string): boolean;
  picture(part: string): boolean;
}

/**
 * Selects the content of a slide that a template can draw: a title, points, and one of a table, a chart and a picture. Pure. All lost
 * content is reported by warnings.
 */
export function redesignSlide(
  slide: PptxSlide,
  sides: SlideDimensionsInEmu,
  isRepeated: RepeatedContentTest,
): RedesignedSlide {
  const notes = slideTextCutters.notes(slide.notes);
  const title = takeTitle(slide, sides, isRepeated.text);
  const points = takePoints(slide, title.taken.otherTexts);
  const [shownPoints, ...furtherPoints] = points.taken;
  const table = takeTable(slide);
  const chart = takeChart(slide, table.taken !== undefined);
  const hasGraphic = table.taken !== undefined || chart.taken !== undefined;
  const hasNoPoints = shownPoints.points.length === 0;
  const hasOnlyPictures = title.taken.title === '' && hasNoPoints && slide.tables.length + slide.charts.length === 0;
  const picture = takePicture(slide, sides, {
    hasOnlyPictures,
    hasGraphic,
    isRepeated: isRepeated.picture,
  });
  const { isPictureOnly } = picture.taken;
  const hasTitle = title.taken.title !== '';
  return {
    content: {
      title: title.taken.title,
      ...pointFields(shownPoints),
      speaker_notes: notes.taken,
      layout: chooseLayout(slide, { ...picture.taken, hasNoPoints, hasTitle, hasGraphic, sides }),
      ...(table.taken ? { table: table.taken } : {}),
      ...(chart.taken ? { chart: chart.taken } : {}),
      ...durationFields(slide, notes.taken),
      ...(slide.transition ? { transition: slide.transition.transition } : {}),
    },
    further: furtherPoints.map((part) => ({
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
      ...refusedChartWarnings(slide),
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
    ? { bullet_levels: points.map(({ level }) => Math.min(MAX_POINT_LEVEL, level)) }
    : {}),
  ...(style ? { bullet_style: style } : {}),
});

/** The duration of the slide, from 1 to 300 s: that of the file, if nothing is spoken. */
const durationFields = ({ advance_seconds }: PptxSlide, notes: string): Pick<DeckSlideContent, 'duration_seconds'> =>
  notes === '' && advance_seconds !== undefined
    ? { duration_seconds: Math.min(300, Math.max(1, Math.round(advance_seconds * 10) / 10)) }
    : {};

const isReadable = ({ part }: PptxPicture): boolean => part !== null && READABLE_FILE.test(part);
const describePicture = (picture: PptxPicture | undefined): string =>
  picture && picture.alt !== ''
    ? `The picture “${cutTextWithEllipsis(picture.alt, MAX_QUOTED_CHARACTERS).text}”`
    : 'A picture';

/** The warning about a picture that is not shown, with the reason. */
function warningOfPicture(picture: PptxPicture): DeckSlideWarning[] {
  const name = describePicture(picture);
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

function chooseLayout(
  slide: PptxSlide,
  {
    picture,
    hasNoPoints,
    hasTitle,
    isPictureOnly,
    hasGraphic,
    sides,
  }: TakenPicture & { hasNoPoints: boolean; hasTitle: boolean; hasGraphic: boolean; sides: SlideDimensionsInEmu },
): DeckSlideContent['layout'] {
  if (isPictureOnly) return 'page';
  if (!picture) return slide.isTitleSlide && !hasGraphic ? 'title' : 'auto';
  // Without a title, the content of the picture decides.
  if (hasNoPoints) return hasTitle ? 'figure' : 'auto';
  const middle = picture.box ? picture.box.x + picture.box.width / 2 : sides.width;
  return middle < sides.width / 2 ? 'image_left' : 'image_right';
}
