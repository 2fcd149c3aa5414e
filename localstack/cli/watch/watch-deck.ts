import { type FileFingerprints, takeFileFingerprints, waitForFileChange } from './file-fingerprints.ts';

/** The state that the page shows. */
export type DeckWatchState = (
  | { status: 'rendering' /** 0–100. */; progress: number }
  | { status: 'ready'; slides: number /** From the detected save to the finished video. */; seconds: number }
  | { status: 'failed' /** Sentences for the user. */; message: string }
) & {
  /** The number of videos made so far, which identifies the current one; 0: none yet. */
  film: number;
};

/** Options of `watchDeck`. */
export interface WatchDeckOptions<Deck extends { files: readonly string[] }> {
  /** The path of the deck, followed by those of files that are always read with it. */
  files: readonly [string, ...string[]];
  /** Reads the deck; `files` of the result are the paths of all files that were read. */
  load(): Promise<Deck>;
  /** Makes the video. */
  render(deck: Deck, onProgress: (progress: number) => void): Promise<{ slides: number }>;
  onState(state: DeckWatchState): void;
  /** The message of an error for the user. */
  explain(error: unknown): string;
  signal: AbortSignal;
}

/**
 * Makes a video of a deck, and a new one after each change of its files, until `signal` aborts. Changes during a render cause one more
 * render after it. After an error in the deck, or while it is missing, the next save is waited for.
 * @throws the reason of `signal`
 */
export async function watchDeck<Deck extends { files: readonly string[] }>(
  options: WatchDeckOptions<Deck>,
): Promise<never> {
  const { onState, explain, signal } = options;
  let film = 0;
  let files: readonly string[] = options.files;
  for (;;) {
    signal.throwIfAborted();
    const startTime = performance.now();
    let recordedFingerprints = takeFileFingerprints(files);
    try {
      onState({ status: 'rendering', progress: 0, film });
      const loadedDeck = await loadWithFingerprints(options, files, (fingerprints) => {
        recordedFingerprints = fingerprints;
      });
      files = [...recordedFingerprints.keys()];
      const { slides } = await options.render(loadedDeck, (progress) =>
        onState({ status: 'rendering', progress, film }),
      );
      film += 1;
      onState({ status: 'ready', slides, seconds: (performance.now() - startTime) / 1000, film });
    } catch (error) {
      signal.throwIfAborted();
      onState({ status: 'failed', message: explain(error), film });
    }
    await waitForFileChange(recordedFingerprints, {
      signal,
      onMissing: () => onState({ status: 'failed', message: `${options.files[0]} is missing. Save it again.`, film }),
    });
  }
}

/** Reads the deck, and ensures that the state of each file was recorded before it was read, so that no later change is missed. */
async function loadWithFingerprints<Deck extends { files: readonly string[] }>(
  { files: fixedFiles, load }: WatchDeckOptions<Deck>,
  knownFiles: readonly string[],
  onFingerprints: (fingerprints: FileFingerprints) => void,
): Promise<Deck> {
  for (let filesToRecord = [...knownFiles]; ; ) {
    const fingerprints = takeFileFingerprints(filesToRecord);
    onFingerprints(fingerprints);
    const deck = await load();
    const readFiles = [...new Set([...fixedFiles, ...deck.files])];
    if (readFiles.every((path) => fingerprints.has(path))) {
      // Files that the deck no longer names are left out.
      onFingerprints(new Map(readFiles.map((path) => [path, fingerprints.get(path)])));
      return deck;
    }
    filesToRecord = readFiles;
  }
}
