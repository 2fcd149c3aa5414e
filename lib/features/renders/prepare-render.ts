import { type MonthlyAmounts, roundToMilliseconds } from '#features/accounts/public.ts';
import {
  type SlideWithRenderedSpeech,
  type SpeechStore,
  shouldSlideAdoptRenderSpeech,
} from '#features/narration/public.ts';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { type AddPresenterSentenceTimesDeps, addPresenterSentenceTimes } from './add-presenter-sentence-times.ts';
import type { AdvanceRenderDeps } from './advance-render.ts';
import {
  computeVideoPartContentAddresses,
  listVideoPartContentAddresses,
  planSlideTimes,
  planVideoWork,
  shotsToEncodeBeforeNarration,
} from './build-render-plan.ts';
import { type ArtifactStore, findFreshCachedArtifacts } from './cached-artifact.ts';
import { completeRender } from './complete-render.ts';
import { copyVideoToRender, findReusableVideo } from './copy-video-to-render.ts';
import { NonRetryableRenderError } from './failure.ts';
import type { VideoToAssemble } from './fetch-or-encode-video-parts.ts';
import { type FillSnapshotMediaDeps, fillSnapshotWithFetchedImages } from './fill-snapshot-with-fetched-images.ts';
import { fillSnapshotWithFetchedVideos } from './fill-snapshot-with-fetched-videos.ts';
import {
  countCharactersToSynthesize,
  countNewSpeechCharacters,
  type FindSpeechOfSnapshotDeps,
  findSpeechAndRecordRenderUse,
  firstSlidePositionsOfMissingSpeech,
  type SpeechLookupResult,
} from './find-speech-of-snapshot.ts';
import type { SlideSpeech } from './plan/frame-schedule.ts';
import {
  plannedVideoSeconds,
  type RenderPlan,
  type ShotWithClipAddress,
  type SoundtrackPlan,
} from './plan/render-plan.ts';
import { type ArrayIndexRange, splitMissingSpeech } from './plan/work-shares.ts';
import type { FileStore, RenderTaskBatchQueue } from './ports.ts';
import type { Render } from './render.ts';
import {
  newRenderTask,
  type RenderTask,
  type RenderTaskKind,
  type RenderTaskResult,
  renderEpochRefOf,
} from './render-task.ts';
import type { RendererVersion } from './renderer.ts';
import type { RequiredSpeech } from './required-speech.ts';
import type { ReusableVideoFinder } from './reusable-video.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';
import {
  idsOfTimelineSlides,
  type MissingSpeechEntry,
  missingSpeechOfShare,
  readRenderPlan,
  readSpeechRecordOfRender,
  readTimelineSnapshot,
  type SpeechOfSlides,
  type SpeechRecordOfRender,
  slideForError,
  slideNameInMessage,
  slideNumberInTimeline,
  type TimelineSnapshot,
  writeRenderPlan,
  writeSpeechRecordOfRender,
} from './timeline-snapshot.ts';
import { findTooLargeVideoMessage } from './work-bounds.ts';
import { MAX_RENDER_LIFE_SECONDS } from './work-time.ts';

/** Dependencies of the first tasks of a render. */
export interface PrepareRenderDeps
  extends AdvanceRenderDeps,
    FindSpeechOfSnapshotDeps,
    FillSnapshotMediaDeps,
    AddPresenterSentenceTimesDeps {
  speech: Pick<SpeechStore, 'findMany' | 'use' | 'announce'>;
  queue: RenderTaskBatchQueue;
  files: FileStore;
  artifacts: ArtifactStore;
  films: ReusableVideoFinder;
  /** Makes and completes a small video; see `assembleVideo`. */
  assemble(work: ClaimedRenderTask, video: VideoToAssemble): Promise<'committed'>;
  /** Stores the speech of a render as the `ready` audio of its slides; see `adoptRenderSpeechAsSlideAudio` in lib/features/narration. */
  adoptSpeech(
    ref: Pick<Render, 'account_id' | 'timeline_id'>,
    heard: readonly SlideWithRenderedSpeech[],
    signal: AbortSignal,
  ): Promise<void>;
  /** Reads the identity of the encoder's build, on which the encoded bytes depend. */
  encoder(): Promise<string>;
  /** Encodes shots while other workers synthesize the narration; see `encodeShotsBeforePlan`. */
  encodePicturesAhead(
    work: ClaimedRenderTask,
    snapshot: TimelineSnapshot,
    shots: readonly ShotWithClipAddress[],
  ): Promise<void>;
  /** Number of narration tasks of one account that workers run at the same time. */
  narrationShare: number;
  /** The version of this program, which becomes that of the epoch. */
  renderer(): Promise<RendererVersion>;
}

type TaskDetails = Parameters<typeof newRenderTask>[2] & { index?: number };

/** Makes pending tasks of a kind, numbered by `index` or by their position. */
const newTasks = (render: Render, kind: RenderTaskKind, details: readonly TaskDetails[], at: string): RenderTask[] =>
  details.map(({ index, ...detail }, place) =>
    newRenderTask({ ...renderEpochRefOf(render), kind, index: index ?? place }, at, detail),
  );

/** Adds tasks, and sends their messages. */
async function addTasksAndSend({ renders, queue }: PrepareRenderDeps, tasks: readonly RenderTask[]): Promise<void> {
  await renders.addTasks(tasks);
  await queue.sendAll(tasks);
}

/** The failure of a render for a slide whose speech can neither be found nor made. */
function unavailableSpeechError(
  snapshot: TimelineSnapshot,
  index: number,
  speech: RequiredSpeech,
): NonRetryableRenderError {
  const slide = slideNameInMessage(snapshot, index);
  return new NonRetryableRenderError(
    'narration_failed',
    speech.request ? `The narration of ${slide} is missing.` : `The narration of ${slide} no longer exists.`,
    { failedSlide: slideForError(snapshot, index) },
  );
}

/**
 * Replaces the estimated reservation of the render by the amounts that are now known. Done before any synthesis or encoding, so that the
 * work of an account never exceeds its month. A second call reserves the same.
 * @throws NonRetryableRenderError `quota_exceeded`
 */
async function reserveExactAmounts(
  { renders }: PrepareRenderDeps,
  { render, lease, signal }: ClaimedRenderTask,
  wanted: Partial<MonthlyAmounts>,
): Promise<void> {
  signal.throwIfAborted();
  if ((await renders.reserve(render, lease, wanted)) === 'reserved') return;
  throw new NonRetryableRenderError(
    'quota_exceeded',
    'The video is longer than was estimated, and this month has no render seconds left for it.',
  );
}

/** The name and place of the first slide of each speech, by hash. */
function slidesOfSpeech(
  snapshot: TimelineSnapshot,
  wanted: SpeechLookupResult['wanted'],
): Required<Pick<SoundtrackPlan, 'spoken_on' | 'spoken_places'>> {
  const firstIndexByHash = new Map<string, number>();
  wanted.forEach((speech, index) => {
    if (speech && !firstIndexByHash.has(speech.hash)) firstIndexByHash.set(speech.hash, index);
  });
  const entries = [...firstIndexByHash];
  return {
    spoken_on: Object.fromEntries(entries.map(([hash, index]) => [hash, slideNameInMessage(snapshot, index)])),
    spoken_places: Object.fromEntries(entries.map(([hash, index]) => [hash, slideForError(snapshot, index)])),
  };
}

/** The speech that slides may adopt as their audio; none in a render that does not synthesize narration. */
function speechToAdopt(
  { narration }: Render,
  { slides, settings }: TimelineSnapshot,
  { wanted, made }: SpeechLookupResult,
): SlideWithRenderedSpeech[] {
  if (narration !== 'auto') return [];
  return slides.flatMap((slide, index) => {
    const speech = made.get(wanted[index]?.hash ?? '');
    return speech && shouldSlideAdoptRenderSpeech(slide, speech.hash, settings) ? [{ slide, speech }] : [];
  });
}

/**
 * Plans the video when all its speech exists. If an equal video exists, it is copied; a small video is made here; else the work is
 * distributed over tasks.
 * @param clipsMadeAhead names of clips that the render has encoded before
 * @returns the key of the plan and the number of encoding tasks; `committed`: the render is completed
 */
async function planAndMakeVideo(
  deps: PrepareRenderDeps,
  work: ClaimedRenderTask,
  snapshot: TimelineSnapshot,
  { wanted, made: found }: SpeechLookupResult,
  clipsMadeAhead: readonly string[] = [],
): Promise<RenderTaskResult | 'committed'> {
  const { render, signal } = work;
  const speech = wanted.map((required, index): SlideSpeech | undefined => {
    if (!required) return undefined;
    const made = required.recording ?? found.get(required.hash);
    if (!made) throw unavailableSpeechError(snapshot, index, required);
    return made;
  });
  const timeLine = planSlideTimes(render, snapshot, speech);
  if (plannedVideoSeconds(timeLine) > render.max_seconds)
    throw new NonRetryableRenderError(
      'too_long',
      `The video would be longer than the ${render.max_seconds} s of your plan.`,
    );
  const excess = findTooLargeVideoMessage(timeLine, { output: render.output, slides: snapshot.slides });
  if (excess !== undefined) throw new NonRetryableRenderError('too_long', excess);
  const [encoder, renderer] = await Promise.all([deps.encoder(), deps.renderer()]);
  const video = computeVideoPartContentAddresses(render, snapshot, timeLine, { encoder, renderer });
  const [equalVideo] = await Promise.all([
    findReusableVideo(deps, render, video.film),
    reserveExactAmounts(deps, work, {
      render_seconds: roundToMilliseconds(plannedVideoSeconds(timeLine)),
      narration_characters: 0,
    }),
  ]);
  const adoption = deps.adoptSpeech(render, speechToAdopt(render, snapshot, { wanted, made: found }), signal);
  const slideIds = idsOfTimelineSlides(snapshot);
  const [copiedResult] = await Promise.all([
    equalVideo && copyVideoToRender(deps, work, equalVideo, slideIds),
    adoption,
  ]);
  if (copiedResult) return completeRender(deps, work, { result: copiedResult, slides_reused: render.slides_total });
  const { artifacts, clock } = deps;
  const names = listVideoPartContentAddresses(video.clips.values(), video.sound);
  const existingArtifacts = await findFreshCachedArtifacts({ artifacts, now: clock() }, render, names);
  signal.throwIfAborted();
  const plannedWork = planVideoWork(render, video, existingArtifacts, clipsMadeAhead);
  const { sound } = plannedWork;
  const plan: RenderPlan = sound
    ? { ...plannedWork, sound: { ...sound, ...slidesOfSpeech(snapshot, wanted) } }
    : plannedWork;
  if (hasNoShares(plan)) return assembleInPlace(deps, work, { plan, snapshot, knownArtifacts: existingArtifacts });
  return distributeWork(deps, work, plan);
}

/** Reports whether the worker that planned a video also makes it, because it has no shares. */
const hasNoShares = ({ shares }: RenderPlan): boolean => shares.shots.length === 0 && shares.parts.length === 0;

/**
 * Makes a small video in the task that planned it, because another task would have to read everything again. The next attempt of a killed
 * worker plans again and finds the parts that were cached; the number of reused slides is that of the first attempt.
 */
async function assembleInPlace(
  deps: PrepareRenderDeps,
  work: ClaimedRenderTask,
  video: VideoToAssemble,
): Promise<'committed'> {
  const { render, task, lease } = work;
  const slides_reused = task.result?.slides_reused ?? video.plan.slides_reused;
  await Promise.all([
    deps.renders.enterStage(render, 'rendering', 'assembling', formatUtcTimestamp(deps.clock())),
    // Recorded before anything is cached.
    ...(task.result?.slides_reused === undefined ? [deps.renders.record(lease, { slides_reused })] : []),
  ]);
  return deps.assemble(work, { ...video, plan: { ...video.plan, slides_reused } });
}

/** Stores the plan, and adds a task for each of its shares. */
async function distributeWork(
  deps: PrepareRenderDeps,
  { render, lease }: ClaimedRenderTask,
  plan: RenderPlan,
): Promise<RenderTaskResult> {
  const plan_key = storageKeys.plan(render.account_id, render.id, lease.token);
  await writeRenderPlan(deps.files, plan_key, plan);
  // Recorded before the first task is added.
  await deps.renders.record(lease, { plan_key });
  return beginEncoding(deps, render, plan_key, encodingTasks(deps, render, plan_key, plan));
}

/** The tasks that encode the missing parts of a plan. */
function encodingTasks(
  { clock }: PrepareRenderDeps,
  render: Render,
  plan_key: string,
  { shares }: RenderPlan,
): RenderTask[] {
  const timestamp = formatUtcTimestamp(clock());
  const of = (kind: 'video' | 'audio', ranges: readonly ArrayIndexRange[]) =>
    newTasks(
      render,
      kind,
      ranges.map((share) => ({ share, plan_key })),
      timestamp,
    );
  return [...of('audio', shares.parts), ...of('video', shares.shots)];
}

/** Adds the tasks of a plan; tasks that an earlier attempt added are not changed. */
async function beginEncoding(
  deps: PrepareRenderDeps,
  render: Render,
  plan_key: string,
  tasks: readonly RenderTask[],
): Promise<RenderTaskResult> {
  await deps.renders.enterStage(render, 'rendering', 'encoding', formatUtcTimestamp(deps.clock()));
  await addTasksAndSend(deps, tasks);
  return { plan_key, parts: tasks.length };
}

/**
 * Continues with the plan that an earlier attempt recorded before it was killed. No new plan is made, because the shares of tasks are
 * ranges of the plan's `missing`. In a new plan, parts that these tasks have cached since would no longer be missing. The shares would then
 * name other artifacts, and the render's clips would count as reused.
 */
async function continuePlan(deps: PrepareRenderDeps, render: Render, plan_key: string): Promise<RenderTaskResult> {
  const plan = await readRenderPlan(deps.files, { plan_key });
  return beginEncoding(deps, render, plan_key, encodingTasks(deps, render, plan_key, plan));
}

/** The speech of each slide for the stored record. @param missing position of the first slide of each missing speech, by hash */
const speechOfSlidesForRecord = (
  wanted: SpeechLookupResult['wanted'],
  missing: ReadonlyMap<string, number>,
): SpeechOfSlides =>
  wanted.map((speech, index) => {
    if (!speech) return null;
    const { hash, recording } = speech;
    return { hash, ...(recording ? { recording } : {}), ...(missing.get(hash) === index ? { is_missing: true } : {}) };
  });

/** Divides the missing speech into shares for tasks. */
function shareMissingSpeech(
  { narrationShare }: PrepareRenderDeps,
  { wanted }: SpeechLookupResult,
  missing: ReadonlyMap<string, number>,
) {
  const characters = [...missing.values()].map((index) => countCharactersToSynthesize(wanted[index]));
  return splitMissingSpeech(characters, narrationShare);
}

/** The name of the slides of some missing speech in messages: `slide 3`, `one of slides 3 to 5`. */
function slideNamesOf(snapshot: TimelineSnapshot, missing: readonly MissingSpeechEntry[]): string {
  const [first = 0, last = first] = [missing[0]?.slide, missing.at(-1)?.slide];
  if (last === first) return slideNameInMessage(snapshot, first);
  return `one of slides ${slideNumberInTimeline(snapshot, first)} to ${slideNumberInTimeline(snapshot, last)}`;
}

/**
 * Adds a task for each share of the missing speech; tasks that an earlier attempt added are not changed. While their speech is synthesized,
 * shots that do not depend on it are encoded here.
 * @param shots the shots of `clips_ahead` whose clips do not exist
 */
async function requestSpeech(
  deps: PrepareRenderDeps,
  work: ClaimedRenderTask,
  snapshot: TimelineSnapshot,
  spoken_key: string,
  { slides, shares }: SpeechRecordOfRender,
  shots: readonly ShotWithClipAddress[],
): Promise<RenderTaskResult> {
  const { render } = work;
  const details = shares.map((share) => {
    const missing = missingSpeechOfShare(slides, share);
    // The index of a task is the position of its first slide.
    const index = missing[0]?.slide ?? 0;
    const slide = slideNamesOf(snapshot, missing);
    return {
      index,
      share,
      spoken_key,
      slide,
      ...(missing.length === 1 ? { place: slideForError(snapshot, index) } : {}),
    };
  });
  await addTasksAndSend(deps, newTasks(render, 'narration', details, formatUtcTimestamp(deps.clock())));
  await deps.encodePicturesAhead(work, snapshot, shots);
  return { spoken_key };
}

/**
 * Performs the first task of a render: adds tasks for the missing narration, or plans the video if none is missing. Its findings are
 * recorded before the first task is added, so that a second run adds the same tasks.
 * @throws NonRetryableRenderError `narration_failed` for a slide whose narration is missing and may not be made
 */
export async function prepareRender(
  deps: PrepareRenderDeps,
  work: ClaimedRenderTask,
): Promise<RenderTaskResult | 'committed'> {
  const { render, task, lease } = work;
  const at = formatUtcTimestamp(deps.clock());
  const deadline = formatUtcTimestamp(addSeconds(new Date(render.started_at ?? at), MAX_RENDER_LIFE_SECONDS));
  const renderer = await deps.renderer();
  const { plan_key: recordedPlanKey, spoken_key: recordedSpeechKey } = task.result ?? {};
  const enterNarrating = () => deps.renders.enterStage(render, 'processing', 'narrating', at, { deadline, renderer });
  if (recordedPlanKey !== undefined) {
    await enterNarrating();
    return continuePlan(deps, render, recordedPlanKey);
  }
  const [storedSnapshot] = await Promise.all([readTimelineSnapshot(deps.files, render), enterNarrating()]);
  const filledSnapshot = await fillSnapshotWithFetchedVideos(
    deps,
    work,
    await fillSnapshotWithFetchedImages(deps, work, storedSnapshot),
  );
  const snapshot = await addPresenterSentenceTimes(deps, work, filledSnapshot);
  const shotsAhead = async () =>
    shotsToEncodeBeforeNarration({ ...deps, encoder: await deps.encoder(), now: deps.clock() }, render, snapshot);
  if (recordedSpeechKey !== undefined) {
    const [spoken, shots] = await Promise.all([readSpeechRecordOfRender(deps.files, recordedSpeechKey), shotsAhead()]);
    const shotsStillMissing = shots.filter(({ clip }) => spoken.clips_ahead.includes(clip));
    return requestSpeech(deps, work, snapshot, recordedSpeechKey, spoken, shotsStillMissing);
  }
  const speechLookup = await findSpeechAndRecordRenderUse(deps, render, snapshot);
  const missing = firstSlidePositionsOfMissingSpeech(speechLookup);
  for (const index of missing.values()) {
    const speech = speechLookup.wanted[index];
    if (speech && !speech.request) throw unavailableSpeechError(snapshot, index, speech);
  }
  const [firstMissing] = missing.values();
  if (firstMissing === undefined) return planAndMakeVideo(deps, work, snapshot, speechLookup);
  if (render.narration === 'existing')
    throw new NonRetryableRenderError(
      'narration_failed',
      `There is no ready, up-to-date narration of ${slideNameInMessage(snapshot, firstMissing)}, and the render was created with \`narration: existing\`.`,
      { failedSlide: slideForError(snapshot, firstMissing) },
    );
  await reserveExactAmounts(deps, work, { narration_characters: countNewSpeechCharacters(speechLookup) });
  const shots = await shotsAhead();
  const spoken = {
    slides: speechOfSlidesForRecord(speechLookup.wanted, missing),
    shares: shareMissingSpeech(deps, speechLookup, missing),
    clips_ahead: shots.map(({ clip }) => clip),
  };
  const spoken_key = storageKeys.spoken(render.account_id, render.id, lease.token);
  const references = [...missing].map(([hash, index]) => ({ hash, slide_id: snapshot.slides[index]?.id ?? '' }));
  await Promise.all([
    writeSpeechRecordOfRender(deps.files, spoken_key, spoken),
    // Noted before the first narration task can start.
    deps.speech.announce({ ...render, source: render.id }, references, deps.clock()),
  ]);
  await deps.renders.record(lease, { spoken_key });
  return requestSpeech(deps, work, snapshot, spoken_key, spoken, shots);
}

/** Reads the speech of each slide after the narration, under the addresses that the narration tasks report. */
async function readMadeSpeech(
  deps: PrepareRenderDeps,
  render: Render,
  { slides }: SpeechRecordOfRender,
): Promise<SpeechLookupResult> {
  const tasks = await deps.renders.tasks(renderEpochRefOf(render));
  const stored = new Map<string, string>();
  for (const { kind, share, result } of tasks) {
    if (kind !== 'narration' || !share) continue;
    missingSpeechOfShare(slides, share).forEach(({ hash }, place) => {
      const storedAs = result?.speech_hashes?.[place];
      if (storedAs !== undefined) stored.set(hash, storedAs);
    });
  }
  const wanted = slides.map((slide) => (slide ? { ...slide, hash: stored.get(slide.hash) ?? slide.hash } : undefined));
  const hashes = wanted.flatMap((slide) => (slide && !slide.recording ? [slide.hash] : []));
  return { wanted, made: await deps.speech.findMany(render.account_id, hashes) };
}

/**
 * Performs a `plan` task: plans the video after the narration. A second run continues with the plan of the first, whose tasks may be running.
 * @throws Error for a task that names no record of speech
 */
export async function planVideoAfterNarration(
  deps: PrepareRenderDeps,
  work: ClaimedRenderTask,
): Promise<RenderTaskResult | 'committed'> {
  const { render, task } = work;
  const planned = task.result?.plan_key;
  if (planned !== undefined) return continuePlan(deps, render, planned);
  if (task.spoken_key === undefined) throw new Error('the task does not name what the slides say');
  const [snapshot, spoken] = await Promise.all([
    readTimelineSnapshot(deps.files, render),
    readSpeechRecordOfRender(deps.files, task.spoken_key),
  ]);
  return planAndMakeVideo(deps, work, snapshot, await readMadeSpeech(deps, render, spoken), spoken.clips_ahead);
}
