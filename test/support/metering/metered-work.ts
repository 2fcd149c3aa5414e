import { createTimeline, type DeckTimeline, type Timeline } from '#test/bench/bench-service.ts';
import { makeDeck } from '#test/bench/deck.ts';
import { notesFor } from '#test/bench/speech.ts';
import { waitUntilIdle } from '../chaos/wait-until-idle.ts';
import type { Client } from '../service/start-service.ts';
import type { MeteredCall } from './metered-call.ts';
import type { MeteredService } from './metered-service.ts';

const SLIDE_SECONDS = 10;
/** Ends only a test that has failed. */
const PATIENCE_SECONDS = 280;
const SIZE = { width: 1920, height: 1080 };

/** Does some work, until nothing of it is left in the queues. @returns the calls that it made */
export async function meter(service: MeteredService, work: () => Promise<unknown>): Promise<MeteredCall[]> {
  service.meter.take();
  await work();
  await waitUntilIdle(service.unmetered, PATIENCE_SECONDS);
  return service.meter.take();
}

/** Makes requests that leave no work to queues. @returns the calls that they made */
export async function meterRequests(service: MeteredService, work: () => Promise<unknown>): Promise<MeteredCall[]> {
  service.meter.take();
  await work();
  return service.meter.take();
}

/** What a timeline is like: `brief` says less on its slides, and `resolution` is that of its videos. */
export interface TimelineWish extends Pick<DeckTimeline, 'fade' | 'resolution'> {
  brief?: boolean;
}

/** A timeline of slides that differ, 10 s each, with speech for two thirds of that. */
export async function makeTimeline(
  client: Client,
  slides: number,
  { brief = false, ...wanted }: TimelineWish = {},
): Promise<Timeline> {
  const deck = await makeDeck(slides, SIZE, ['plain']);
  return createTimeline(client, deck, {
    secondsPerSlide: SLIDE_SECONDS,
    notes: notesFor(brief ? 1 : SLIDE_SECONDS),
    ...wanted,
  });
}

/** Asks for the narration of every slide. */
export async function askForNarration(client: Client, { id, slides }: Timeline): Promise<void> {
  for (const slide of slides) await client.ok('POST', `/timelines/${id}/slides/${slide.id}/audio`, {});
}
