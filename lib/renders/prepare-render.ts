import { type HeardSpeech, isAdoptable } from '../narration/public.ts';
import { plusSeconds, timestamp } from '../shared/clock.ts';
import type { AdvanceDeps } from './advance-render.ts';
import { buildRenderPlan, timeLineOf } from './build-render-plan.ts';
import type { ArtifactStore } from './cached-artifact.ts';
import { RenderFailure } from './failure.ts';
import { type FindSpeechDeps, type FoundSpeech, findSpeech } from './find-speech.ts';
import { planSeconds, type RenderPlan } from './plan/render-plan.ts';
import type { SlideSpeech } from './plan/time-line.ts';
import type { Share } from './plan/work-shares.ts';
import { FileMissing, type FileStore } from './ports.ts';
import type { Render } from './render.ts';
import { pendingTask, type RenderTask, type TaskKind, type TaskResult } from './render-task.ts';
import type { RequiredSpeech } from './required-speech.ts';
import type { Work } from './run-task.ts';
import { readPlan, readSnapshot, type Snapshot, slideName, writePlan } from './snapshot.ts';

export interface PrepareDeps extends AdvanceDeps, FindSpeechDeps {
  files: FileStore;
  artifacts: ArtifactStore;
  /** Makes the speech that a render found or made the audio of its slides, where they have no other. */
  adoptSpeech(
    ref: Pick<Render, 'account_id' | 'timeline_id'>,
    heard: readonly HeardSpeech[],
    signal: AbortSignal,
  ): Promise<void>;
  /** Identity of the encoder's binary: another one makes other bytes. */
  encoder(): Promise<string>;
}

type Details = Parameters<typeof pendingTask>[2] & { index?: number };

/** A render may work so long in all, in seconds, from when it begins: what it waited for others before is not its own time. */
const WORK_SECONDS = 2 * 3600;

const newTasks = ({ account_id, id }: Render, kind: TaskKind, details: readonly Details[], at: string): RenderTask[] =>
  details.map(({ index, ...detail }, place) =>
    pendingTask({ account_id, render_id: id, kind, index: index ?? place }, at, detail),
  );

async function add({ renders, queue }: AdvanceDeps, tasks: readonly RenderTask[]): Promise<void> {
  await renders.addTasks(tasks);
  await Promise.all(tasks.map((task) => queue.send(task)));
}

/** Why a slide cannot have its speech. */
function missingSpeech(snapshot: Snapshot, index: number, speech: RequiredSpeech): RenderFailure {
  const slide = slideName(snapshot, index);
  return new RenderFailure(
    'narration_failed',
    speech.request ? `The narration of ${slide} is missing.` : `The narration of ${slide} is gone.`,
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
 * The plan that an earlier run of this step left behind, killed before its commit. It is gone on with, never made anew: the
 * shares of its tasks are runs of its `missing`, and what those tasks kept meanwhile would be missing no more, so that
 * the shares would name other artifacts, and the render's own clips would count as reused.
 */
async function writtenPlan(files: FileStore, render: Render): Promise<RenderPlan | undefined> {
  try {
    return await readPlan(files, render);
  } catch (error) {
    // Any other fault tells nothing of whether there is one.
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}

/** The speech that may become the audio of a slide: not of a render that was to make none. */
function heardSpeech(
  { narration }: Render,
  { slides, settings }: Snapshot,
  { wanted, made }: FoundSpeech,
): HeardSpeech[] {
  if (narration !== 'auto') return [];
  return slides.flatMap((slide, index) => {
    const speech = made.get(wanted[index]?.hash ?? '');
    return speech && isAdoptable(slide, speech.hash, settings.lexicon) ? [{ slide, speech }] : [];
  });
}

/** Lays out the video on the speech that is there and begins its encoding; gives back how many tasks that are. */
async function layOut(
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
  const timeLine = timeLineOf(render, snapshot, speech);
  if (planSeconds(timeLine) > render.max_seconds)
    throw new RenderFailure('too_long', `The video would be longer than the ${render.max_seconds} s of your plan.`);
  const { artifacts, encoder, clock } = deps;
  const [laidOut] = await Promise.all([
    buildRenderPlan({ artifacts, encoder: await encoder(), now: clock() }, render, snapshot, timeLine),
    deps.adoptSpeech(render, heardSpeech(render, snapshot, { wanted, made: found }), signal),
  ]);
  const { sound } = laidOut;
  const plan: RenderPlan = sound ? { ...laidOut, sound: { ...sound, spoken_on: spokenOn(snapshot, wanted) } } : laidOut;
  // Whoever took over from this worker has written a plan, and its tasks are at work.
  signal.throwIfAborted();
  await writePlan(deps.files, render, plan);
  return beginEncoding(deps, render, plan);
}

/** Adds the tasks that a written plan deals out; those that an earlier run added stay as they are. */
async function beginEncoding(deps: PrepareDeps, render: Render, plan: RenderPlan): Promise<{ parts: number }> {
  const at = timestamp(deps.clock());
  await deps.renders.enter(render, 'rendering', 'encoding', at);
  const sharesOf = (kind: 'video' | 'audio', shares: readonly Share[]) =>
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
 * The first task of a render: finds out which narration is missing and has it made; where none is, goes on to the plan.
 * Run twice, it finds the tasks that it added and adds none again, and goes on with the plan if it wrote one.
 */
export async function prepareRender(deps: PrepareDeps, work: Work): Promise<TaskResult> {
  const { render } = work;
  const now = deps.clock();
  const at = timestamp(now);
  const deadline = timestamp(plusSeconds(new Date(render.started_at ?? at), WORK_SECONDS));
  await deps.renders.enter(render, 'processing', 'narrating', at, deadline);
  const [snapshot, written] = await Promise.all([readSnapshot(deps.files, render), writtenPlan(deps.files, render)]);
  if (written) return beginEncoding(deps, render, written);
  const { wanted, made } = await findSpeech(deps, render, snapshot);
  const missing = new Map<string, number>();
  wanted.forEach((speech, index) => {
    if (!speech || speech.recording || made.has(speech.hash) || missing.has(speech.hash)) return;
    if (!speech.request) throw missingSpeech(snapshot, index, speech);
    missing.set(speech.hash, index);
  });
  const [firstMissing] = missing.values();
  if (firstMissing === undefined) return layOut(deps, work, snapshot, { wanted, made });
  if (render.narration === 'existing')
    throw new RenderFailure(
      'narration_failed',
      `There is no narration of ${slideName(snapshot, firstMissing)} yet, and none was to be made.`,
    );
  await add(
    deps,
    newTasks(
      render,
      'narration',
      // Numbered by slide, not by what is missing now: a second run, which misses less, must not give numbers anew.
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

/** After the narration: the plan. Run twice, it goes on with the plan of its first run, whose tasks are at work. */
export async function planAfterNarration(deps: PrepareDeps, work: Work): Promise<TaskResult> {
  const { render } = work;
  const [snapshot, written] = await Promise.all([readSnapshot(deps.files, render), writtenPlan(deps.files, render)]);
  if (written) return beginEncoding(deps, render, written);
  return layOut(deps, work, snapshot, await findSpeech(deps, render, snapshot));
}
