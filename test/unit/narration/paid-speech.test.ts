import { beforeEach, describe, expect, it } from 'vitest';
import { SpeechError } from '#engine/speech/engine.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import {
  type FindOrSynthesizeSpeechDeps,
  findOrSynthesizeSpeech,
} from '#features/narration/find-or-synthesize-speech.ts';
import type { SpeechReservationOwner } from '#features/narration/ports.ts';
import type { RenderStore } from '#features/renders/ports.ts';
import type { Render } from '#features/renders/render.ts';
import { type MemoryLedger, memoryLedger } from '#test/support/fakes/ledger.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import { memorySpeechStore } from '#test/support/fakes/speech-store.ts';
import { sampleRender, sampleTask } from '#test/support/samples/entities.ts';

const REQUEST = { text: 'Good morning.', language: 'en', speed: 1 };
const CHARACTERS = 13;

let ledger: MemoryLedger;
let renders: RenderStore;
let render: Render;
let payer: SpeechReservationOwner;
let stop: AbortController;
let deps: FindOrSynthesizeSpeechDeps;
/** How often the engine was asked. */
let spoken: number;

beforeEach(async () => {
  ledger = memoryLedger();
  ({ renders } = memoryRenderStore(ledger));
  render = sampleRender();
  payer = { kind: 'render', ...render, claim: 1, slide: 0 };
  stop = new AbortController();
  spoken = 0;
  deps = {
    ...memorySpeechStore(ledger),
    files: { putBytes: async () => undefined },
    encodeAhead: async () => undefined,
    clock: () => new Date(0),
    speak: async () => {
      spoken += 1;
      return { sampleRate: 48_000, pcm: Buffer.alloc(96_000), sentences: [], durationSeconds: 1 };
    },
  };
  const reserved = { render_seconds: 0, narration_characters: CHARACTERS };
  await renders.insert(render, sampleTask(render), ENTITLEMENTS.max, reserved);
});

const produce = () => findOrSynthesizeSpeech(deps, payer, 'h', REQUEST, stop.signal);
/** Counted characters once the render has ended. */
async function countedAtEnd(): Promise<number> {
  await renders.cancel(render, render.created_at, 0);
  expect(ledger.booked(render.account_id, render.created_at)).toEqual(
    ledger.counted(render.account_id, render.created_at),
  );
  return ledger.counted(render.account_id, render.created_at).narration_characters;
}

describe('speech that a worker produces', () => {
  it('is spoken and counted once, also when it is asked for again', async () => {
    await produce();
    await produce();
    expect([spoken, await countedAtEnd()]).toEqual([1, CHARACTERS]);
  });

  it('is not counted when the engine refuses it', async () => {
    deps.speak = async () => {
      throw new SpeechError('text_refused', 'no');
    };
    await expect(produce()).rejects.toThrow(SpeechError);
    expect(await countedAtEnd()).toBe(0);
  });

  it('is neither spoken nor counted when the lease was lost before the engine was asked', async () => {
    const { begin } = deps.speech;
    deps.speech.begin = async (...noted) => {
      const paid = await begin(...noted);
      stop.abort(new Error('the lease is lost'));
      return paid;
    };
    await expect(produce()).rejects.toThrow('the lease is lost');
    expect([spoken, await countedAtEnd()]).toEqual([0, 0]);
  });

  it('is counted when the render ends while the engine speaks', async () => {
    deps.speak = async (_, signal) => {
      await renders.cancel(render, render.created_at, 0);
      stop.abort(new Error('canceled'));
      signal.throwIfAborted();
      throw new Error('not reached');
    };
    await expect(produce()).rejects.toThrow('canceled');
    expect(ledger.counted(render.account_id, render.created_at).narration_characters).toBe(CHARACTERS);
  });

  it('is not started for a render that has ended', async () => {
    await renders.cancel(render, render.created_at, 0);
    await expect(produce()).rejects.toThrow('the render has ended');
    expect(spoken).toBe(0);
  });
});
