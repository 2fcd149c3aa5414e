import { describe, expect, it } from 'vitest';
import { VIDEO_CODEC_IDS } from '#engine/video/codecs/codec-facts.ts';
import { pictureDimensionsOfFormat, RESOLUTION_NAMES } from '#engine/video/format.ts';
import { FRAME_RATES } from '#engine/video/settings.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { planSlideTimes } from '#features/renders/build-render-plan.ts';
import type { RenderOutput } from '#features/renders/render.ts';
import { estimatedSpeechOfSlides } from '#features/renders/speech-with-estimated-durations.ts';
import { snapshotOfTimeline } from '#features/renders/timeline-snapshot.ts';
import {
  checkVideoAssemblySize,
  estimatedAssemblyDiskBytes,
  MAX_ASSEMBLY_DISK_BYTES,
} from '#features/renders/work-bounds.ts';
import type { Slide } from '#features/timelines/slide.ts';
import type { SlideVideo } from '#features/timelines/slide-video.ts';
import { sampleImage, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';
import { sampleVideo } from '#test/support/samples/sample-video.ts';
import { diskBytesOf } from '#test/support/stack/serverless-file.ts';

const outputOf = (over: Partial<RenderOutput> = {}): RenderOutput => {
  const { format = 'landscape', resolution = '2160p' } = over;
  return {
    ...{ format, resolution, ...pictureDimensionsOfFormat(format, resolution) },
    ...{ codec: 'h264', fps: 60, quality: 'standard', captions: 'none' },
    ...over,
  };
};
const snapshotOf = (slides: Slide[]) =>
  snapshotOfTimeline(sampleTimeline(slides), slides, { look: undefined, slide_numbers: false, footer: undefined });
const bytesOf = (slides: Slide[], output: RenderOutput): number =>
  estimatedAssemblyDiskBytes(
    planSlideTimes({ output }, snapshotOf(slides), estimatedSpeechOfSlides(slides, {})),
    output,
    slides,
  );
const check = (slides: Slide[], output: RenderOutput) =>
  checkVideoAssemblySize(snapshotOf(slides), { output, speech: estimatedSpeechOfSlides(slides, {}) });

/** The longest video of all plans, in slides of the longest time. */
const longest = (content: Partial<Slide>): Slide[] =>
  Array.from({ length: ENTITLEMENTS.max.video_seconds / 300 }, () =>
    sampleSlide({ duration_seconds: 300, ...content }),
  );
const photograph = sampleImage({ width: 3840, height: 2160 });
const moving = longest({ title: '', image: photograph, image_motion: 'zoom_in' });

describe('the room that a video needs', () => {
  it('is that of the disk on which it is assembled, less a tenth', () => {
    const disk = diskBytesOf('assembleRender');
    expect(MAX_ASSEMBLY_DISK_BYTES).toBeLessThanOrEqual(0.9 * disk);
    expect(MAX_ASSEMBLY_DISK_BYTES).toBeGreaterThan(0.85 * disk);
    // A video whose parts are all there is assembled by the worker that plans it.
    expect(diskBytesOf('prepareRender')).toBe(disk);
  });

  it('is there for the longest video of standing slides of text, in every codec, size and rate, and of photographs', () => {
    // Stills of AV1 have a key frame every two seconds.
    for (const resolution of RESOLUTION_NAMES)
      for (const codec of VIDEO_CODEC_IDS)
        for (const fps of FRAME_RATES)
          for (const content of codec === 'av1' ? [{}] : [{}, { image: photograph }])
            expect(
              () => check(longest(content), outputOf({ resolution, codec, fps })),
              `${resolution} ${codec} ${fps}`,
            ).not.toThrow();
  });

  it('is not there for hours of movement in the largest size, which is refused with what to do', () => {
    expect(() => check(moving, outputOf())).toThrow(
      expect.objectContaining({
        code: 'entitlement_required',
        message: expect.stringMatching(
          /needs? about \d+\.\d GB of room .* smaller resolution, fewer frames per second, .*image_motion.*divide the timeline/,
        ),
        details: expect.objectContaining({ param: 'output.resolution' }),
      }),
    );
  });

  it('counts an image that has not come as one that exists', () => {
    const from = { fetch: 'f', index: 0 };
    const awaited = longest({
      title: '',
      image_request: { from, fit: 'cover', focus: { x: 0.5, y: 0.5 }, alt: '' },
      image_motion: 'zoom_in',
    });
    expect(() => check(awaited, outputOf())).toThrow('room');
    expect(() => check(longest({ title: '', image_variable: 'picture', image_motion: 'zoom_in' }), outputOf())).toThrow(
      'room',
    );
  });

  it('does not count a picture of the slide itself that its layout does not show', () => {
    const page = { ...photograph, kind: 'page' as const };
    const output = outputOf({ codec: 'av1', fps: 60 });
    const from = { fetch: 'f', index: 0 };
    const request = { from, fit: 'cover', focus: { x: 0.5, y: 0.5 }, alt: '' } as const;
    expect(() => check(longest({ image: page, layout: 'page' }), output)).toThrow('room');
    expect(() => check(longest({ image: page, layout: 'bullets' }), output)).not.toThrow();
    const awaited = longest({ image: page, title: '', image_motion: 'zoom_in', image_request: request });
    expect(() => check(awaited, outputOf())).toThrow('room');
  });

  it('is that of its footage for a video that is joined as it is, whatever the quality', () => {
    const size = {
      resolution: '480p',
      codec: 'h264',
      fps: 30,
      ...pictureDimensionsOfFormat('landscape', '480p'),
    } as const;
    const roomOf = (over: Partial<SlideVideo>, quality: RenderOutput['quality'] = 'draft', seconds = 300) => {
      const video = sampleVideo({ ...size, frames: 300 * size.fps, size_bytes: 300_000_000, ...over });
      const slide = sampleSlide({ title: '', duration_seconds: seconds, video });
      return bytesOf([slide], outputOf({ ...size, quality })) - 2 * seconds * 24_000;
    };
    // In the file and in its parts; again for each time that it is played, and up to 10 Mbit/s.
    expect([roomOf({}), roomOf({}, 'standard')]).toEqual([600_000_000, 600_000_000]);
    expect(roomOf({ loop: true }, 'draft', 600)).toBe(1_200_000_000);
    expect(roomOf({ size_bytes: 2_000_000_000 })).toBe(2 * 300 * 1_250_000);
    // One that is encoded has the bytes of its quality.
    expect(roomOf({ fps: 25 })).toBeLessThan(110_000_000);
  });

  it('grows with every frame of a movement, and with the size of a picture', () => {
    const [slide] = moving;
    const one = slide ? [slide] : [];
    const full = bytesOf(one, outputOf());
    expect(bytesOf(one, outputOf({ fps: 30 })) / full).toBeCloseTo(0.5, 1);
    expect(bytesOf(one, outputOf({ resolution: '1080p' }))).toBeLessThan(0.5 * full);
    expect(bytesOf(one, outputOf({ format: 'square' })) / full).toBeCloseTo(9 / 16, 1);
    expect(bytesOf(one, outputOf({ quality: 'draft' }))).toBeLessThan(full);
    // Words that fade in are blended by the decoder; words that slide in are encoded.
    const bullet_points = ['one', 'two'];
    const still = sampleSlide({ duration_seconds: 300, title: 'a', bullet_points, build: 'by_bullet' });
    expect(bytesOf([still], outputOf())).toBeLessThan(0.02 * full);
  });
});
