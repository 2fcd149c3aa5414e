import type { ParsedDeck } from '#engine/deck-reading/deck.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { PlanLimits } from '#features/accounts/public.ts';
import {
  fileKeysOfTimeline,
  filesOfVideo,
  type LoadedTimeline,
  timelineBytes,
  timelineTooLargeMessage,
} from '#features/timelines/public.ts';
import type { Import, ImportReport } from './import.ts';
import { planImport, type StoredImportFiles } from './plan-import.ts';

/** The line of the report about a deck whose states do not fit into its timeline. */
const CLICKS_LEFT_OUT: DeckWarning = {
  slide: null,
  code: 'animation_not_taken',
  message:
    'The clicks of the deck are not shown, because its timeline would be too large: each slide is shown as it is after its last click. Split the deck to keep them.',
};

/** A line of the report where slides show only their end: objects that the video would have shown before are missing. */
const withoutLeaving = (line: DeckWarning): DeckWarning =>
  line.code === 'objects_leave'
    ? {
        slide: line.slide,
        code: 'drawing_lost',
        message:
          'Objects leave the slide during its animation and are missing in the video, which shows its end. Split the deck to keep its clicks.',
      }
    : line;

/** A deck without the states of its slides, except states that are pages of the file, which would not be shown otherwise. */
const withoutStates = (deck: ParsedDeck): ParsedDeck => ({
  ...deck,
  slides: deck.slides.map(({ builds, ...slide }) => (slide.pages === undefined ? slide : { ...slide, builds })),
  warnings: [...deck.warnings.map(withoutLeaving), CLICKS_LEFT_OUT],
});

const keysOf = ({ pictures, recordings, videos = new Map() }: StoredImportFiles): string[] => [
  ...[...videos.values()].flatMap((video) => filesOfVideo(video).map(({ key }) => key)),
  ...[...pictures.values()].flatMap((slidePictures) => [...slidePictures.values()].map(({ key }) => key)),
  ...[...recordings.values()].map(({ key }) => key),
];

/**
 * The timeline that an import creates, and its report, as `planImport` plans them. If the timeline would be too large, the slides have no
 * states. Pure.
 * @returns `unused`: the keys of stored files that the timeline does not contain
 * @throws DeckRefusal `import_too_large` if the timeline is too large without states
 */
export function planFittingImport(
  made: Import,
  deck: ParsedDeck,
  stored: StoredImportFiles,
  limits: Pick<PlanLimits, 'timeline_bytes'>,
  now: Date,
): { loaded: LoadedTimeline; report: ImportReport; unused: string[] } {
  const excess = ({ loaded }: ReturnType<typeof planImport>): string | undefined =>
    timelineTooLargeMessage(limits, timelineBytes(loaded.timeline, loaded.slides));
  const complete = planImport(made, deck, stored, now);
  const hasStates = deck.slides.some(({ builds, pages }) => builds !== undefined && pages === undefined);
  const plan =
    hasStates && excess(complete) !== undefined ? planImport(made, withoutStates(deck), stored, now) : complete;
  const tooMuch = excess(plan);
  if (tooMuch !== undefined)
    throw new DeckRefusal(
      'import_too_large',
      `The timeline of the deck would count ${tooMuch}. Split the deck, or shorten its texts.`,
    );
  const named = new Set(fileKeysOfTimeline(plan.loaded));
  return { ...plan, unused: keysOf(stored).filter((key) => !named.has(key)) };
}
