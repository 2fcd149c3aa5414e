import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCliApiClient } from '#cli/cli-api-client.ts';
import { startWebhookReceiver } from '#cli/local-webhook-receiver.ts';
import { rerenderDeckOnSave } from '#cli/watch/rerender-deck-on-save.ts';
import type { DeckWatchState } from '#cli/watch/watch-deck.ts';
import { benchService } from './bench-service.ts';
import type { Deck } from './deck.ts';
import type { Bench } from './row.ts';
import { notesFor } from './speech.ts';
import { medianOf, timed } from './timed.ts';

const TURNS = 5;
/** Milliseconds from a video to the next save: people look at what they see first. The timeline before is deleted meanwhile. */
const PAUSE_MS = 2000;

/** The deck as Markdown, with another title on one slide for each turn. */
const markdown = ({ slides }: Deck, secondsPerSlide: number, turn: number): string =>
  [
    '---\ntitle: Bench\nresolution: 1080p\n---',
    ...slides.map(({ title, bullet_points }, index) =>
      [
        `## ${turn > 0 && index === Math.floor(slides.length / 2) ? `Another title ${turn}` : title}`,
        bullet_points.map((point) => `- ${point}`).join('\n'),
        `Note: ${notesFor(secondsPerSlide)(index)}`,
      ].join('\n\n'),
    ),
  ].join('\n\n');

/** `npm run render -- --watch`: from the save of a deck to its video on the disk, the first time and after a change of one slide. */
export const watchBench: Bench = {
  name: 'watch',
  async *rows({ deck, folder, secondsPerSlide, quick }) {
    await using service = await benchService({ prewarm: true });
    await using receiver = await startWebhookReceiver();
    const { apiKey } = await service.account('max');
    const ending = new AbortController();
    const client = createCliApiClient({ baseUrl: service.stack.baseUrl, apiKey, signal: ending.signal });
    const webhook = await client.createWebhook({ url: receiver.url, events: ['render.progress', 'render.completed'] });
    receiver.trust(webhook.signing_secret);
    const path = join(folder, 'watched.md');
    let onState: (state: DeckWatchState) => void = () => undefined;
    const film = (number: number): Promise<void> =>
      new Promise((resolve, reject) => {
        onState = (state) => {
          if (state.status === 'failed') reject(new Error(state.message));
          else if (state.status === 'ready' && state.film === number) resolve();
        };
      });
    await writeFile(path, markdown(deck, secondsPerSlide, 0));
    const output = join(folder, 'watched.mp4');
    const begin = () =>
      rerenderDeckOnSave({
        ...{ client, path, narration: 'auto', output, receiver, signal: ending.signal },
        onState: (state) => onState(state),
      });
    let watching: Promise<unknown> = Promise.resolve();
    try {
      const { seconds } = await timed(async () => {
        const made = film(1);
        watching = begin().catch(() => undefined);
        await made;
      });
      yield { id: 'watch-first', name: 'the first film of a watched deck', seconds };
      const { spread, ...saved } = await medianOf(quick ? 1 : TURNS, async (turn) => {
        await sleep(PAUSE_MS);
        return timed(async () => {
          const made = film(turn + 2);
          await writeFile(path, markdown(deck, secondsPerSlide, turn + 1));
          await made;
        });
      });
      const name = 'its next film, from the save of another title';
      yield { id: 'watch', name, against: ['watch-first'], seconds: saved.seconds, note: spread };
    } finally {
      ending.abort();
      await watching;
    }
  },
};
