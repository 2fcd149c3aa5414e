import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '../../../lib/accounts/entitlements.ts';
import { renderRepository } from '../../../lib/aws/render-repository.ts';
import { speechRepository } from '../../../lib/aws/speech-repository.ts';
import { newId } from '../../../lib/ids.ts';
import { SpeechError } from '../../../lib/narration/engine.ts';
import type { SpeechStore } from '../../../lib/narration/ports.ts';
import { FileMissing, type FileStore, type RenderStore } from '../../../lib/renders/ports.ts';
import type { Render } from '../../../lib/renders/render.ts';
import { type RunUnitTools, runUnit } from '../../../lib/renders/run-unit.ts';
import { readPlan, writeSnapshot } from '../../../lib/renders/snapshot.ts';
import type { UnitRef } from '../../../lib/renders/unit.ts';
import { type NarrationTools, narrateSlide } from '../../../lib/renders/work-narration.ts';
import { type PrepareTools, planVideo, prepareRender } from '../../../lib/renders/work-prepare.ts';
import { handClock, sampleRender, sampleSlide, sampleUnit } from '../../unit/core/samples.ts';
import { type Database, startDatabase } from './database.ts';

let database: Database;
let renders: RenderStore;
let speech: SpeechStore;
let sent: UnitRef[];
let tools: PrepareTools & RunUnitTools;
let speak: NarrationTools['speak'];

beforeAll(async () => {
  database = await startDatabase();
  renders = renderRepository(database.table);
  speech = speechRepository(database.table);
});
afterAll(() => database.stop());

/** Files in memory; only what these steps use of them. */
function memoryFiles(): FileStore {
  const kept = new Map<string, Uint8Array>();
  const none = async (): Promise<never> => {
    throw new Error('not used here');
  };
  return {
    putBytes: async (key, bytes) => void kept.set(key, bytes),
    getBytes: async (key) => {
      const bytes = kept.get(key);
      if (!bytes) throw new FileMissing(key);
      return bytes;
    },
    putFile: none,
    getFile: none,
    presignGet: none,
    trash: none,
  };
}

beforeEach(() => {
  sent = [];
  const { clock } = handClock();
  tools = {
    renders,
    speech,
    clock,
    files: memoryFiles(),
    queue: { send: async (ref) => void sent.push(ref) },
    addressOf: ({ speaker_notes: text }) =>
      text === ''
        ? undefined
        : { hash: createHash('sha256').update(text).digest('hex'), request: { text, language: 'en', speed: 1 } },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    every: () => ({ stop: () => undefined }),
  };
  speak = async ({ text }) => ({
    sampleRate: 48_000,
    pcm: Buffer.alloc(48_000 * 2),
    sentences: [{ text, start_seconds: 0, end_seconds: 1 }],
    durationSeconds: 1,
  });
});

const settings = {
  title: 'Deck',
  template_id: 'plain',
  language: 'en',
  transition: { type: 'none', duration_seconds: 0 },
  format: 'landscape',
  resolution: '1080p',
  metadata: {},
} as const;

async function begun(notes: readonly string[], over: Partial<Render> = {}): Promise<Render> {
  const account_id = over.account_id ?? newId('account');
  const id = newId('render');
  const render = sampleRender({ ...over, account_id, id, snapshot_key: `snapshots/${id}`, slides_total: notes.length });
  const slides = notes.map((speaker_notes) => sampleSlide({ speaker_notes }));
  await writeSnapshot(tools.files, render.snapshot_key, { settings, slides });
  await renders.insert(render, sampleUnit(render), ENTITLEMENTS.max);
  sent.push(sampleUnit(render));
  return render;
}
const act = (unit: UnitRef, toolsNow = tools): Promise<void> =>
  runUnit(toolsNow, unit, { message_id: 'm', hideFor: async () => undefined }, (work) => {
    if (unit.kind === 'prepare') return prepareRender(toolsNow, work);
    if (unit.kind === 'plan') return planVideo(toolsNow, work);
    return narrateSlide({ ...toolsNow, speak }, work);
  });
/** Runs what was sent, and what that sends, up to the units of the encoder. */
async function run(): Promise<string[]> {
  const ran: string[] = [];
  for (let unit = sent.shift(); unit; unit = sent.shift()) {
    if (unit.kind === 'video' || unit.kind === 'audio') continue;
    ran.push(`${unit.kind}#${unit.index}`);
    await act(unit);
  }
  return ran;
}
const unitsOf = async (render: Render): Promise<string[]> =>
  (await renders.units(render.account_id, render.id))
    .map(({ kind, index, state }) => `${kind}#${index} ${state}`)
    .sort();
const statusOf = async (render: Render) => {
  const { status, error } = (await renders.find(render.account_id, render.id)) ?? {};
  return error ? `${status} ${error.code}` : status;
};

describe('a render', () => {
  it('without narration goes from its preparation straight to its parts', async () => {
    const render = await begun(['', '', '']);
    expect(await run()).toEqual(['prepare#0']);
    expect(await unitsOf(render)).toEqual(['prepare#0 done', 'video#0 pending']);
    expect(await statusOf(render)).toBe('rendering');
    expect((await readPlan(tools.files, render)).has_audio).toBe(false);
  });

  it('has each missing speech made once, whatever slides say the same, and then its parts', async () => {
    const render = await begun(['one', '', 'two', 'one', 'two']);
    expect(await run()).toEqual(['prepare#0', 'narration#0', 'narration#2', 'plan#0']);
    expect(await unitsOf(render)).toEqual([
      'audio#0 pending',
      'narration#0 done',
      'narration#2 done',
      'plan#0 done',
      'prepare#0 done',
      'video#0 pending',
    ]);
    const plan = await readPlan(tools.files, render);
    expect(plan.slides.map(({ speech: spoken }) => spoken !== undefined)).toEqual([true, false, true, true, true]);
    expect(plan.frames).toBe(Math.round((4 * 1.6 + 5) * 30));
  });

  it('makes nothing again that an earlier render of the account had made', async () => {
    const { account_id } = await begun(['one', 'two']);
    await run();
    await begun(['two', 'one'], { account_id });
    expect(await run()).toEqual(['prepare#0']);
    await begun(['two', 'one']);
    expect(await run()).toEqual(['prepare#0', 'narration#0', 'narration#1', 'plan#0']);
  });

  it('whose preparation was killed half-way misses no speech, although some of it was made meanwhile by another', async () => {
    const render = await begun(['one', 'two', 'three']);
    const [prepare] = sent.splice(0);
    // Killed after the first and the last unit were added, before any message was sent.
    const killed: typeof tools = {
      ...tools,
      renders: {
        ...renders,
        addUnits: async (units) => {
          await renders.addUnits(units.filter((_, i) => i !== 1));
          throw new Error('killed');
        },
      },
    };
    await expect(act(prepare as UnitRef, killed)).rejects.toThrow('killed');
    await begun(['one'], { account_id: render.account_id });
    await run();

    sent.push(prepare as UnitRef);
    await run();
    // The sweeper sends again what was added and never sent.
    for (const unit of await renders.units(render.account_id, render.id)) if (unit.state === 'pending') sent.push(unit);
    await run();

    expect(await statusOf(render)).toBe('rendering');
    expect((await readPlan(tools.files, render)).slides.every(({ speech: spoken }) => spoken !== undefined)).toBe(true);
  });

  it('prepared twice, even from its beginning, has each of its units once', async () => {
    const render = await begun(['one', '']);
    await run();
    const before = await unitsOf(render);
    const [found] = [await renders.find(render.account_id, render.id)];
    const work = {
      render: found as Render,
      unit: sampleUnit(render),
      lease: { unit: sampleUnit(render), token: 'x' },
      signal: new AbortController().signal,
    };
    await prepareRender(tools, work);
    await planVideo(tools, work);
    expect(await unitsOf(render)).toEqual(before);
    expect(await statusOf(render)).toBe('rendering');
  });

  it('that was to use existing narration fails at once when there is none, and names the slide', async () => {
    const render = await begun(['', 'one'], { narration: 'existing' });
    await run();
    expect(await statusOf(render)).toBe('failed narration_failed');
    expect((await renders.find(render.account_id, render.id))?.error?.message).toContain('Slide 2');
  });

  it('that was to have no narration has none made', async () => {
    const render = await begun(['one'], { narration: 'none' });
    expect(await run()).toEqual(['prepare#0']);
    expect(await unitsOf(render)).toEqual(['prepare#0 done', 'video#0 pending']);
  });

  it('that would be longer than the plan allows fails before anything is encoded', async () => {
    const render = await begun(['', ''], { max_seconds: 9.9 });
    await run();
    expect(await statusOf(render)).toBe('failed too_long');
    const exact = await begun(['', ''], { max_seconds: 10 });
    await run();
    expect(await statusOf(exact)).toBe('rendering');
  });
});

describe('narration', () => {
  it('that the engine did not manage is tried again', async () => {
    const render = await begun(['one']);
    const working = speak;
    let calls = 0;
    speak = async (request, signal) => {
      calls += 1;
      if (calls < 3) throw new SpeechError('engine_failed', 'it crashed');
      return working(request, signal);
    };
    await act(sent.shift() as UnitRef);
    const narration = sent.shift() as UnitRef;
    await expect(act(narration)).rejects.toThrow('it crashed');
    await expect(act(narration)).rejects.toThrow('it crashed');
    expect(await statusOf(render)).toBe('processing');
    await act(narration);
    await run();
    expect(await statusOf(render)).toBe('rendering');
  });

  it('that can never be made fails the render at the first attempt', async () => {
    const render = await begun(['one']);
    speak = async () => {
      throw new SpeechError('voice_unknown', 'no such voice');
    };
    await run();
    expect(await statusOf(render)).toBe('failed narration_failed');
  });
});
