import type { DrawnSlide } from '#engine/deck-drawing/open-deck-for-drawing.ts';
import { countWithNoun, cutTextWithEllipsis } from '#engine/deck-reading/cut-text-with-ellipsis.ts';
import { COMPARE_WITH_DECK_ADVICE, type DeckWarning, nearlyDrawnMessage } from '#engine/deck-reading/deck-warning.ts';
import { countLeavingShapes } from '#engine/deck-reading/pptx/count-leaving-shapes.ts';
import type { PptxSlide } from '#engine/deck-reading/pptx/read-slide.ts';

/** The most names, or characters, that a line of the report lists. */
const MAX_LISTED_NAMES = 5;

/** Characters of a name in a line of the report. */
const MAX_NAME_CHARACTERS = 60;

/** The first different names of a list, in quotation marks. */
const quotedList = (names: readonly string[]): string =>
  [...new Set(names)]
    .slice(0, MAX_LISTED_NAMES)
    .map((name) => `“${cutTextWithEllipsis(name, MAX_NAME_CHARACTERS).text}”`)
    .join(', ');

/** The look of each effect in a drawn slide, as a clause for the report. */
const EFFECT_CLAUSES: Readonly<Record<PptxSlide['effects'][number], string>> = {
  equation: 'an equation may be missing, or have another form',
  bent_text: 'bent text (WordArt) is straight',
  ink: 'handwriting (ink) may be missing',
  model: 'a 3-D model is its still picture, or missing',
  depth: 'shapes have no depth (3-D)',
  turned_text: 'turned text may be in another place or direction',
  outlined_text: 'letters have no outline',
  text_effect: 'letters have no shadow, glow or reflection',
};

/** Name, in `blanks`, of a chart that has none. */
const BLANK_CHART = 'Chart';

/** Clauses about content that is drawn approximately. */
function approximations({ charts, effects }: PptxSlide, drawnSlide: DrawnSlide): string[] {
  // Missing charts have a separate line.
  const missingCharts = drawnSlide.blanks.filter((name) => name === BLANK_CHART).length;
  const approximateCharts = Math.max(charts.length - missingCharts, drawnSlide.charts);
  return [
    ...(approximateCharts > 0
      ? [`${countWithNoun(approximateCharts, 'chart')}: colours, labels and depth may differ`]
      : []),
    ...(drawnSlide.unknown_shapes > 0
      ? [`${countWithNoun(drawnSlide.unknown_shapes, 'shape')} of an unknown form: a rectangle is shown`]
      : []),
    ...(drawnSlide.path_gradients > 0 ? ['a gradient along a path is drawn as a round one'] : []),
    ...effects.map((effect) => EFFECT_CLAUSES[effect]),
  ];
}

/** The first replaced fonts of a slide, each with its replacement. */
const replacementList = (replaced: DrawnSlide['replaced']): string =>
  [...new Map(replaced.map(({ family, by }) => [family, by]))]
    .slice(0, MAX_LISTED_NAMES)
    .map(([family, by]) => `${by} for “${cutTextWithEllipsis(family, MAX_NAME_CHARACTERS).text}”`)
    .join(', ');

/** Reasons for which an embedded font is not used, as predicates. */
const UNUSED_FONT_PREDICATES: Readonly<Record<DrawnSlide['unusable'][number]['fault'], string>> = {
  compressed: 'is embedded in a compressed form (MicroType Express) that only Microsoft’s programs read',
  restricted: 'is embedded, but its embedding bits (fsType) do not permit it',
  damaged: 'is embedded, but its file is damaged or missing',
  too_large: 'is embedded, but its file is too large: 5 MB for one, and 16 MB for all of a deck',
};

/** The line of the report about an embedded font that is not used. */
export const unusableFontWarning = ({ family, fault, by }: DrawnSlide['unusable'][number]): DeckWarning => ({
  slide: null,
  code: 'font_replaced',
  message: `The font “${cutTextWithEllipsis(family, MAX_NAME_CHARACTERS).text}” ${UNUSED_FONT_PREDICATES[fault]}. It is replaced by “${by}”. Send the deck’s PDF as well to keep its letters.`,
});

/**
 * Clauses about animation that the video does not show. A slide that clicks change but that has no states needs no clause: another line
 * says that it is shown as it is at its end.
 */
function unanimatedClauses({ states: { states, notShown }, clickCount }: PptxSlide, hasStates: boolean): string[] {
  if (hasStates) return notShown;
  if (clickCount > 0) return [];
  return [...(states.length > 1 ? ['what comes or goes without a click is as it is at the end'] : []), ...notShown];
}

/**
 * The line about objects that have disappeared at the end of a slide. The report shows the slide at its end, so they seem to be lost.
 * @param hasStates true if the video shows them before; otherwise it shows only the end
 */
function leavingObjectWarnings({ page, states: { states } }: PptxSlide, hasStates: boolean): DeckWarning[] {
  const count = countLeavingShapes(states);
  if (count === 0) return [];
  const subject = `${countWithNoun(count, 'object')} ${count === 1 ? 'leaves' : 'leave'} the slide during its animation`;
  const [verb, pronoun] = count === 1 ? ['is', 'it'] : ['are', 'them'];
  return [
    hasStates
      ? {
          slide: page,
          code: 'objects_leave',
          message: `${subject}; the video shows ${pronoun} before. The picture of the slide in the report is its end.`,
        }
      : {
          slide: page,
          code: 'drawing_lost',
          message: `${subject} and ${verb} missing in the video, which shows its end. Remove the exit animation in the deck to have ${pronoun}.`,
        },
  ];
}

/**
 * Warnings about a slide that was drawn in its original look: all content that is missing or approximate.
 * @param animation `hasStates`: the video shows the states of the slide between clicks; `isStill`: all states look the same
 */
export function warningsOfOriginalLookDrawing(
  slide: PptxSlide,
  drawnSlide: DrawnSlide,
  animation: { hasStates?: boolean; isStill?: boolean } = {},
): DeckWarning[] {
  const warning = (code: DeckWarning['code'], message: string): DeckWarning => ({ slide: slide.page, code, message });
  const { hasStates = false, isStill = false } = animation;
  const approximationClauses = approximations(slide, drawnSlide);
  const animationClauses = unanimatedClauses(slide, hasStates);
  const {
    blanks,
    skipped_pictures: skippedPictures,
    missing: missingCharacters,
    replaced: replacedFonts,
    cut_texts: cutTexts,
    covering_texts: coveringTexts,
  } = drawnSlide;
  const missingClause = (subject: string, count: number): string =>
    `${subject} ${count === 1 ? 'is' : 'are'} missing on the slide`;
  return [
    ...(blanks.length > 0
      ? [
          warning(
            'drawing_lost',
            `${missingClause(countWithNoun(blanks.length, 'object'), blanks.length)}: ${quotedList(blanks)}. Paste it as a picture in the deck, or send the deck’s PDF as well.`,
          ),
        ]
      : []),
    ...(skippedPictures > 0
      ? [
          warning(
            'picture_unreadable',
            `${missingClause(countWithNoun(skippedPictures, 'picture'), skippedPictures)}: damaged, too large, outside of the file, or of a format that cannot be read. Save it as PNG in the deck.`,
          ),
        ]
      : []),
    ...(missingCharacters.length > 0
      ? [
          warning(
            'drawing_lost',
            `No font has ${countWithNoun(missingCharacters.length, 'character')} of the slide, such as ${quotedList(missingCharacters)}: a box is shown instead. Replace it, or send the deck’s PDF as well.`,
          ),
        ]
      : []),
    ...(cutTexts > 0
      ? [
          warning(
            'drawing_lost',
            `${countWithNoun(cutTexts, 'text')} ${cutTexts === 1 ? 'runs' : 'run'} beyond the lower edge of the slide. Make it shorter in the deck, or send the deck’s PDF as well.`,
          ),
        ]
      : []),
    ...(coveringTexts > 0
      ? [
          warning(
            'drawing_lost',
            `${countWithNoun(coveringTexts, 'text')} ${coveringTexts === 1 ? 'overlaps' : 'overlap'} another text and may be hard to read. ${COMPARE_WITH_DECK_ADVICE}`,
          ),
        ]
      : []),
    ...(replacedFonts.length > 0
      ? [
          warning(
            'font_replaced',
            `Other fonts are shown, and lines may break elsewhere: ${replacementList(replacedFonts)}. ${COMPARE_WITH_DECK_ADVICE}`,
          ),
        ]
      : []),
    ...(isStill ? [] : leavingObjectWarnings(slide, hasStates)),
    ...(animationClauses.length > 0
      ? [warning('animation_not_taken', `Not all of its animation is shown: ${animationClauses.join('; ')}.`)]
      : []),
    ...(approximationClauses.length > 0 ? [warning('look_approximate', nearlyDrawnMessage(approximationClauses))] : []),
  ];
}
