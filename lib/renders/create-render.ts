import type { z } from 'zod';
import {
  checkOutput,
  exactSeconds,
  type Limits,
  limitsOf,
  type MonthlyAmounts,
  type Principal,
  quotaExceeded,
  refusalOf,
} from '../accounts/public.ts';
import { type Clock, plusSeconds, timestamp } from '../shared/clock.ts';
import { invalidValue, ServiceError, unlessUnavailable, WriteConflict } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { type PrepareAnswer, prepareNoAnswer } from '../shared/prepared-answer.ts';
import { storageKeys } from '../shared/storage-keys.ts';
import {
  estimatedSeconds,
  type LoadedTimeline,
  minSeconds,
  type Slide,
  settingsOf,
  slideSeconds,
  type TimelineStore,
} from '../timelines/public.ts';
import { sizeOf } from '../video/format.ts';
import type { Codec } from '../video/settings.ts';
import type { createRenderContract } from './contract.ts';
import { type FindSpeechDeps, type FoundSpeech, findSpeech, missingNarration, newCharacters } from './find-speech.ts';
import type { FileStore, RenderStore, TaskQueue } from './ports.ts';
import { FIRST_EPOCH, type Render, type RenderOutput, type SealedSecret } from './render.ts';
import { isBeyondNextSlots } from './render-slots.ts';
import { epochOf, pendingTask } from './render-task.ts';
import { slideName, writeSnapshot } from './snapshot.ts';

export type CreateRenderBody = z.output<NonNullable<(typeof createRenderContract)['body']>>;

export interface CreateRenderDeps extends FindSpeechDeps {
  timelines: TimelineStore;
  renders: RenderStore;
  files: FileStore;
  queue: TaskQueue;
  clock: Clock;
  /** What the encoder of this service can make. */
  codecs: readonly Codec[];
  /**
   * Checks the URL and returns its sealed secret. `secret` is set only if it is new: no active webhook of the account has
   * this URL. @throws ServiceError `webhook_url_forbidden`.
   */
  prepareReceiver(accountId: string, url: string): Promise<{ secret: string | undefined; sealed: SealedSecret }>;
}

/** A render, and the signing secret of its `webhook_url` if it has one of its own (shown this once). */
export interface CreatedRender {
  render: Render;
  secret: string | undefined;
}

/** A render may wait for a slot for this long, in seconds. */
const WAITING_SECONDS = 24 * 3600;

function outputOf({ timeline }: LoadedTimeline, asked: CreateRenderBody['output']): RenderOutput {
  const format = asked.format ?? timeline.format;
  const resolution = asked.resolution ?? timeline.resolution;
  return { ...asked, format, resolution, ...sizeOf(format, resolution) };
}

function chosenSlides({ slides }: LoadedTimeline, range: CreateRenderBody['slide_range']) {
  if (slides.length === 0) throw new ServiceError('timeline_empty', 'The timeline has no slides to render.');
  if (range && range.to >= slides.length)
    throw invalidValue('slide_range.to', `The last position is ${slides.length - 1}.`);
  return range ? slides.slice(range.from, range.to + 1) : slides;
}

/** A slot becomes free in half a minute, at best. */
const FULL_RETRY_SECONDS = 30;

const queueFull = (limits: Limits): ServiceError =>
  new ServiceError(
    'too_many_renders',
    `Your plan allows ${limits.queued_renders} waiting renders, and that many are waiting.`,
    { headers: { 'retry-after': String(FULL_RETRY_SECONDS) } },
  );

/** @throws ServiceError `entitlement_required` for a video that is too long even when its notes are spoken fast */
function checkLength(limits: Limits, slides: readonly Slide[], narration: Render['narration']): void {
  const secondsOf = (slide: Slide) => (narration === 'none' ? slideSeconds(slide, undefined) : minSeconds(slide));
  const least = slides.reduce((sum, slide) => sum + secondsOf(slide), 0);
  if (least > limits.video_seconds)
    throw new ServiceError(
      'entitlement_required',
      `Your plan allows videos of up to ${limits.video_seconds} seconds.`,
      {
        param: 'timeline_id',
      },
    );
}

/**
 * What a render reserves of its month: its length, estimated for speech that does not exist yet, and the characters of that
 * speech. A longer video than the plan allows fails when its length is known, so no more is reserved.
 */
function neededAmounts(
  limits: Limits,
  { timeline }: LoadedTimeline,
  slides: readonly Slide[],
  narration: Render['narration'],
  found: FoundSpeech,
): MonthlyAmounts {
  const seconds = slides.reduce((sum, slide, index) => {
    const wanted = found.wanted[index];
    if (narration === 'none' || !wanted) return sum + slideSeconds(slide, undefined);
    const speech = wanted.recording ?? found.made.get(wanted.hash);
    return sum + (speech ? slideSeconds(slide, speech.duration_seconds) : estimatedSeconds(slide, timeline.lexicon));
  }, 0);
  return {
    render_seconds: exactSeconds(Math.min(seconds, limits.video_seconds)),
    narration_characters: narration === 'auto' ? newCharacters(found) : 0,
  };
}

/** At most this many slides are named to a client. */
const MAX_NAMED_SLIDES = 50;

/** @throws ServiceError `narration_missing`, which names the slides by their numbers in the timeline, from 1 */
function checkNarration(found: FoundSpeech, slides: readonly Slide[], firstPosition: number): void {
  const missing = missingNarration(found);
  if (missing.length === 0) return;
  const named = missing
    .slice(0, MAX_NAMED_SLIDES)
    .map((index) => `${slideName({ first_position: firstPosition }, index)} (${slides[index]?.id ?? ''})`);
  const more = missing.length > named.length ? ' and more' : '';
  throw new ServiceError(
    'narration_missing',
    `These slides have speaker notes, but no ready, up-to-date narration: ${named.join(', ')}${more}.`,
    {
      param: 'narration',
      faults: named.map((slide) => ({
        param: 'narration',
        message: `There is no ready, up-to-date narration of ${slide}.`,
      })),
    },
  );
}

/**
 * Freezes the timeline and begins its render. What the render may need of the month is reserved with it, in one transaction:
 * a render that does not fit is refused before anything is made. The snapshot is written first, so that no worker misses it,
 * and removed when the render is not admitted; a request that is killed in between leaves a file that its lifetime ends. The
 * render and its first task are one transaction; when the request is killed after that, the sweeper sends the message, and so
 * it does when the queue is not available.
 */
export async function createRender(
  deps: CreateRenderDeps,
  principal: Principal,
  body: CreateRenderBody,
  prepareAnswer: PrepareAnswer<CreatedRender> = prepareNoAnswer,
): Promise<CreatedRender> {
  const { timelines, renders, files, queue, clock, codecs, prepareReceiver } = deps;
  const limits = limitsOf(principal.plan);
  // They are independent: at the same time they cost one round trip.
  const [loaded, slots, receiver] = await Promise.all([
    timelines.load(principal.account_id, body.timeline_id),
    renders.slots(principal.account_id),
    body.webhook_url === undefined ? undefined : prepareReceiver(principal.account_id, body.webhook_url),
  ]);
  if (!loaded) throw new ServiceError('timeline_not_found', 'There is no such timeline.');
  const output = outputOf(loaded, body.output);
  checkOutput(limits, output);
  if (!codecs.includes(output.codec))
    throw new ServiceError('unsupported_codec', `The encoder of this service offers ${codecs.join(', ')}.`, {
      param: 'output.codec',
    });
  const slides = chosenSlides(loaded, body.slide_range);
  checkLength(limits, slides, body.narration);
  const first_position = body.slide_range?.from ?? 0;
  const found = await findSpeech(
    deps,
    { account_id: principal.account_id, narration: body.narration },
    { settings: loaded.timeline, slides: [...slides] },
  );
  if (body.narration === 'existing') checkNarration(found, slides, first_position);
  const reserved = neededAmounts(limits, loaded, slides, body.narration, found);

  const now = clock();
  const id = newId('render', now);
  const { timeline } = loaded;
  const render: Render = {
    id,
    account_id: principal.account_id,
    timeline_id: timeline.id,
    timeline_version: timeline.version,
    status: 'queued',
    progress: 0,
    stage: 'queued',
    output,
    narration: body.narration,
    snapshot_key: storageKeys.snapshot(principal.account_id, timeline.id, id),
    slides_total: slides.length,
    slides_reused: 0,
    slides_rendered: 0,
    epoch: FIRST_EPOCH,
    max_seconds: limits.video_seconds,
    metadata: body.metadata,
    webhook_url: body.webhook_url,
    webhook_secret: receiver?.sealed,
    created_at: timestamp(now),
    deadline: timestamp(plusSeconds(now, WAITING_SECONDS)),
    expires_at: timestamp(plusSeconds(now, limits.output_retention_days * 86_400)),
  };
  const first = pendingTask({ ...epochOf(render), kind: 'prepare', index: 0 }, timestamp(now));
  await writeSnapshot(files, render.snapshot_key, {
    settings: settingsOf(timeline),
    slides,
    first_position,
    ...(found.made.size > 0 ? { speech: [...found.made.values()] } : {}),
  });
  const created = { render, secret: receiver?.secret };
  try {
    const outcome = await renders.insert(render, first, limits, reserved, await prepareAnswer(created));
    if (outcome === 'account_deleted') throw refusalOf(principal);
    if (outcome === 'queue_full') throw queueFull(limits);
    if (outcome !== 'inserted') throw quotaExceeded(outcome.refused, reserved[outcome.refused], limits, now);
  } catch (error) {
    // Only when it is certain that the render does not exist: after a lost answer its worker may be reading the snapshot.
    if (error instanceof ServiceError || error instanceof WriteConflict)
      await files.remove(render.snapshot_key).catch(() => undefined);
    throw error;
  }
  // Slots that came free since they were read were not given to this render. Those that come free from now on are.
  if (!isBeyondNextSlots(slots, limits) || !isBeyondNextSlots(await renders.slots(principal.account_id), limits))
    await unlessUnavailable(() => queue.send(first));
  return created;
}
