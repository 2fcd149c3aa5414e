import { isDeckKindWithoutOriginalLook, isPictureOnlyDeckKind } from '#engine/deck-reading/deck-formats.ts';
import { type DeckWarning, effectOfDeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { Import, ImportReport, ReportedSlide } from './import.ts';

/** Verdicts about a slide of a deck: the video shows it completely, approximately, or not completely. */
export const IMPORTED_SLIDE_VERDICTS = ['whole', 'approximate', 'lost'] as const;
export type ImportedSlideVerdictName = (typeof IMPORTED_SLIDE_VERDICTS)[number];

/** Makers of the picture of an imported slide: its page in a PDF, the slide of the deck, or the template. `none`: it was left out. */
export const IMPORTED_SLIDE_PICTURE_MAKERS = ['pdf', 'deck', 'redesign', 'none'] as const;
export type ImportedSlidePictureMaker = (typeof IMPORTED_SLIDE_PICTURE_MAKERS)[number];

/** The verdict about one slide of the deck, with its reasons. */
export interface ImportedSlideVerdict {
  /** null: the slide was left out because it is hidden. */
  verdict: ImportedSlideVerdictName | null;
  /** The maker of the picture of the slide. */
  maker: ImportedSlidePictureMaker;
  /** Sentences about content that is not shown. */
  lost: string[];
  /** Sentences about content that is shown differently than in the deck. */
  approximate: string[];
}

/** The number of slides of each verdict; hidden slides have none. */
export type ImportedSlideVerdictCounts = Readonly<Record<ImportedSlideVerdictName, number>>;

const REDRAWN_SENTENCE = 'The slide is drawn in the template, not as it was designed.';
const UNSHOWN_ANIMATION_SENTENCE = 'Its animations are not shown: the slide is shown as it is after them.';
const LEFT_OUT_SENTENCE = 'The slide was left out.';

function pictureMakerOf(
  { look }: ReportedSlide,
  { kind, pdf_key }: Pick<Import, 'kind' | 'pdf_key'>,
): ImportedSlidePictureMaker {
  if (look === null) return 'none';
  if (look === 'redesign') return 'redesign';
  return isPictureOnlyDeckKind(kind) || pdf_key !== undefined ? 'pdf' : 'deck';
}

/**
 * The verdict about a slide. A slide that is drawn in the template is approximate, except in a deck of text, which has no original look.
 * @param warnings the warnings of this slide
 */
export function verdictOfImportedSlide(
  slide: ReportedSlide,
  warnings: readonly DeckWarning[],
  deckImport: Pick<Import, 'kind' | 'pdf_key'>,
): ImportedSlideVerdict {
  const messages = (effect: 'lost' | 'approximate'): string[] =>
    warnings.filter(({ code }) => effectOfDeckWarning(code) === effect).map(({ message }) => message);
  const maker = pictureMakerOf(slide, deckImport);
  const [lost, approximate] = [messages('lost'), messages('approximate')];
  if (maker === 'none') {
    const isHidden = warnings.some(({ code }) => code === 'slide_hidden');
    return isHidden
      ? { verdict: null, maker, lost: [], approximate: [] }
      : { verdict: 'lost', maker, lost: lost.length > 0 ? lost : [LEFT_OUT_SENTENCE], approximate };
  }
  const isAnimationReported = warnings.some(({ code }) => code === 'animation_not_taken');
  if (maker !== 'redesign' && slide.clicks > 0 && (slide.states ?? 1) < 2 && !isAnimationReported)
    approximate.push(UNSHOWN_ANIMATION_SENTENCE);
  if (maker === 'redesign' && !isDeckKindWithoutOriginalLook(deckImport.kind) && approximate.length === 0)
    approximate.push(REDRAWN_SENTENCE);
  return {
    verdict: lost.length > 0 ? 'lost' : approximate.length > 0 ? 'approximate' : 'whole',
    maker,
    lost,
    approximate,
  };
}

/** The slides of a report with their verdicts, in its order, and a summary that counts each slide of the deck once. */
export function verdictsOfReport(
  { slides, warnings }: Pick<ImportReport, 'slides' | 'warnings'>,
  deckImport: Pick<Import, 'kind' | 'pdf_key'>,
): { slides: (ReportedSlide & ImportedSlideVerdict)[]; summary: ImportedSlideVerdictCounts } {
  const warningsBySlide = Map.groupBy(warnings, ({ slide }) => slide);
  const slidesWithVerdicts = slides.map((slide) => ({
    ...slide,
    ...verdictOfImportedSlide(slide, warningsBySlide.get(slide.source) ?? [], deckImport),
  }));
  const verdictBySource = new Map(slidesWithVerdicts.map(({ source, verdict }) => [source, verdict]));
  const count = (verdictName: ImportedSlideVerdictName): number =>
    [...verdictBySource.values()].filter((verdict) => verdict === verdictName).length;
  return {
    slides: slidesWithVerdicts,
    summary: { whole: count('whole'), approximate: count('approximate'), lost: count('lost') },
  };
}

/**
 * At most `max` lines of a report, in their order. The line that decides the verdict of a slide (about lost content, else about content that
 * is shown differently, else the first one) has priority over all other lines, so that a slide does not get the verdict `whole` because that
 * line was left out. Within each priority, the first lines are chosen.
 */
export function selectReportWarnings(warnings: readonly DeckWarning[], max: number): DeckWarning[] {
  if (warnings.length <= max) return [...warnings];
  const rank = { lost: 0, approximate: 1, none: 2 };
  const decidingWarnings = new Map<number | null, DeckWarning>();
  for (const warning of warnings) {
    const previous = decidingWarnings.get(warning.slide);
    if (!previous || rank[effectOfDeckWarning(warning.code)] < rank[effectOfDeckWarning(previous.code)])
      decidingWarnings.set(warning.slide, warning);
  }
  const keptWarnings = new Set([...decidingWarnings.values()].slice(0, max));
  let remaining = max - keptWarnings.size;
  return warnings.filter((warning) => keptWarnings.has(warning) || remaining-- > 0);
}
