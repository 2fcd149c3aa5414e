import { exactSeconds, type MonthlyAmounts } from '../accounts/public.ts';
import { isAdoptable, type RenderedSpeech } from '../narration/public.ts';
import { plusSeconds, timestamp } from '../shared/clock.ts';
import { storageKeys } from '../shared/storage-keys.ts';
import type { AdvanceDeps } from './advance-render.ts';
import { buildRenderPlan, planSlideTimes } from './build-render-plan.ts';
import type { ArtifactStore } from './cached-artifact.ts';
import { RenderFailure } from './failure.ts';
import {
  charactersOf,
  type FindSpeechDeps,
  type FoundSpeech,
  findSpeech,
  missingSpeech,
  newCharacters,
} from './find-speech.ts';
import type { SlideSpeech } from './plan/frame-schedule.ts';
import { planSeconds, type RenderPlan } from './plan/render-plan.ts';
import { type IndexRange, splitSpeech } from './plan/work-shares.ts';
import type { FileStore, TaskBatchQueue } from './ports.ts';
import type { Render } from './render.ts';
import { epochOf, pendingTask, type RenderTask, type TaskKind, type TaskResult } from './render-task.ts';
import type { RendererVersion } from './renderer.ts';
import type { RequiredSpeech } from './required-speech.ts';
import type { Work } from './run-task.ts';
import {
  type MissingSpeech,
  missingOf,
  readPlan,
  readSnapshot,
  readSpoken,
  type Snapshot,
  type SpokenRecord,
  type SpokenSlides,
  slideName,
  slideNumber,
  writePlan,
  writeSpoken,
} from './snapshot.ts';
import { LIFE_SECONDS } from './work-time.ts';

export interface PrepareDeps extends AdvanceDeps, FindSpeechDeps {
  queue: TaskBatchQueue;
  files: FileStore;
  artifacts: ArtifactStore;
  /** Stores the speech of a render as the `ready` audio of its slides; see `adoptSpeech` in lib/narration. */
  adoptSpeech(
    ref: Pick<Render, 'account_id' | 'timeline_id'>,
    heard: readonly RenderedSpeech[],
    signal: AbortSignal,
  ): Promise<void>;
  /** Identity of the encoder's binary: another one makes other bytes. */
  encoder(): Promise<string>;
  /** How many narration tasks of one account workers do at once. */
  narrationShare: number;
  /** The version of this program: from here on, that of the epoch. */
  renderer(): Promise<RendererVersion>;
}

type Details = Parameters<typeof pendingTask>[2] & { index?: number };

const newTasks = (render: Render, kind: TaskKind, details: readonly Details[], at: string): RenderTask[] =>
  details.map(({ index, ...detail }, place) =>
    pendingTask({ ...epochOf(render), kind, index: index ?? place }, at, detail),
  );

async function add({ renders, queue }: PrepareDeps, tasks: readonly RenderTask[]): Promise<void> {
  await renders.addTasks(tasks);
  await queue.sendAll(tasks);
}

/** The failure of a render in which a slide cannot have its speech. */
function unavailableSpeech(snapshot: Snapshot, index: number, speech: RequiredSpeech): RenderFailure {
  const slide = slideName(snapshot, index);
  return new RenderFailure(
    'narration_failed',
    speech.request ? `The narration of ${slide} is missing.` : `The narration of ${slide} no longer exists.`,
  );
}

const SHORT_OF = {
  render_seconds: 'The video is longer than was estimated, and this month has no render seconds left for it.',
  narration_characters: 'The video needs more new narration than was estimated, and this month has too little left.',
} as const satisfies Record<keyof MonthlyAmounts, string>;

/**
 * Reserves what the render is now known to need, in place of what was estimated for it. Before anything is synthesized or
 * encoded, so that the work of an account never passes its month. Run twice it reserves the same.
 * @throws RenderFailure `quota_exceeded`
 */
async function reserve(
  { renders }: PrepareDeps,
  { render, lease, signal }: Work,
  wanted: Partial<MonthlyAmounts>,
): Promise<void> {
  signal.throwIfAborted();
  const outcome = await renders.reserve(render, lease, wanted);
  if (outcome !== 'reserved') throw new RenderFailure('quota_exceeded', SHORT_OF[outcome.refused]);
}

/** The first slide of each speech. */
function spokenOn(snapshot: Snapshot, wanted: FoundSpeech['wanted']): Record<string, string> {
  const names: Record<string, string> = {};
  wanted.forEach((speech, index) => {
    if (speech) names[speech.hash] ??= slideName(snapshot, index);
  });
  return names;
}

/** The speech that may become the audio of a slide: none in a render that does not synthesize narration. */
function speechToAdopt(
  { narration }: Render,
  { slides, settings }: Snapshot,
  { wanted, made }: FoundSpeech,
): RenderedSpeech[] {
  if (narration !== 'auto') return [];
  return slides.flatMap((slide, index) => {
    const speech = made.get(wanted[index]?.hash ?? '');
    return speech && isAdoptable(slide, speech.hash, settings.lexicon) ? [{ slide, speech }] : [];
  });
}

/** Plans the video with the speech that exists and begins its encoding. @returns the number of encoding tasks */
async function planAndEncode(
  deps: PrepareDeps,
  work: Work,
  snapshot: Snapshot,
  { wanted, made: found }: FoundSpeech,
): Promise<TaskResult> {
  const { render, lease, signal } = work;
  const speech = wanted.map((one, index): SlideSpeech | undefined => {
    if (!one) return undefined;
    const made = one.recording ?? found.get(one.hash);
    if (!made) throw unavailableSpeech(snapshot, index, one);
    return made;
  });
  const timeLine = planSlideTimes(render, snapshot, speech);
  if (planSeconds(timeLine) > render.max_seconds)
    throw new RenderFailure('too_long', `The video would be longer than the ${render.max_seconds} s of your plan.`);
  await reserve(deps, work, { render_seconds: exactSeconds(planSeconds(timeLine)), narration_characters: 0 });
  const { artifacts, encoder, clock } = deps;
  const [planned] = await Promise.all([
    buildRenderPlan({ artifacts, encoder: await encoder(), now: clock() }, render, snapshot, timeLine),
    deps.adoptSpeech(render, speechToAdopt(render, snapshot, { wanted, made: found }), signal),
  ]);
  const { sound } = planned;
  const plan: RenderPlan = sound ? { ...planned, sound: { ...sound, spoken_on: spokenOn(snapshot, wanted) } } : planned;
  signal.throwIfAborted();
  const plan_key = storageKeys.plan(render.account_id, render.id, lease.token);
  await writePlan(deps.files, plan_key, plan);
  const tasks = encodingTasks(deps, render, plan_key, plan);
  // Before the first task is added. Where there is none, the commit says the same.
  if (tasks.length > 0) await deps.renders.record(lease, { plan_key });
  return beginEncoding(deps, render, plan_key, tasks);
}

/** The tasks that encode what a plan misses. */
function encodingTasks({ clock }: PrepareDeps, render: Render, plan_key: string, { shares }: RenderPlan): RenderTask[] {
  const at = timestamp(clock());
  const of = (kind: 'video' | 'audio', ranges: readonly IndexRange[]) =>
    newTasks(
      render,
      kind,
      ranges.map((share) => ({ share, plan_key })),
      at,
    );
  return [...of('audio', shares.parts), ...of('video', shares.shots)];
}

/** Adds the tasks of a plan; those that an earlier run added stay as they are. */
async function beginEncoding(
  deps: PrepareDeps,
  render: Render,
  plan_key: string,
  tasks: readonly RenderTask[],
): Promise<TaskResult> {
  await deps.renders.enter(render, 'rendering', 'encoding', timestamp(deps.clock()));
  await add(deps, tasks);
  return { plan_key, parts: tasks.length };
}

/**
 * Goes on with the plan that an earlier attempt recorded before it was killed. It is used, never made again: the shares of
 * its tasks are ranges of its `missing`. In a new plan, what those tasks have cached since would no longer be missing, so the
 * shares would name other artifacts, and the render's own clips would count as reused.
 */
async function continuePlan(deps: PrepareDeps, render: Render, plan_key: string): Promise<TaskResult> {
  const plan = await readPlan(deps.files, { plan_key });
  return beginEncoding(deps, render, plan_key, encodingTasks(deps, render, plan_key, plan));
}

/** What each slide says, to be stored. @param missing the first slide of each missing speech, by its hash */
const spokenSlides = (wanted: FoundSpeech['wanted'], missing: ReadonlyMap<string, number>): SpokenSlides =>
  wanted.map((speech, index) => {
    if (!speech) return null;
    const { hash, recording } = speech;
    return { hash, ...(recording ? { recording } : {}), ...(missing.get(hash) === index ? { is_missing: true } : {}) };
  });

/** The missing speech, shared out among tasks. */
function sharesOfSpeech(
  { narrationShare }: PrepareDeps,
  { wanted }: FoundSpeech,
  missing: ReadonlyMap<string, number>,
) {
  const characters = [...missing.values()].map((index) => charactersOf(wanted[index]));
  return splitSpeech(characters, narrationShare);
}

/** The slides of some missing speech, as clients are told. */
function namesOf(snapshot: Snapshot, missing: readonly MissingSpeech[]): string {
  const [first = 0, last = first] = [missing[0]?.slide, missing.at(-1)?.slide];
  if (last === first) return slideName(snapshot, first);
  return `one of slides ${slideNumber(snapshot, first)} to ${slideNumber(snapshot, last)}`;
}

/** Adds a task for each share of the missing speech; those that an earlier attempt added stay as they are. */
async function askForSpeech(
  deps: PrepareDeps,
  render: Render,
  snapshot: Snapshot,
  spoken_key: string,
  { slides, shares }: SpokenRecord,
): Promise<TaskResult> {
  const details = shares.map((share) => {
    const missing = missingOf(slides, share);
    // Numbered by its first slide.
    return { index: missing[0]?.slide ?? 0, share, spoken_key, slide: namesOf(snapshot, missing) };
  });
  await add(deps, newTasks(render, 'narration', details, timestamp(deps.clock())));
  return { spoken_key };
}

/**
 * The first task of a render: adds tasks for the missing narration, or plans the video when none is missing. What it found
 * is recorded before the first task is added: run twice, it adds the same tasks, whatever exists by then.
 */
export async function prepareRender(deps: PrepareDeps, work: Work): Promise<TaskResult> {
  const { render, task, lease } = work;
  const at = timestamp(deps.clock());
  const deadline = timestamp(plusSeconds(new Date(render.started_at ?? at), LIFE_SECONDS));
  const renderer = await deps.renderer();
  await deps.renders.enter(render, 'processing', 'narrating', at, { deadline, renderer });
  const { plan_key: planned, spoken_key: recorded } = task.result ?? {};
  if (planned !== undefined) return continuePlan(deps, render, planned);
  const snapshot = await readSnapshot(deps.files, render);
  if (recorded !== undefined)
    return askForSpeech(deps, render, snapshot, recorded, await readSpoken(deps.files, recorded));
  const found = await findSpeech(deps, render, snapshot);
  const missing = missingSpeech(found);
  for (const index of missing.values()) {
    const speech = found.wanted[index];
    if (speech && !speech.request) throw unavailableSpeech(snapshot, index, speech);
  }
  const [firstMissing] = missing.values();
  if (firstMissing === undefined) return planAndEncode(deps, work, snapshot, found);
  if (render.narration === 'existing')
    throw new RenderFailure(
      'narration_failed',
      `There is no ready, up-to-date narration of ${slideName(snapshot, firstMissing)}, and the render was created with \`narration: existing\`.`,
    );
  await reserve(deps, work, { narration_characters: newCharacters(found) });
  const spoken = { slides: spokenSlides(found.wanted, missing), shares: sharesOfSpeech(deps, found, missing) };
  const spoken_key = storageKeys.spoken(render.account_id, render.id, lease.token);
  await writeSpoken(deps.files, spoken_key, spoken);
  await deps.renders.record(lease, { spoken_key });
  return askForSpeech(deps, render, snapshot, spoken_key, spoken);
}

/** The speech that each slide has, as the tasks that made what was missing say. */
async function madeSpeech(deps: PrepareDeps, render: Render, { slides }: SpokenRecord): Promise<FoundSpeech> {
  const tasks = await deps.renders.tasks(epochOf(render));
  const stored = new Map<string, string>();
  for (const { kind, share, result } of tasks) {
    if (kind !== 'narration' || !share) continue;
    missingOf(slides, share).forEach(({ hash }, place) => {
      const storedAs = result?.speech_hashes?.[place];
      if (storedAs !== undefined) stored.set(hash, storedAs);
    });
  }
  const wanted = slides.map((slide) => (slide ? { ...slide, hash: stored.get(slide.hash) ?? slide.hash } : undefined));
  const hashes = wanted.flatMap((slide) => (slide && !slide.recording ? [slide.hash] : []));
  return { wanted, made: await deps.speech.findMany(render.account_id, hashes) };
}

/** Plans the video after the narration. Run twice, it goes on with the plan of its first run, whose tasks may be running. */
export async function planAfterNarration(deps: PrepareDeps, work: Work): Promise<TaskResult> {
  const { render, task } = work;
  const planned = task.result?.plan_key;
  if (planned !== undefined) return continuePlan(deps, render, planned);
  if (task.spoken_key === undefined) throw new Error('the task does not name what the slides say');
  const [snapshot, spoken] = await Promise.all([
    readSnapshot(deps.files, render),
    readSpoken(deps.files, task.spoken_key),
  ]);
  return planAndEncode(deps, work, snapshot, await madeSpeech(deps, render, spoken));
}
