import { describe, expect, it } from 'vitest';
import { decideAudioSweep } from '#features/narration/sweep-audio.ts';
import { NARRATION_ATTEMPT_LIMITS } from '#features/narration/synthesize-slide-narration.ts';
import type { GeneratedAudio } from '#features/timelines/slide-audio.ts';
import { START, secondsAfter } from '#test/support/samples/entities.ts';

const audio = (over: Partial<GeneratedAudio>): GeneratedAudio => ({
  account_id: 'acc',
  timeline_id: 'tl',
  slide_id: 'sl',
  job: 'j',
  source: 'generated',
  status: 'queued',
  engine: 'e',
  language: 'en',
  voice: 'en',
  speed: 1,
  format: 'mp3',
  notes_hash: 'n',
  speech_hash: 's',
  attempt: 0,
  enqueued_at: START.toISOString(),
  created_at: START.toISOString(),
  ...over,
});
const held = (attempt: number) => audio({ status: 'processing', attempt, lease_until: secondsAfter(15).toISOString() });

const sentAgain = (times: number, at: number) =>
  audio({ enqueued_at: secondsAfter(at).toISOString(), sent_again: times });

describe('narration that a crash left behind', () => {
  it.each([
    ['waits for its message', audio({}), 59, 'nothing', 59 + 15],
    ['whose message may never have been sent', audio({}), 61, 'send', 61 + 120],
    ['waits in a long queue', sentAgain(2, 200), 420, 'nothing', 440],
    ['waits in a long queue almost as long as it did', sentAgain(2, 200), 439, 'nothing', 439 + 15],
    ['waits longer than it did before', sentAgain(2, 200), 441, 'send', 441 + 480],
    ['waits for a day', sentAgain(30, 86_400), 86_400 + 3601, 'send', 86_400 + 2 * 3601 - 1],
    ['is held', held(1), 14, 'nothing', 60],
    ['is held for long', { ...held(1), lease_until: secondsAfter(600).toISOString() }, 590, 'nothing', 645],
    ['was let go by a worker whose message comes back', held(1), 59, 'nothing', 74],
    ['was released and not claimed again', held(1), 61, 'send', 61 + 90],
    [
      'was released often, but below the limit of claims',
      held(NARRATION_ATTEMPT_LIMITS.claims - 1),
      61,
      'send',
      61 + 90,
    ],
    ['was released at the limit of claims', held(NARRATION_ATTEMPT_LIMITS.claims), 61, 'fail', 61 + 45],
  ] as const)('%s', (_, left, seconds, decision, next) => {
    expect(decideAudioSweep(left, secondsAfter(seconds))).toEqual({
      decision,
      next: secondsAfter(next).toISOString(),
    });
  });
});
