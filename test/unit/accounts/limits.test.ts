import { describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { checkOutputLimits, checkSlideCount, limitsOfPlan, quotaExceededError } from '#features/accounts/limits.ts';
import { ServiceError } from '#kernel/shared/errors.ts';

const refusal = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof ServiceError) return `${error.status} ${error.code} ${error.details.param ?? ''}`.trim();
    throw error;
  }
  return 'none';
};

describe('the limits of the plans', () => {
  it('are those that were promised', () => {
    expect(ENTITLEMENTS).toEqual({
      pro: {
        requests_per_minute: 300,
        render_creations_per_minute: 60,
        running_renders: 3,
        queued_renders: 50,
        slides_per_timeline: 100,
        timeline_bytes: 6_000_000,
        video_seconds: 1800,
        resolution: '1080p',
        codecs: ['h264', 'vp9'],
        fps: 30,
        render_seconds_per_month: 36_000,
        narration_characters_per_month: 500_000,
        timelines: 1000,
        own_templates: 10,
        own_fonts: 20,
        stored_bytes: 5_000_000_000,
        imports_waiting: 3,
        open_batches: 2,
        batch_rows: 200,
        output_retention_days: 30,
      },
      max: {
        requests_per_minute: 600,
        render_creations_per_minute: 120,
        running_renders: 10,
        queued_renders: 200,
        slides_per_timeline: 500,
        timeline_bytes: 6_000_000,
        video_seconds: 14_400,
        resolution: '2160p',
        codecs: ['h264', 'h265', 'vp9', 'av1'],
        fps: 60,
        render_seconds_per_month: 360_000,
        narration_characters_per_month: 5_000_000,
        timelines: 10_000,
        own_templates: 100,
        own_fonts: 100,
        stored_bytes: 100_000_000_000,
        imports_waiting: 10,
        open_batches: 10,
        batch_rows: 1_000,
        output_retention_days: 90,
      },
    });
  });

  it('leave the Free plan without access', () => {
    expect(refusal(() => limitsOfPlan('free'))).toBe('403 plan_not_allowed');
  });

  it.each([
    ['pro', 0, 'none'],
    ['pro', 100, 'none'],
    ['pro', 101, '403 entitlement_required slides'],
    ['max', 500, 'none'],
    ['max', 501, '403 entitlement_required slides'],
  ] as const)('%s, %i slides: %s', (plan, count, expected) => {
    expect(refusal(() => checkSlideCount(limitsOfPlan(plan), count))).toBe(expected);
  });

  it.each([
    ['pro', '1080p', 'h264', 30, 'none'],
    ['pro', '480p', 'vp9', 24, 'none'],
    ['pro', '1440p', 'h264', 30, '403 entitlement_required output.resolution'],
    ['pro', '2160p', 'h264', 30, '403 entitlement_required output.resolution'],
    ['pro', '1080p', 'h265', 30, '403 entitlement_required output.codec'],
    ['pro', '1080p', 'av1', 30, '403 entitlement_required output.codec'],
    ['pro', '1080p', 'h264', 50, '403 entitlement_required output.fps'],
    ['max', '2160p', 'av1', 60, 'none'],
  ] as const)('%s, %s %s at %i: %s', (plan, resolution, codec, fps, expected) => {
    expect(refusal(() => checkOutputLimits(limitsOfPlan(plan), { resolution, codec, fps }))).toBe(expected);
  });
});

describe('the refusal of work that the month has no room for', () => {
  it.each([
    ['2026-03-04T05:06:07.890Z', '3600'],
    ['2026-03-31T23:00:00.000Z', '3600'],
    ['2026-03-31T23:59:30.000Z', '30'],
  ])('at %s asks to come back after %s s, and says when the month ends', (now, seconds) => {
    const error = quotaExceededError('render_seconds', 12.3, limitsOfPlan('pro'), new Date(now));
    expect([error.status, error.details.param]).toEqual([429, 'render_seconds_per_month']);
    expect(error.details.headers).toEqual({ 'retry-after': seconds });
    expect(error.message).toContain('2026-04-01T00:00:00.000Z');
    expect(error.message).toContain('13 more');
  });
});
