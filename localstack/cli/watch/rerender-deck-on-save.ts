import { relative, resolve } from 'node:path';
import { explainError } from '../explain-error.ts';
import { loadDeck, slideCountText } from '../load-deck.ts';
import { type RenderDeckOptions, renderDeck } from '../render-deck.ts';
import { filePathsOfTimelineVideos, toVideoCopyReferences } from '../timeline-videos.ts';
import { areFingerprintedFilesUnchanged, type FileFingerprints, takeFileFingerprints } from './file-fingerprints.ts';
import { type DeckWatchState, watchDeck } from './watch-deck.ts';

/** Milliseconds between two polls of the render, in addition to the events at the receiver. */
const POLL_MS = 100;

/** Options of `rerenderDeckOnSave`. */
export interface RerenderDeckOnSaveOptions extends Omit<RenderDeckOptions, 'deck' | 'progress' | 'pollMs'> {
  /** Path of the deck. */
  path: string;
  /** Path of the PDF of a PPTX. */
  pdf?: string | undefined;
  /** The folder within which the deck may name files; by default the folder of the deck. */
  root?: string | undefined;
  onState(state: DeckWatchState): void;
}

/**
 * Renders a deck through the API after each save, until `signal` aborts. Each render has a new timeline, and the previous one is deleted.
 * Unchanged parts of the video come from the cache of the account. An intro and an outro are copied from the previous timeline if neither
 * file has changed, and are sent again after a render that failed: the service may have no previous timeline any more.
 * @throws the reason of `signal`
 */
export async function rerenderDeckOnSave({
  path,
  pdf,
  root,
  onState,
  ...settings
}: RerenderDeckOnSaveOptions): Promise<never> {
  const { client, signal, videos = {} } = settings;
  const videoFiles = filePathsOfTimelineVideos(videos).map((file) => resolve(file));
  let previousId: string | undefined;
  /** The timeline with whose videos the last render succeeded; undefined: the files are sent. */
  let copySource: { timelineId: string; videoFiles: FileFingerprints } | undefined;
  const replaceTimeline = async (timelineId: string): Promise<void> => {
    const oldId = previousId;
    previousId = timelineId;
    // An error is ignored: the timeline then only stays in the list.
    if (oldId !== undefined) await client.deleteTimeline(oldId).catch(() => undefined);
  };
  return watchDeck({
    files: [resolve(path), ...(pdf === undefined ? [] : [resolve(pdf)]), ...videoFiles],
    load: () => loadDeck(path, { pdf, root }),
    async render(deck, onProgress) {
      const progress = () => ({ update: (state: { progress: number }) => onProgress(state.progress), stop() {} });
      // Taken before the files are sent: a change while they are sent is a change for the next render.
      const fingerprints = takeFileFingerprints(videoFiles);
      const previousSource = copySource;
      copySource = undefined;
      const { render } = await renderDeck({
        ...settings,
        deck,
        videos:
          previousSource !== undefined && areFingerprintedFilesUnchanged(previousSource.videoFiles, fingerprints)
            ? toVideoCopyReferences(previousSource.timelineId, videos)
            : videos,
        progress,
        pollMs: POLL_MS,
      });
      copySource = { timelineId: render.timeline_id, videoFiles: fingerprints };
      void replaceTimeline(render.timeline_id);
      return { slides: render.slides_total };
    },
    onState,
    explain: explainError,
    signal,
  });
}

/** The line about a state for a terminal; undefined while a render is running. */
export function watchStateLogLine(state: DeckWatchState, output: string): string | undefined {
  if (state.status === 'rendering') return undefined;
  if (state.status === 'failed') return state.message;
  const file = relative(process.cwd(), output);
  return `Video ${state.film}: ${slideCountText(state.slides)}, ${state.seconds.toFixed(2)} s after the save, ${file}`;
}
