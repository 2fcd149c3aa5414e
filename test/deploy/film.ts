import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkVideoAgainstRender } from '#cli/check-video-against-render.ts';
import { createCliApiClient } from '#cli/cli-api-client.ts';
import { loadDeck } from '#cli/load-deck.ts';
import { startWebhookReceiver } from '#cli/local-webhook-receiver.ts';
import { createProgressDisplay } from '#cli/progress.ts';
import { renderDeck } from '#cli/render-deck.ts';

/** Two slides, which one worker makes into a video. */
const DECK = join(import.meta.dirname, 'deck.md');
/** The pictures of the deck are those of the fixtures. */
const PICTURES_TOO = join(import.meta.dirname, '..');
const FILM_MS = 20 * 60_000;
const { path: FFMPEG } = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string };

/** What came out of a deployed stage. */
export interface Film {
  path: string;
  frames: number;
  bytes: number;
  seconds: { upload: number; render: number; download: number };
  /** Deliveries whose signature was verified. */
  deliveries: number;
}

/**
 * Makes the video of a deck through the API at `baseUrl`: pictures are uploaded, slides narrated, clips encoded and joined. It is
 * fetched, compared with what the service says of it, and decoded by ffmpeg from end to end.
 * @param path where the video goes
 * @throws Error when it is not whole, or its end is not reported by a signed delivery
 */
export async function makeFilm(baseUrl: string, apiKey: string, path: string): Promise<Film> {
  const signal = AbortSignal.timeout(FILM_MS);
  // A process of a function starts for most requests, on a machine that makes a video next to it.
  const client = createCliApiClient({ baseUrl, apiKey, signal, timeoutMs: 120_000 });
  await using receiver = await startWebhookReceiver();
  const { signing_secret } = await client.createWebhook({
    url: receiver.url,
    events: ['render.progress', 'render.completed', 'render.failed'],
  });
  receiver.trust(signing_secret);
  const deck = await loadDeck(DECK, { root: PICTURES_TOO });
  const progress = () => createProgressDisplay(process.stdout);
  const made = await renderDeck({ client, deck, narration: 'auto', output: path, progress, signal });
  await receiver.waitFor(({ event, data }) => event === 'render.completed' && data.id === made.render.id, signal);
  const [refusal] = receiver.refusals;
  if (refusal !== undefined) throw refusal;
  const { frames } = await checkVideoAgainstRender(path, made.render);
  await promisify(execFile)(FFMPEG, ['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-']);
  return { path, frames, bytes: made.bytes, seconds: made.seconds, deliveries: receiver.deliveries.length };
}
