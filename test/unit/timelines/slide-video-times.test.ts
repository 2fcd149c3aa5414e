import { describe, expect, it } from 'vitest';
import { playedRangeOfVideoInSeconds, type SlideVideo } from '#features/timelines/slide-video.ts';
import { slideVideoTimes } from '#features/timelines/slide-video-times.ts';
import { sampleVideo } from '#test/support/samples/sample-video.ts';

const pace = { lead_seconds: 0.5, pause_seconds: 1, min_slide_seconds: 3 };
const times = (
  plays: SlideVideo['plays'],
  speech: number | undefined,
  more: { entry?: number; duration?: number; isCut?: boolean } = {},
) => {
  const { starts, speechDelay, seconds } = slideVideoTimes({ video: sampleVideo({ plays }), speech, pace, ...more });
  return [starts, speechDelay, seconds];
};

describe('a slide with a video of ten seconds', () => {
  it.each<[string, number[], number[]]>([
    ['without speech lasts as long as its video', times('with_slide', undefined), [0, 0, 10]],
    ['lasts as long as its video after the transition', times('with_slide', undefined, { entry: 0.5 }), [0.5, 0, 10.5]],
    ['lasts as long as its speech, if that is longer', times('with_slide', 20), [0, 0, 21.5]],
    ['lasts as long as its video under a short speech', times('with_slide', 4), [0, 0, 10]],
    ['speaks when the video has ended', times('before_speech', 4, { entry: 0.5 }), [0.5, 10.5, 16]],
    ['plays the video when the speech has ended', times('after_speech', 4), [5.5, 0, 15.5]],
    ['plays it at once without a speech to wait for', times('after_speech', undefined), [0, 0, 10]],
    ['has no speech to delay', times('before_speech', undefined), [0, 0, 10]],
    ['ends after its duration', times('with_slide', undefined, { duration: 4 }), [0, 0, 4]],
    ['stays for its duration', times('with_slide', undefined, { duration: 30 }), [0, 0, 30]],
    ['ends with its speech after a shorter duration', times('with_slide', 20, { duration: 4 }), [0, 0, 21.5]],
    ['ends with a speech after the video', times('before_speech', 4, { duration: 3 }), [0, 10, 15.5]],
    ['ends within its speech if that is cut', times('with_slide', 20, { duration: 4, isCut: true }), [0, 0, 4]],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });
});

describe('the part of a video that is played', () => {
  it.each<[string, SlideVideo['trim'], [number, number]]>([
    ['is all of it', undefined, [0, 10]],
    ['is what is between two times', { from: 2, to: 5 }, [2, 5]],
    ['reaches up to its end', { from: 2 }, [2, 10]],
    ['ends with the video', { from: 2, to: 50 }, [2, 10]],
    ['is its last frame if it starts after its end', { from: 50, to: 60 }, [9.96, 10]],
  ])('%s', (_, trim, [from, to]) => {
    const part = playedRangeOfVideoInSeconds(sampleVideo({ trim }));
    expect([part.from, part.to]).toEqual([expect.closeTo(from), expect.closeTo(to)]);
  });
});
