import { describe, expect, it } from 'vitest';
import { AUDIO_LIMITS } from '../../../lib/narration/narrate-for-slide.ts';
import { sweepAudioDecision } from '../../../lib/narration/sweep-audio.ts';
import type { GeneratedAudio } from '../../../lib/timelines/slide-audio.ts';
import { START, secondsAfter } from '../../support/samples/entities.ts';

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

describe('narration that a crash left behind', () => {
  it.each([
    ['waits for its message', audio({}), 59, 'nothing'],
    ['whose message may never have been sent', audio({}), 61, 'send'],
    ['waits in a long queue', audio({ enqueued_at: secondsAfter(200).toISOString() }), 399, 'nothing'],
    ['waits longer than it did before', audio({ enqueued_at: secondsAfter(200).toISOString() }), 401, 'send'],
    ['waits for a day', audio({ enqueued_at: secondsAfter(86_400).toISOString() }), 86_400 + 901, 'send'],
    ['is held', held(1), 14, 'nothing'],
    ['was let go by a worker whose message comes back', held(1), 59, 'nothing'],
    ['was released and not claimed again', held(1), 61, 'send'],
    ['was released often, but below the limit of claims', held(AUDIO_LIMITS.claims - 1), 61, 'send'],
    ['was released at the limit of claims', held(AUDIO_LIMITS.claims), 61, 'fail'],
  ] as const)('%s', (_, left, seconds, needs) => {
    expect(sweepAudioDecision(left, secondsAfter(seconds))).toBe(needs);
  });
});
