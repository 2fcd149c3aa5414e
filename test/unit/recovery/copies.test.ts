import { expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { narrationSweep } from '#features/narration/sweep-audio.ts';
import { rendersSweep } from '#features/renders/sweep-renders.ts';
import type { GeneratedAudio } from '#features/timelines/slide-audio.ts';
import { memoryAudioStore } from '#test/support/fakes/audio-store.ts';
import { noBatchQueue } from '#test/support/fakes/batch-queue.ts';
import { memoryLedger } from '#test/support/fakes/ledger.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import {
  handClock,
  NOTHING_RESERVED,
  START,
  sampleRender,
  sampleSlide,
  sampleTask,
  sampleTimeline,
} from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

const MINUTES = 120;

it('a task whose message waits in a queue for two hours gets five copies of it', async () => {
  const { renders } = memoryRenderStore();
  const hand = handClock();
  const render = sampleRender({ deadline: '2999-01-01T00:00:00.000Z' });
  await renders.insert(render, sampleTask(render), ENTITLEMENTS.max, NOTHING_RESERVED);
  const sent: string[] = [];
  const deps = {
    renders,
    clock: hand.clock,
    batchQueue: noBatchQueue,
    queue: { send: async ({ kind }: { kind: string }) => void sent.push(kind) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  for (let minute = 0; minute < MINUTES; minute++) {
    hand.pass(60);
    await sweepNow(rendersSweep(deps), { clock: hand.clock });
  }
  expect(sent).toEqual(Array.from({ length: 5 }, () => 'prepare'));
});

it('narration whose message waits in a queue for two hours gets six copies of it', async () => {
  const ledger = memoryLedger();
  const { audio, timelines } = memoryAudioStore(memoryTimelineStore(ledger), ledger);
  const hand = handClock();
  const slide = sampleSlide({ timeline_id: 'tl_1' });
  await timelines.insert({ timeline: sampleTimeline([slide]), slides: [slide] }, ENTITLEMENTS.max);
  const time = START.toISOString();
  const wanted: GeneratedAudio = {
    account_id: 'acc',
    timeline_id: 'tl_1',
    slide_id: slide.id,
    job: 'j',
    status: 'queued',
    source: 'generated',
    engine: 'e',
    language: 'en',
    voice: 'en',
    speed: 1,
    format: 'mp3',
    notes_hash: 'n',
    speech_hash: 's',
    attempt: 0,
    enqueued_at: time,
    created_at: time,
  };
  await audio.request(wanted, slide.rev, undefined, ENTITLEMENTS.max);
  let copies = 0;
  const queue = {
    sendAll: async (refs: readonly unknown[]) => {
      copies += refs.length;
    },
  };
  for (let minute = 0; minute < MINUTES; minute++) {
    hand.pass(60);
    await sweepNow(narrationSweep({ audio, queue, clock: hand.clock }), { clock: hand.clock });
  }
  expect(copies).toBe(6);
});
