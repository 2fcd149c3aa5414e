import { describe, expect, it } from 'vitest';
import { estimatedSeconds, slideSeconds } from '../../../lib/timelines/duration.ts';
import type { SlideContent } from '../../../lib/timelines/slide.ts';
import { estimateOf } from '../../../lib/timelines/view.ts';
import { sampleSlide } from '../core/samples.ts';

const words = (characters: number): string => 'x'.repeat(characters);

describe('how long a slide stands', () => {
  const cases: [string, Partial<SlideContent>, number | undefined, number][] = [
    ['with nothing on it: 5 s', { title: '' }, undefined, 5],
    ['with little on it: 5 s', { title: words(60) }, undefined, 5],
    ['with much on it: a second and its reading time', { title: words(85), bullet_points: [words(85)] }, undefined, 11],
    ['with speech: that and 0.6 s', { title: words(999) }, 2, 2.6],
    ['with the shortest speech: that and 0.6 s, not 5 s', {}, 0.001, 0.601],
    ['with a duration of its own: that', { title: words(999), duration_seconds: 3 }, undefined, 3],
    ['with a duration longer than its speech: the duration', { duration_seconds: 10 }, 2, 10],
    ['with a duration shorter than its speech: the speech, uncut', { duration_seconds: 1 }, 7, 7.6],
    ['with a duration that cuts its speech: the duration', { duration_seconds: 1, cut_speech: true }, 7, 1],
    ['with no duration to cut its speech at: the speech', { cut_speech: true }, 7, 7.6],
  ];
  it.each(cases)('%s', (_, content, narration, seconds) => {
    expect(slideSeconds(sampleSlide({ title: '', ...content }), narration)).toBeCloseTo(seconds, 9);
  });

  it('counts characters, not code units', () => {
    expect(slideSeconds(sampleSlide({ title: '🎬'.repeat(170) }), undefined)).toBeCloseTo(11, 9);
  });
});

describe('the estimate', () => {
  it.each([
    ['', 5],
    ['   ', 5],
    [words(150), 10.6],
    [` ${words(150)}\n`, 10.6],
  ])('of a slide with notes %j', (speaker_notes, seconds) => {
    expect(estimatedSeconds(sampleSlide({ title: '', speaker_notes }))).toBeCloseTo(seconds, 9);
  });

  it('of a timeline is the sum of its slides, to the millisecond', () => {
    expect(estimateOf([])).toBe(0);
    expect(estimateOf(Array.from({ length: 3 }, () => sampleSlide({ duration_seconds: 1.0005 })))).toBe(3.002);
    expect(estimateOf(Array.from({ length: 500 }, () => sampleSlide({ duration_seconds: 1.1 })))).toBe(550);
  });
});
