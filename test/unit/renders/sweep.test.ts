import { describe, expect, it } from 'vitest';
import type { RenderTask } from '#features/renders/render-task.ts';
import { decideRenderTaskSweep } from '#features/renders/sweep-renders.ts';
import { sampleRender, sampleTask, secondsAfter } from '#test/support/samples/entities.ts';

const at = (seconds: number) => secondsAfter(seconds).toISOString();
const NOW = 1000;

describe('what a task needs', () => {
  it.each<[string, Partial<RenderTask>, 'nothing' | 'send' | 'fail']>([
    ['done long ago', { state: 'done', enqueued_at: at(0), attempt: 3 }, 'nothing'],
    ['pending, just sent', { enqueued_at: at(NOW) }, 'nothing'],
    ['pending for two minutes', { enqueued_at: at(NOW - 120) }, 'nothing'],
    ['pending for longer', { enqueued_at: at(NOW - 120.001) }, 'send'],
    ['pending for longer, after two attempts', { enqueued_at: at(NOW - 121), attempt: 2 }, 'send'],
    ['pending for longer, after three attempts', { enqueued_at: at(NOW - 121), attempt: 3 }, 'fail'],
    ['pending, sent again twice, for eight minutes', { enqueued_at: at(NOW - 480), sent_again: 2 }, 'nothing'],
    ['the same, for longer', { enqueued_at: at(NOW - 480.001), sent_again: 2 }, 'send'],
    ['pending, noted in the future', { enqueued_at: at(NOW + 60) }, 'nothing'],
    [
      'claimed, its lease renewed for hours',
      { state: 'claimed', attempt: 1, enqueued_at: at(0), lease_until: at(NOW + 9) },
      'nothing',
    ],
    [
      'claimed, its lease just lapsed',
      { state: 'claimed', attempt: 1, enqueued_at: at(0), lease_until: at(NOW - 1) },
      'nothing',
    ],
    [
      'claimed, its lease lapsed for 45 s',
      { state: 'claimed', attempt: 1, enqueued_at: at(0), lease_until: at(NOW - 45) },
      'nothing',
    ],
    [
      'claimed, its lease lapsed for longer',
      { state: 'claimed', attempt: 1, enqueued_at: at(0), lease_until: at(NOW - 45.001) },
      'send',
    ],
    [
      'the same, on its third attempt',
      { state: 'claimed', attempt: 3, enqueued_at: at(0), lease_until: at(NOW - 46) },
      'fail',
    ],
    [
      'the same, on its third attempt, lapsed only now',
      { state: 'claimed', attempt: 3, enqueued_at: at(0), lease_until: at(NOW - 1) },
      'nothing',
    ],
    [
      'the same, sent again once, for a minute and a half',
      { state: 'claimed', attempt: 1, enqueued_at: at(NOW - 90), lease_until: at(NOW - 200), sent_again: 1 },
      'nothing',
    ],
    [
      'the same, for longer',
      { state: 'claimed', attempt: 1, enqueued_at: at(NOW - 90.001), lease_until: at(NOW - 200), sent_again: 1 },
      'send',
    ],
    [
      'claimed, its lease lapsed, but a message was sent a moment ago',
      { state: 'claimed', attempt: 2, enqueued_at: at(NOW - 45), lease_until: at(NOW - 90) },
      'nothing',
    ],
  ])('%s', (_, over, needs) => {
    expect(decideRenderTaskSweep(sampleTask(sampleRender(), over), secondsAfter(NOW))).toBe(needs);
  });
});
