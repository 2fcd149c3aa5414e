import { isAdoptable, type RenderedSpeech } from '../narration/public.ts';
import { plusSeconds, timestamp } from '../shared/clock.ts';
import type { AdvanceDeps } from './advance-render.ts';
import { buildRenderPlan, planSlideTimes } from './build-render-plan.ts';
import type { ArtifactStore } from './cached-artifact.ts';
import { RenderFailure } from './failure.ts';
import { type FindSpeechDeps, type FoundSpeech, findSpeech } from './find-speech.ts';
import type { SlideSpeech } from './plan/frame-schedule.ts';
import { planSeconds, type RenderPlan } from './plan/render-plan.ts';
import type { IndexRange } from './plan/work-shares.ts';
import { FileMissing, type FileStore, type TaskBatchQueue } from './ports.ts';
import type { Render } from './render.ts';
import { pendingTask, type RenderTask, type TaskKind, type TaskResult } from './render-task.ts';
import type { RequiredSpeech } from './required-speech.ts';
import type { Work } from './run-task.ts';
import { readPlan, readSnapshot, type Snapshot, slideName, writePlan } from './snapshot.ts';
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
}

type Details = Parameters<typeof pendingTask>[2] & { index?: number };

const newTasks = ({ account_id, id }: Render, kind: TaskKind, details: readonly Details[], at: string): RenderTask[] =>
  details.map(({ index, ...detail }, place) =>
    pendingTask({ account_id, render_id: id, kind, index: index ?? place }, at, detail),
  );

async function add({ renders, queue }: PrepareDeps, tasks: readonly RenderTask[]): Promise<void> {
  await renders.addTasks(tasks);
  await queue.sendAll(tasks);
}

/** The failure of a render in which a slide cannot have its speech. */
function missingSpeech(snapshot: Snapshot, index: number, speech: RequiredSpeech): RenderFailure {
  const slide = slideName(snapshot, index);
  return new RenderFailure(
    'narration_failed',
    speech.request ? `The narration of ${slide} is missing.` : `The narration of ${slide} no longer exists.`,
  );
}

/** The first slide of each speech. */
function spokenOn(snapshot: Snapshot, wanted: FoundSpeech['wanted']): Record<string, string> {
  const names: Record<string, string> = {};
  wanted.forEach((speech, index) => {
    if (speech) names[speech.hash] ??= slideName(snapshot, index);
  });
  return names;
}

/**
 * The plan that an earlier run of this step wrote before it was killed. It is used, never made again: the shares of its
 * tasks are ranges of its `missing`. In a new plan, what those tasks have cached since would no longer be missing, so the
 * shares would name other artifacts, and the render's own clips would count as reused.
 */
async function existingPlan(files: FileStore, render: Render): Promise<RenderPlan | undefined> {
  try {
    return await readPlan(files, render);
  } catch (error) {
    // Another error does not say whether there is a plan.
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
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
  { render, signal }: Work,
  snapshot: Snapshot,
  { wanted, made: found }: FoundSpeech,
): Promise<{ parts: number }> {
  const speech = wanted.map((one, index): SlideSpeech | undefined => {
    if (!one) return undefined;
    const made = one.recording ?? found.get(one.hash);
    if (!made) throw missingSpeech(snapshot, index, one);
    return made;
  });
  const timeLine = planSlideTimes(render, snapshot, speech);
  if (planSeconds(timeLine) > render.max_seconds)
    throw new RenderFailure('too_long', `The video would be longer than the ${render.max_seconds} s of your plan.`);
  const { artifacts, encoder, clock } = deps;
  const [planned] = await Promise.all([
    buildRenderPlan({ artifacts, encoder: await encoder(), now: clock() }, render, snapshot, timeLine),
    deps.adoptSpeech(render, speechToAdopt(render, snapshot, { wanted, made: found }), signal),
  ]);
  const { sound } = planned;
  const plan: RenderPlan = sound ? { ...planned, sound: { ...sound, spoken_on: spokenOn(snapshot, wanted) } } : planned;
  // A worker that took over has written its plan, and its tasks run.
  signal.throwIfAborted();
  await writePlan(deps.files, render, plan);
  return beginEncoding(deps, render, plan);
}

/** Adds the tasks of a plan; those that an earlier run added stay as they are. */
async function beginEncoding(deps: PrepareDeps, render: Render, plan: RenderPlan): Promise<{ parts: number }> {
  const at = timestamp(deps.clock());
  await deps.renders.enter(render, 'rendering', 'encoding', at);
  const sharesOf = (kind: 'video' | 'audio', shares: readonly IndexRange[]) =>
    newTasks(
      render,
      kind,
      shares.map((share) => ({ share })),
      at,
    );
  const tasks = [...sharesOf('audio', plan.shares.parts), ...sharesOf('video', plan.shares.shots)];
  await add(deps, tasks);
  return { parts: tasks.length };
}

/**
 * The first task of a render: adds a task for each missing narration, or plans the video when none is missing. Run twice, it
 * adds no task again, and uses the plan that it wrote.
 */
export async function prepareRender(deps: PrepareDeps, work: Work): Promise<TaskResult> {
  const { render } = work;
  const now = deps.clock();
  const at = timestamp(now);
  const deadline = timestamp(plusSeconds(new Date(render.started_at ?? at), LIFE_SECONDS));
  await deps.renders.enter(render, 'processing', 'narrating', at, deadline);
  const [snapshot, written] = await Promise.all([readSnapshot(deps.files, render), existingPlan(deps.files, render)]);
  if (written) return beginEncoding(deps, render, written);
  const { wanted, made } = await findSpeech(deps, render, snapshot);
  const missing = new Map<string, number>();
  wanted.forEach((speech, index) => {
    if (!speech || speech.recording || made.has(speech.hash) || missing.has(speech.hash)) return;
    if (!speech.request) throw missingSpeech(snapshot, index, speech);
    missing.set(speech.hash, index);
  });
  const [firstMissing] = missing.values();
  if (firstMissing === undefined) return planAndEncode(deps, work, snapshot, { wanted, made });
  if (render.narration === 'existing')
    throw new RenderFailure(
      'narration_failed',
      `There is no ready, up-to-date narration of ${slideName(snapshot, firstMissing)}, and the render was created with \`narration: existing\`.`,
    );
  await add(
    deps,
    newTasks(
      render,
      'narration',
      // Numbered by slide: a second run, which misses less, must give the same numbers.
      [...missing].map(([speech_hash, first]) => ({
        index: first,
        speech_hash,
        share: { first, count: 1 },
        slide: slideName(snapshot, first),
      })),
      at,
    ),
  );
  return {};
}

/** Plans the video after the narration. Run twice, it uses the plan of its first run, whose tasks may be running. */
export async function planAfterNarration(deps: PrepareDeps, work: Work): Promise<TaskResult> {
  const { render } = work;
  const [snapshot, written] = await Promise.all([readSnapshot(deps.files, render), existingPlan(deps.files, render)]);
  if (written) return beginEncoding(deps, render, written);
  return planAndEncode(deps, work, snapshot, await findSpeech(deps, render, snapshot));
}
