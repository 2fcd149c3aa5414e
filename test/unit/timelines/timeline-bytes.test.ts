import { describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { createFirstSlideRevision } from '#features/timelines/create-first-slide-revision.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import {
  assertTimelineNotTooLarge,
  assertWholeTimelineFitsAnswer,
  jsonBytesInAnswer,
  SLIDE_OVERHEAD_BYTES,
  slideBytes,
  timelineBytes,
} from '#features/timelines/timeline-bytes.ts';
import { toSlideAnswer, toTimelineAnswer } from '#features/timelines/view.ts';
import { jsonResponse } from '#front/api/http-response.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { START, sampleImage, sampleTimeline } from '#test/support/samples/entities.ts';
import { CHARACTERS, largestSlide } from '#test/support/samples/largest-slide.ts';

/** What Lambda gives back for one request, at most. */
const LAMBDA_BYTES = 6_291_556;
const { timeline_bytes: MOST } = ENTITLEMENTS.max;
/** The longest address of a file: a signed one with temporary credentials. */
const files = { presignGet: async () => `https://files.example/${'a'.repeat(2048 - 22)}` };
const limits = { timeline_bytes: MOST };

/** What the gateway hands on, as Lambda measures it. */
const payloadBytes = (body: object): number =>
  Buffer.byteLength(JSON.stringify(jsonResponse(200, body, 'req_01M7Z1GSFFJXCFXJ0XC6Y39V6A')));

const slidesOf = (count: number, character: string, options: Parameters<typeof largestSlide>[1] = {}) =>
  Array.from({ length: count }, () => ({
    ...createFirstSlideRevision('tl_01JAAAAAAAAAAAAAAAAAAAAAAA', largestSlide(character, options), START),
    image: sampleImage({ alt: character.repeat(500) }),
  }));

const loaded = (slides: LoadedTimeline['slides'], character = 'a'): LoadedTimeline => ({
  timeline: sampleTimeline(slides, {
    title: character.repeat(200),
    footer: character.repeat(80),
    variables: Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`v${n}`, character.repeat(1000)])),
    metadata: Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`m${n}`, 'a'.repeat(200)])),
    lexicon: Array.from({ length: 100 }, (_, n) => ({ word: `w${n}`, say: 'b'.repeat(200) })),
    background_audio: {
      key: 'music.flac',
      sha256: 'ab',
      samples: 48_000 * 600,
      channels: 2,
      content_type: 'audio/flac',
      size_bytes: 50_000_000,
      volume: 0.123,
      fade_in_seconds: 1.5,
      fade_out_seconds: 1.5,
      loop: true,
      duck: true,
    } as never,
  }),
  slides,
});

const refusal = (act: () => void): ServiceError | undefined => {
  try {
    act();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  return undefined;
};

describe('the bytes of a slide', () => {
  it.each(Object.entries(CHARACTERS))('of %s are never fewer than its answer has', async (_, character) => {
    for (const content of ['table', 'code', 'chart', 'items', 'callouts'] as const)
      for (const share of [1, 0.5, 0]) {
        const [slide] = slidesOf(1, character, { content, share });
        if (!slide) throw new Error('no slide');
        const view = await toSlideAnswer(
          { slide, position: 499, count: 500, timeline: { format: 'landscape' } },
          files,
        );
        // Next to the quotation marks around it.
        expect(jsonBytesInAnswer(view) + 2).toBeLessThanOrEqual(slideBytes(slide));
        expect(slideBytes(slide)).toBeGreaterThan(SLIDE_OVERHEAD_BYTES);
      }
  });
});

describe('a timeline that counts no more than the limit', () => {
  it.each(Object.entries(CHARACTERS))(
    'of %s fits into one answer, whatever its number of slides',
    async (_, character) => {
      for (const share of [1, 0.1]) {
        const [slide] = slidesOf(1, character, { share });
        if (!slide) throw new Error('no slide');
        const room = MOST - timelineBytes(loaded([], character).timeline, []);
        const slides = Array.from({ length: Math.min(500, Math.floor(room / slideBytes(slide))) }, () => slide);
        const all = loaded(slides, character);
        expect(refusal(() => assertTimelineNotTooLarge(limits, timelineBytes(all.timeline, slides)))).toBeUndefined();
        expect(payloadBytes(await toTimelineAnswer(all, files))).toBeLessThanOrEqual(LAMBDA_BYTES);
      }
    },
  );

  it('may have 500 slides of ordinary texts, each with an image', () => {
    const slides = slidesOf(500, 'a', { share: 0.8 });
    expect(
      timelineBytes(
        sampleTimeline(),
        slides.map((slide) => ({ ...slide, image: sampleImage() })),
      ),
    ).toBeLessThan(MOST);
  });

  it.each([
    ['75 slides of a full table and full notes', 75],
    ['88 slides of a full table and full notes', 88],
  ])('may have %s', (_, count) => {
    const slides = slidesOf(count, 'ж');
    expect(
      timelineBytes(
        sampleTimeline(),
        slides.map((slide) => ({ ...slide, image: undefined })),
      ),
    ).toBeLessThan(MOST);
  });
});

describe('a timeline that counts more', () => {
  it('is refused with the number of bytes that are too many', () => {
    const error = refusal(() => assertTimelineNotTooLarge(limits, MOST + 1234));
    expect([error?.status, error?.code, error?.details.param]).toEqual([413, 'timeline_too_large', 'slides']);
    expect(error?.message).toContain('6001234 bytes, 1234 more than the 6000000');
  });

  it('may become smaller, or stay as it is, but not larger', () => {
    expect(refusal(() => assertTimelineNotTooLarge(limits, MOST + 1, MOST + 2))).toBeUndefined();
    expect(refusal(() => assertTimelineNotTooLarge(limits, MOST + 2, MOST + 2))).toBeUndefined();
    expect(refusal(() => assertTimelineNotTooLarge(limits, MOST + 3, MOST + 2))?.code).toBe('timeline_too_large');
  });

  it('is not shown as a whole: its slides are read page by page', () => {
    const error = refusal(() => assertWholeTimelineFitsAnswer(limits, MOST + 1));
    expect([error?.code, error?.message]).toEqual(['timeline_too_large', expect.stringContaining('/slides')]);
    expect(refusal(() => assertWholeTimelineFitsAnswer(limits, MOST))).toBeUndefined();
  });
});
