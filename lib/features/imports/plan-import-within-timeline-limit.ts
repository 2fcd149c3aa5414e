import type { ParsedDeck } from '#engine/deck-reading/deck.ts';
import { DeckRefusal, type DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { PlanLimits } from '#features/accounts/public.ts';
import {
  fileKeysOfTimeline,
  filesOfVideo,
  findTimelineTooLargeMessage,
  type LoadedTimeline,
  timelineBytes,
} from '#features/timelines/public.ts';
import type { Import, ImportReport } from './import.ts';
import { planImport, type StoredImportFiles } from './plan-import.ts';

/** The line of the report about a deck with whose slide states the timeline would be too large. */
const CLICKS_LEFT_OUT: DeckWarning = {
  slide: null,
  code: 'animation_not_taken',
  message:
    'The clicks of the deck are not shown, because its timeline would be too large: each slide is shown as it is after its last click. Split the deck to keep them.',
};

/** A line of the report, for slides that show only their last state: objects of earlier states are reported as missing. */
const withoutLeavingObjects = (line: DeckWarning): DeckWarning =>
  line.code === 'objects_leave'
    ? {
        slide: line.slide,
        code: 'drawing_lost',
        message:
          'Objects leave the slide during its animation and are missing in the video, which shows its end. Split the deck to keep its clicks.',
      }
    : line;

/** A deck whose slides have no states. States that are pages of the file are kept, because the video shows these pages only as states. */
const withoutStates = (deck: ParsedDeck): ParsedDeck => ({
  ...deck,
  slides: deck.slides.map(({ builds, ...slide }) => (slide.pages === undefined ? slide : { ...slide, builds })),
  warnings: [...deck.warnings.map(withoutLeavingObjects), CLICKS_LEFT_OUT],
});

/** The storage keys of all stored files. */
const storedKeysOf = ({ pictures, recordings, videos = new Map() }: StoredImportFiles): string[] => [
  ...[...videos.values()].flatMap((video) => filesOfVideo(video).map(({ key }) => key)),
  ...[...pictures.values()].flatMap((slidePictures) => [...slidePictures.values()].map(({ key }) => key)),
  ...[...recordings.values()].map(({ key }) => key),
];

/**
 * Plans the timeline that an import creates, and its report, as `planImport` does. If the timeline would have more bytes than the plan
 * allows, its slides get no states. Pure.
 * @returns `unused`: the keys of stored files that the timeline does not name
 * @throws DeckRefusal `import_too_large` if the timeline has too many bytes even without states
 */
export function planImportWithinTimelineLimit(
  deckImport: Import,
  deck: ParsedDeck,
  storedFiles: StoredImportFiles,
  limits: Pick<PlanLimits, 'timeline_bytes'>,
  now: Date,
): { loaded: LoadedTimeline; report: ImportReport; unused: string[] } {
  const excessMessage = ({ loaded }: ReturnType<typeof planImport>): string | undefined =>
    findTimelineTooLargeMessage(limits, timelineBytes(loaded.timeline, loaded.slides));
  const planWithStates = planImport(deckImport, deck, storedFiles, now);
  const hasStates = deck.slides.some(({ builds, pages }) => builds !== undefined && pages === undefined);
  const plan =
    hasStates && excessMessage(planWithStates) !== undefined
      ? planImport(deckImport, withoutStates(deck), storedFiles, now)
      : planWithStates;
  const tooLargeMessage = excessMessage(plan);
  if (tooLargeMessage !== undefined)
    throw new DeckRefusal(
      'import_too_large',
      `The timeline of the deck would count ${tooLargeMessage}. Split the deck, or shorten its texts.`,
    );
  const namedKeys = new Set(fileKeysOfTimeline(plan.loaded));
  return { ...plan, unused: storedKeysOf(storedFiles).filter((key) => !namedKeys.has(key)) };
}
