import { relative, resolve } from 'node:path';
import { explainError } from '../explain-error.ts';
import { countSlides, loadDeck } from '../load-deck.ts';
import { type RenderDeckOptions, renderDeck } from '../render-deck.ts';
import { type WatchState, watchDeck } from './watch-deck.ts';

/** In milliseconds: the receiver's news end a wait at once where there is a receiver. */
const POLL_MS = 100;

export interface WatchRendersOptions extends Omit<RenderDeckOptions, 'deck' | 'progress' | 'pollMs'> {
  /** The file of the deck. */
  path: string;
  /** The PDF next to a PPTX. */
  pdf?: string | undefined;
  /** The folder within which the deck may name files; by default its own. */
  root?: string | undefined;
  onState(state: WatchState): void;
}

/**
 * Renders a deck through the API after each save. Every save makes its own timeline, and the one before is deleted; what did not
 * change is found in the cache of the account.
 * @throws the reason of `signal`
 */
export async function watchRenders({ path, pdf, root, onState, ...settings }: WatchRendersOptions): Promise<never> {
  const { client, signal } = settings;
  let previous: string | undefined;
  const replace = async (timelineId: string): Promise<void> => {
    const old = previous;
    previous = timelineId;
    // One that stays costs nothing but its place in the list.
    if (old !== undefined) await client.deleteTimeline(old).catch(() => undefined);
  };
  return watchDeck({
    files: [resolve(path), ...(pdf === undefined ? [] : [resolve(pdf)])],
    load: () => loadDeck(path, { pdf, root }),
    async render(deck, onProgress) {
      const progress = () => ({ update: (news: { progress: number }) => onProgress(news.progress), stop() {} });
      const { render } = await renderDeck({ ...settings, deck, progress, pollMs: POLL_MS });
      void replace(render.timeline_id);
      return { slides: render.slides_total };
    },
    onState,
    explain: explainError,
    signal,
  });
}

/** A line for a terminal; undefined for a state that needs none. */
export function stateLine(state: WatchState, output: string): string | undefined {
  if (state.status === 'rendering') return undefined;
  if (state.status === 'failed') return state.message;
  const film = relative(process.cwd(), output);
  return `Video ${state.film}: ${countSlides(state.slides)}, ${state.seconds.toFixed(2)} s after the save, ${film}`;
}
