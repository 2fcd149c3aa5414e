import { timestamp } from '../clock.ts';
import type { SpeechStore } from '../narration/ports.ts';
import type { SpeechAddress } from '../narration/speech-address.ts';
import type { Slide } from '../timelines/slide.ts';
import type { AdvanceTools } from './advance.ts';
import { RenderFailure } from './failure.ts';
import { layOutWork, timeLineOf } from './lay-out.ts';
import type { PieceStore } from './piece.ts';
import { planSeconds } from './plan/render-plan.ts';
import type { SlideSpeech } from './plan/time-line.ts';
import type { Share } from './plan/work-shares.ts';
import type { FileStore } from './ports.ts';
import type { Render } from './render.ts';
import type { Work } from './run-unit.ts';
import { readSnapshot, type Snapshot, writePlan } from './snapshot.ts';
import { pendingUnit, type Unit, type UnitKind, type UnitResult } from './unit.ts';

export interface PrepareTools extends AdvanceTools {
  files: FileStore;
  speech: SpeechStore;
  pieces: PieceStore;
  /** Identity of the encoder's binary: another one makes other bytes. */
  encoder(): Promise<string>;
  /** The content address of a slide's speech; undefined when the slide has nothing to say. */
  addressOf(slide: Slide, settings: Snapshot['settings']): SpeechAddress | undefined;
}

type Addresses = (SpeechAddress | undefined)[];

type Details = Parameters<typeof pendingUnit>[2] & { index?: number };

const newUnits = ({ account_id, id }: Render, kind: UnitKind, details: readonly Details[], at: string): Unit[] =>
  details.map(({ index, ...detail }, place) =>
    pendingUnit({ account_id, render_id: id, kind, index: index ?? place }, at, detail),
  );

async function add({ renders, queue }: AdvanceTools, units: readonly Unit[]): Promise<void> {
  await renders.addUnits(units);
  await Promise.all(units.map((unit) => queue.send(unit)));
}

const addressesOf = (tools: PrepareTools, render: Render, { settings, slides }: Snapshot): Addresses =>
  slides.map((slide) => (render.narration === 'none' ? undefined : tools.addressOf(slide, settings)));

/** Lays out the video on the speech that is there and begins its encoding; gives back how many units that are. */
async function layOut(
  tools: PrepareTools,
  render: Render,
  snapshot: Snapshot,
  addresses: Addresses,
): Promise<{ parts: number }> {
  const wanted = addresses.flatMap((address) => address?.hash ?? []);
  const found = await tools.speech.findMany(render.account_id, wanted);
  const speech = addresses.map((address, index): SlideSpeech | undefined => {
    if (!address) return undefined;
    const made = found.get(address.hash);
    if (!made) throw new RenderFailure('narration_failed', `The narration of slide ${index + 1} is missing.`);
    return made;
  });
  const timeLine = timeLineOf(render, snapshot, speech);
  if (planSeconds(timeLine) > render.max_seconds)
    throw new RenderFailure('too_long', `The video would be longer than the ${render.max_seconds} s of your plan.`);
  const { pieces, encoder, clock } = tools;
  const plan = await layOutWork({ pieces, encoder: await encoder(), now: clock() }, render, snapshot, timeLine);
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
  const addresses = addressesOf(tools, render, snapshot);
  const made = await tools.speech.findMany(
    render.account_id,
    addresses.flatMap((address) => address?.hash ?? []),
  );
  const missing = new Map<string, number>();
  addresses.forEach((address, index) => {
    if (address && !made.has(address.hash) && !missing.has(address.hash)) missing.set(address.hash, index);
  });
  if (missing.size > 0 && render.narration === 'existing') {
    const first = Math.min(...missing.values());
    throw new RenderFailure('narration_failed', `Slide ${first + 1} has no narration yet, and none was to be made.`);
  }
  if (missing.size === 0) return layOut(tools, render, snapshot, addresses);
  await add(
    tools,
    newUnits(
      render,
      'narration',
      // Numbered by slide, not by what is missing now: a second run, which misses less, must not give numbers anew.
      [...missing].map(([speech_hash, first]) => ({ index: first, speech_hash, share: { first, count: 1 } })),
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
  return layOut(tools, render, snapshot, addressesOf(tools, render, snapshot));
}
