import type { z } from 'zod';
import type { VideoCodecId } from '#engine/video/codecs/codec-facts.ts';
import {
  deletedAccountError,
  limitsOfPlan,
  type PlanLimits,
  type Principal,
  quotaExceededError,
  tooManyTimelinesError,
} from '#features/accounts/public.ts';
import { readTemplateOfTimeline, type TemplateChoiceDeps, unknownTemplateIdError } from '#features/templates/public.ts';
import {
  type AnnounceMediaFetchesDeps,
  assertTimelineNotTooLarge,
  type CheckVoiceDeps,
  fillVariables,
  type LoadedTimeline,
  noSlidesError,
  prepareNewTimeline,
  sectionOutlineOfSlides,
  slidesWithPresenterParts,
  type TimelineStore,
  timelineBytes,
  type UnstoredTimeline,
} from '#features/timelines/public.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import {
  invalidValueError,
  runIgnoringUnavailability,
  ServiceError,
  WriteConflictError,
} from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import { type PrepareIdempotentAnswer, prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import type { createRenderContract } from './contract.ts';
import {
  type FindSpeechOfSnapshotDeps,
  findSlidePositionsWithoutNarration,
  findSpeechOfSnapshot,
  type SpeechLookupResult,
} from './find-speech-of-snapshot.ts';
import type { FileStore, RenderStore, RenderTaskQueue } from './ports.ts';
import type { Render, SealedSecret } from './render.ts';
import {
  amountsNeededByRender,
  checkVideoLength,
  createQueuedRender,
  resolveRenderOutput,
} from './render-admission-rules.ts';
import { areNextRenderSlotsAllTaken } from './render-slots.ts';
import { newRenderTask, renderEpochRefOf } from './render-task.ts';
import { speechWithEstimatedDurations } from './speech-with-estimated-durations.ts';
import {
  removeTimelineSnapshot,
  slideNameInMessage,
  snapshotOfTimeline,
  snapshotWithIntroAndOutro,
  type TimelineSnapshot,
  writeTimelineSnapshot,
} from './timeline-snapshot.ts';
import { checkVideoAssemblySize } from './work-bounds.ts';

/** The body of a request for a render. */
export type CreateRenderBody = z.output<NonNullable<(typeof createRenderContract)['body']>>;

/**
 * Checks the URL of a receiver and gives its sealed signing secret. `secret` is the secret itself, if it is new because no active webhook
 * of the account has this URL.
 * @throws ServiceError `webhook_url_forbidden`
 */
export type PrepareWebhookReceiver = (
  accountId: string,
  url: string,
) => Promise<{ secret: string | undefined; sealed: SealedSecret }>;

/** Dependencies of the creation of renders. */
export interface CreateRenderDeps
  extends FindSpeechOfSnapshotDeps,
    TemplateChoiceDeps,
    CheckVoiceDeps,
    AnnounceMediaFetchesDeps {
  timelines: TimelineStore;
  renders: RenderStore;
  files: FileStore;
  queue: RenderTaskQueue;
  clock: Clock;
  /** Codecs that the encoder of this service offers. */
  codecs: readonly VideoCodecId[];
  prepareReceiver: PrepareWebhookReceiver;
}

/** A created render, and the signing secret of its `webhook_url` if it is new, which is shown only once. */
export interface CreatedRender {
  render: Render;
  secret: string | undefined;
}

/** The slides of the requested range; all without one. @throws ServiceError */
function slidesInRange({ slides }: LoadedTimeline, range: CreateRenderBody['slide_range']) {
  if (slides.length === 0) throw noSlidesError();
  if (range && range.to >= slides.length)
    throw invalidValueError('slide_range.to', `The last position is ${slides.length - 1}.`);
  return range ? slides.slice(range.from, range.to + 1) : slides;
}

/** `retry-after` for a full queue, in seconds: a slot becomes free in half a minute at best. */
const FULL_QUEUE_RETRY_SECONDS = 30;

const queueFullError = (limits: PlanLimits): ServiceError =>
  new ServiceError(
    'too_many_renders',
    `Your plan allows ${limits.queued_renders} waiting renders, and that many are waiting. Wait until one has started, or cancel one.`,
    { headers: { 'retry-after': String(FULL_QUEUE_RETRY_SECONDS) } },
  );

/** The most slides that an error names. */
const MAX_NAMED_SLIDES = 50;

/** Checks that all slides with notes have speech. @throws ServiceError `narration_missing`, which names slides by their numbers in the timeline, from 1 */
function assertAllNarrated(speechLookup: SpeechLookupResult, snapshot: TimelineSnapshot): void {
  const missingPositions = findSlidePositionsWithoutNarration(speechLookup);
  if (missingPositions.length === 0) return;
  const namedSlides = missingPositions
    .slice(0, MAX_NAMED_SLIDES)
    .map((index) => `${slideNameInMessage(snapshot, index)} (${snapshot.slides[index]?.id ?? ''})`);
  const suffix = missingPositions.length > namedSlides.length ? ' and more' : '';
  throw new ServiceError(
    'narration_missing',
    `These slides have speaker notes, but no ready, up-to-date narration: ${namedSlides.join(', ')}${suffix}.`,
    {
      param: 'narration',
      faults: namedSlides.map((slide) => ({
        param: 'narration',
        message: `There is no ready, up-to-date narration of ${slide}.`,
      })),
    },
  );
}

/** The notes of all slides of a timeline with a presenter; empty for each slide with its own presenter. */
const notesForPresenter = ({ timeline, slides }: LoadedTimeline): { notes?: string[] } =>
  (timeline.presenter ?? timeline.presenter_request)
    ? { notes: slides.map((slide) => (slide.presenter || slide.presenter_request ? '' : slide.speaker_notes)) }
    : {};

/** The timeline to render: a stored one, or a new one from the request. */
async function loadTimelineToRender(
  deps: CreateRenderDeps,
  principal: Principal,
  { timeline_id, timeline }: CreateRenderBody,
): Promise<UnstoredTimeline> {
  if ((timeline_id === undefined) === (timeline === undefined))
    throw invalidValueError('timeline_id', 'Send `timeline_id`, or a new timeline as `timeline`; one of the two.');
  if (timeline !== undefined) return prepareNewTimeline(deps, principal, timeline, 'timeline.');
  const stored = await deps.timelines.load(principal.account_id, timeline_id ?? '');
  if (!stored)
    throw new ServiceError(
      'timeline_not_found',
      'There is no such timeline. GET /timelines lists those of the account.',
    );
  return { loaded: stored, startImages: async () => undefined };
}

/**
 * Creates a render: freezes the timeline, and starts the work. One transaction inserts the render, its first task and its reservation, so a
 * render that exceeds the month is refused before any work; it also inserts a new timeline of the request. The snapshot is written first,
 * so that workers find it, and removed when the render is refused; after a kill in between, it is deleted at the end of its lifetime. When
 * the request is killed after the transaction, or the queue is not available, the sweeper sends the message.
 * @throws ServiceError for an invalid request, and limits of the plan and of the month
 */
export async function createRender(
  deps: CreateRenderDeps,
  principal: Principal,
  body: CreateRenderBody,
  prepareAnswer: PrepareIdempotentAnswer<CreatedRender> = prepareNoIdempotentAnswer,
): Promise<CreatedRender> {
  const { renders, files, queue, clock, codecs, prepareReceiver } = deps;
  const limits = limitsOfPlan(principal.plan);
  // Independent reads at the same time cost only one round trip.
  const [{ loaded: loadedTimeline, startImages }, slots, receiver] = await Promise.all([
    loadTimelineToRender(deps, principal, body),
    renders.slots(principal.account_id),
    body.webhook_url === undefined ? undefined : prepareReceiver(principal.account_id, body.webhook_url),
  ]);
  const filledTimeline = fillVariables(loadedTimeline, body.variables ?? {}, { path: 'variables', missing: 'refuse' });
  // The recording is divided among all slides before a range of them is chosen.
  const loaded = {
    ...filledTimeline,
    slides: slidesWithPresenterParts(filledTimeline.slides, filledTimeline.timeline.presenter),
  };
  const output = resolveRenderOutput(loaded.timeline, body.output, limits, codecs);
  const slidesToRender = slidesInRange(loaded, body.slide_range);
  const { timeline } = loaded;
  const template = await readTemplateOfTimeline(deps.templates, principal.account_id, timeline.template_id);
  const snapshot = snapshotWithIntroAndOutro({
    ...snapshotOfTimeline(timeline, slidesToRender, template),
    first_position: body.slide_range?.from ?? 0,
    ...(slidesToRender.length < loaded.slides.length
      ? { outline: sectionOutlineOfSlides(loaded.slides), ...notesForPresenter(filledTimeline) }
      : {}),
  });
  assertTimelineNotTooLarge(
    limits,
    timelineBytes(filledTimeline.timeline, filledTimeline.slides),
    timelineBytes(loadedTimeline.timeline, loadedTimeline.slides),
  );
  const { slides } = snapshot;
  const content = { timeline, slides };
  checkVideoLength(limits, content, body.narration);
  const speechLookup = await findSpeechOfSnapshot(
    deps,
    { account_id: principal.account_id, narration: body.narration },
    { settings: timeline, slides },
  );
  if (body.narration === 'existing') assertAllNarrated(speechLookup, snapshot);
  const neededAmounts = amountsNeededByRender(limits, content, body.narration, speechLookup);

  const now = clock();
  const id = newId('render', now);
  const render = createQueuedRender(
    {
      id,
      account_id: principal.account_id,
      timeline_id: timeline.id,
      timeline_version: timeline.version,
      output,
      narration: body.narration,
      slides_total: slidesToRender.length,
      metadata: body.metadata,
      webhook_url: body.webhook_url,
      webhook_secret: receiver?.sealed,
    },
    limits,
    now,
  );
  const firstTask = newRenderTask({ ...renderEpochRefOf(render), kind: 'prepare', index: 0 }, formatUtcTimestamp(now));
  checkVideoAssemblySize(snapshot, {
    output,
    speech: speechWithEstimatedDurations(slides, snapshot.settings, speechLookup),
  });
  await writeTimelineSnapshot(files, render.snapshot_key, {
    ...snapshot,
    ...(speechLookup.made.size > 0 ? { speech: [...speechLookup.made.values()] } : {}),
  });
  const created = { render, secret: receiver?.secret };
  try {
    const newTimeline = body.timeline && { loaded: loadedTimeline, limits };
    const outcome = await renders.insert(
      render,
      firstTask,
      limits,
      neededAmounts,
      await prepareAnswer(created),
      newTimeline,
    );
    if (outcome === 'no_template') throw unknownTemplateIdError('timeline.');
    if (outcome === 'too_many_timelines') throw tooManyTimelinesError(limits);
    if (outcome === 'account_deleted') throw deletedAccountError(principal);
    if (outcome === 'queue_full') throw queueFullError(limits);
    if (outcome !== 'inserted') throw quotaExceededError(outcome.refused, neededAmounts[outcome.refused], limits, now);
  } catch (error) {
    // Removed only after these errors, which mean that the render was not written. After a lost answer its worker may be reading the snapshot.
    if (error instanceof ServiceError || error instanceof WriteConflictError)
      await removeTimelineSnapshot(files, render);
    throw error;
  }
  await startImages();
  // A slot that became free after the first read was not given to this render, because the render did not exist then. The slots are
  // therefore read again. Slots that become free from now on are given to it.
  if (
    !areNextRenderSlotsAllTaken(slots, limits) ||
    !areNextRenderSlotsAllTaken(await renders.slots(principal.account_id), limits)
  )
    await runIgnoringUnavailability(() => queue.send(firstTask));
  return created;
}
