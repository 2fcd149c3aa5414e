import { expect, it } from 'vitest';
import type { VideoCodecId } from '#engine/video/codecs/codec-facts.ts';
import { entitlementsAnswerSchema } from '#features/accounts/contract.ts';
import { getEntitlements } from '#features/accounts/get-entitlements.ts';
import { handClock, samplePrincipal } from '#test/support/samples/entities.ts';

const USED = {
  render_seconds: 12.5,
  renders: 2,
  narration_characters: 340,
  running_renders: 1,
  queued_renders: 0,
  timelines: 7,
  own_templates: 2,
  own_fonts: 3,
  stored_bytes: 1_000_000,
  speech_bytes: 96_044,
  open_batches: 1,
};

async function entitlements(plan: 'pro' | 'max', codecs: readonly VideoCodecId[]) {
  const deps = { usage: { read: async () => USED }, clock: handClock().clock, codecs };
  return getEntitlements(deps, samplePrincipal({ plan }));
}

it.each([
  ['max', ['h264', 'h265', 'vp9'], ['h264', 'h265', 'vp9']],
  ['max', ['h264', 'h265', 'vp9', 'av1'], ['h264', 'h265', 'vp9', 'av1']],
  ['pro', ['h264', 'h265', 'vp9', 'av1'], ['h264', 'vp9']],
  ['pro', ['h264'], ['h264']],
  ['max', [], []],
] as const)('on %s an encoder of %j lets a render ask for %j', async (plan, available, listed) => {
  expect((await entitlements(plan, available)).limits.codecs).toEqual(listed);
});

it('shows the month and what was used of it', async () => {
  const answer = await entitlements('pro', ['h264']);
  expect(entitlementsAnswerSchema.parse(answer)).toEqual(answer);
  expect(answer.usage).toEqual({
    period_start: '2026-03-01T00:00:00.000Z',
    period_end: '2026-04-01T00:00:00.000Z',
    ...USED,
    // All that is stored.
    stored_bytes: 1_096_044,
  });
});
