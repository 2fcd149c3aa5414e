import { timestamp } from '../clock.ts';
import type { AdvanceTools } from './advance.ts';
import { RenderFailure } from './failure.ts';
import { type FindSpeechTools, type FoundSpeech, findSpeech } from './find-speech.ts';
import { layOutWork, timeLineOf } from './lay-out.ts';
import type { PieceStore } from './piece.ts';
import { planSeconds, type RenderPlan } from './plan/render-plan.ts';
import type { SlideSpeech } from './plan/time-line.ts';
import type { Share } from './plan/work-shares.ts';
import type { FileStore } from './ports.ts';
import type { Render } from './render.ts';
import type { Work } from './run-unit.ts';
import { readSnapshot, type Snapshot, slideName, writePlan } from './snapshot.ts';
import { pendingUnit, type Unit, type UnitKind, type UnitResult } from './unit.ts';
import type { WantedSpeech } from './wanted-speech.ts';

export interface PrepareTools extends AdvanceTools, FindSpeechTools {
  files: FileStore;
  pieces: PieceStore;
  /** Identity of the encoder's binary: another one makes other bytes. */
  encoder(): Promise<string>;
}

type Details = Parameters<typeof pendingUnit>[2] & { index?: number };

const newUnits = ({ account_id, id }: Render, kind: UnitKind, details: readonly Details[], at: string): Unit[] =>
  details.map(({ index, ...detail }, place) =>
    pendingUnit({ account_id, render_id: id, kind, index: index ?? place }, at, detail),
  );

async function add({ renders, queue }: AdvanceTools, units: readonly Unit[]): Promise<void> {
  await renders.addUnits(units);
  await Promise.all(units.map((unit) => queue.send(unit)));
}

/** Why a slide cannot have its speech. */
function missingSpeech(snapshot: Snapshot, index: number, speech: WantedSpeech): RenderFailure {
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

/** Lays out the video on the speech that is there and begins its encoding; gives back how many units that are. */
async function layOut(
  tools: PrepareTools,
  render: Render,
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
  const { pieces, encoder, clock } = tools;
  const laidOut = await layOutWork({ pieces, encoder: await encoder(), now: clock() }, render, snapshot, timeLine);
  const { sound } = laidOut;
  const plan: RenderPlan = sound ? { ...laidOut, sound: { ...sound, spoken_on: spokenOn(snapshot, wanted) } } : laidOut;
  await writePlan(tools.files, render, plan);
  const at = timestamp(clock());
  await tools.renders.enter(render, 'rendering', 'encoding', at);
  const sharesOf = (kind: 'video' | 'audio', shares: readonly Share[]) =>
    newUnits(
      render,
      kind,
      shares.map((share) => ({ share })),
      at,
    );
  const units = [...sharesOf('audio', plan.shares.parts), ...sharesOf('video', plan.shares.shots)];
  await add(tools, units);
  return { parts: units.length };
}

/**
 * The first unit of a render: finds out which narration is missing and has it made; where none is, goes on to the plan.
 * Run twice, it finds the units that it added and adds none again.
 */
export async function prepareRender(tools: PrepareTools, { render }: Work): Promise<UnitResult> {
  const at = timestamp(tools.clock());
  await tools.renders.enter(render, 'processing', 'narrating', at);
  const snapshot = await readSnapshot(tools.files, render);
  const { wanted, made } = await findSpeech(tools, render, snapshot);
  const missing = new Map<string, number>();
  wanted.forEach((speech, index) => {
    if (!speech || speech.recording || made.has(speech.hash) || missing.has(speech.hash)) return;
    if (!speech.request) throw missingSpeech(snapshot, index, speech);
    missing.set(speech.hash, index);
  });
  const [firstMissing] = missing.values();
  if (firstMissing === undefined) return layOut(tools, render, snapshot, { wanted, made });
  if (render.narration === 'existing')
    throw new RenderFailure(
      'narration_failed',
      `There is no narration of ${slideName(snapshot, firstMissing)} yet, and none was to be made.`,
    );
  await add(
    tools,
    newUnits(
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

/**
 * After the narration: the plan. Safe to run twice: the video follows from what is frozen and from speech named by its
 * content. What is missing may have become less in between; then a unit that is there already may find less to do than
 * was dealt out, or a run of other pieces, and the assembly makes what nobody made.
 */
export async function planVideo(tools: PrepareTools, { render }: Work): Promise<UnitResult> {
  const snapshot = await readSnapshot(tools.files, render);
  return layOut(tools, render, snapshot, await findSpeech(tools, render, snapshot));
}
