import { describe, expect, it } from 'vitest';
import { chaptersOfVideo, planSlideTimes } from '#features/renders/build-render-plan.ts';
import { planRenderSoundtrack } from '#features/renders/plan/soundtrack-plan.ts';
import {
  idsOfTimelineSlides,
  slideNameInMessage,
  slideNumberInTimeline,
  snapshotWithIntroAndOutro,
  type TimelineSnapshot,
} from '#features/renders/timeline-snapshot.ts';
import { sectionOutlineOfSlides } from '#features/timelines/outline.ts';
import type { BackgroundAudio, SlideVideo } from '#features/timelines/public.ts';
import { estimateVideoSeconds } from '#features/timelines/view.ts';
import { sampleRender, sampleSlide } from '#test/support/samples/entities.ts';
import { sampleVideo } from '#test/support/samples/sample-video.ts';

const sound = { key: 'k', sha256: 'sound', size_bytes: 1, samples: 480_000, channels: 1 } as const;
const intro = sampleVideo({ sound, trim: { from: 1, to: 3 } });
const outro = sampleVideo();
const settings: TimelineSnapshot['settings'] = {
  ...{ title: 'Film', template_id: 'plain', language: 'en', format: 'landscape', resolution: '1080p', metadata: {} },
  transition: { type: 'none', duration_seconds: 0 },
  ...{ intro, outro },
};
const slides = ['a', 'b', 'c', 'd'].map((id) => sampleSlide({ id, title: id, speaker_notes: '', duration_seconds: 2 }));
const render = sampleRender({ output: { ...sampleRender().output, fps: 30 } });
const idsOf = (snapshot: TimelineSnapshot) => snapshot.slides.map(({ id }) => id);

describe('the slides of a video', () => {
  it('are between its intro and its outro, with their numbers in the timeline', () => {
    const film = snapshotWithIntroAndOutro({ settings, slides });
    expect(idsOf(film)).toEqual(['intro', 'a', 'b', 'c', 'd', 'outro']);
    expect(idsOfTimelineSlides(film)).toEqual(['a', 'b', 'c', 'd']);
    expect([1, 4].map((index) => slideNumberInTimeline(film, index))).toEqual([1, 4]);
    expect([0, 1, 5].map((index) => slideNameInMessage(film, index))).toEqual(['the intro', 'slide 1', 'the outro']);
    expect(film.outline).toEqual(sectionOutlineOfSlides(slides));
  });

  it.each<[string, { from: number; to: number }, string[]]>([
    ['the first has the intro', { from: 0, to: 1 }, ['intro', 'a', 'b']],
    ['the last has the outro', { from: 2, to: 3 }, ['c', 'd', 'outro']],
    ['neither has none', { from: 1, to: 2 }, ['b', 'c']],
  ])('of a range with %s', (_, { from, to }, expected) => {
    const part = {
      settings,
      slides: slides.slice(from, to + 1),
      first_position: from,
      outline: sectionOutlineOfSlides(slides),
    };
    const film = snapshotWithIntroAndOutro(part);
    expect(idsOf(film)).toEqual(expected);
    expect(slideNumberInTimeline(film, expected.indexOf(slides[from]?.id ?? ''))).toBe(from + 1);
  });

  it('count with their videos in the length of the video, and the estimate of a timeline', () => {
    expect(estimateVideoSeconds(slides, settings)).toBe(2 + 4 * 2 + 10);
    expect(estimateVideoSeconds([], settings)).toBe(0);
    const film = snapshotWithIntroAndOutro({ settings, slides });
    const { frames, slides: planned } = planSlideTimes(render, film, []);
    expect(frames).toBe(20 * 30);
    expect(chaptersOfVideo(film, planned).map(({ title, startFrame }) => [title, startFrame / 30])).toEqual([
      ...[
        ['Intro', 0],
        ['a', 2],
        ['b', 4],
        ['c', 6],
        ['d', 8],
        ['Outro', 10],
      ],
    ]);
    const kinds = planned.map(({ shots }) => shots.map(({ kind }) => kind));
    expect([kinds[0], kinds.at(-1)]).toEqual([['footage'], ['footage', 'footage']]);
  });

  it('follow the intro by their transition', () => {
    const transition = { type: 'fade', duration_seconds: 0.5 } as const;
    const film = snapshotWithIntroAndOutro({ settings: { ...settings, transition }, slides });
    const [, first] = planSlideTimes(render, film, []).slides;
    expect(first?.shots[0]).toMatchObject({ kind: 'transition', from: { slide: 0 }, to: { slide: 1 }, frames: 15 });
  });
});

describe('the music of a video', () => {
  const music: BackgroundAudio = {
    ...{ key: 'm', sha256: 'm', samples: 48_000, size_bytes: 1 },
    ...{ channels: 1, content_type: 'audio/flac' },
    ...{ volume: 1, fade_in_seconds: 0, fade_out_seconds: 0, loop: true, duck: true },
  };
  const partOf = (change: { intro?: SlideVideo; outro?: SlideVideo }) => {
    const film = snapshotWithIntroAndOutro({ settings: { ...settings, ...change }, slides });
    const sounds = planRenderSoundtrack(planSlideTimes(render, film, []), music, 'aac', 'e');
    const { startSample, endSample } = sounds?.spec.music ?? {};
    return [startSample, endSample].map((sample) => sample && sample / 48_000);
  };

  it('is not under an intro or an outro with a sound', () => {
    expect(partOf({})).toEqual([2, undefined]);
    expect(partOf({ intro: { ...intro, muted: true } })).toEqual([undefined, undefined]);
    expect(partOf({ outro: intro })).toEqual([2, 10]);
  });
});
