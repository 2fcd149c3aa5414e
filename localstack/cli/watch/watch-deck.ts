import { type FilePrints, takePrints, untilChanged } from './file-prints.ts';

/** State that the page shows. */
export type WatchState = (
  | { status: 'rendering' /** 0–100. */; progress: number }
  | { status: 'ready'; slides: number /** From the save that was seen to the video. */; seconds: number }
  | { status: 'failed' /** Sentences for a person. */; message: string }
) & {
  /** Number of videos made, which identifies the present one. 0: none yet. */
  film: number;
};

export interface WatchDeckOptions<Deck extends { files: readonly string[] }> {
  /** The file of the deck, and those that are read next to it from the beginning. */
  files: readonly [string, ...string[]];
  /** Reads the deck; `files` are all that were read. */
  load(): Promise<Deck>;
  /** Makes the video. */
  render(deck: Deck, onProgress: (progress: number) => void): Promise<{ slides: number }>;
  onState(state: WatchState): void;
  /** Explains a failure to a person. */
  explain(error: unknown): string;
  signal: AbortSignal;
}

/**
 * Makes a video of a deck, and another one after each change of its files, until `signal` aborts. Changes during a render make one more
 * render, of what the files are then. A deck that is faulty, or away, ends nothing: its next save is rendered.
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
    const began = performance.now();
    let seen = takePrints(files);
    try {
      onState({ status: 'rendering', progress: 0, film });
      const loaded = await loadWithPrints(options, files, (prints) => {
        seen = prints;
      });
      files = [...seen.keys()];
      const { slides } = await options.render(loaded, (progress) => onState({ status: 'rendering', progress, film }));
      film += 1;
      onState({ status: 'ready', slides, seconds: (performance.now() - began) / 1000, film });
    } catch (error) {
      signal.throwIfAborted();
      onState({ status: 'failed', message: explain(error), film });
    }
    await untilChanged(seen, {
      signal,
      onMissing: () => onState({ status: 'failed', message: `${options.files[0]} is missing. Save it again.`, film }),
    });
  }
}

/** Reads the deck so that each file that it names was looked at before it was read: no change can be missed. */
async function loadWithPrints<Deck extends { files: readonly string[] }>(
  { files: own, load }: WatchDeckOptions<Deck>,
  known: readonly string[],
  onPrints: (prints: FilePrints) => void,
): Promise<Deck> {
  for (let wanted = [...known]; ; ) {
    const prints = takePrints(wanted);
    onPrints(prints);
    const deck = await load();
    const all = [...new Set([...own, ...deck.files])];
    if (all.every((path) => prints.has(path))) {
      // Files that the deck has ceased to name are left out.
      onPrints(new Map(all.map((path) => [path, prints.get(path)])));
      return deck;
    }
    wanted = all;
  }
}
