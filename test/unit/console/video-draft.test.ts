import { describe, expect, it } from 'vitest';
import { videoDraftOf, videoOptionsIn } from '#front/console/app/video-draft.ts';

const VIDEO: Parameters<typeof videoDraftOf>[0] = {
  ...{ status: 'ready', duration_seconds: 9, width: 320, height: 180, has_sound: true, poster_url: null, error: null },
  ...{ fit: 'cover', focus: { x: 0.5, y: 0.5 }, trim: { from: 1.5, to: null }, volume: 0.5, muted: false, loop: true },
  ...{ plays: 'with_slide', place: 'right' },
};

describe('the form of how a video plays', () => {
  it('asks for what the video has, unless it is changed', () => {
    const draft = videoDraftOf(VIDEO);
    const same = { place: 'right', plays: 'with_slide', volume: 0.5, loop: true, muted: false };
    expect(videoOptionsIn(draft)).toEqual({ ...same, trim: { from: 1.5 } });
    expect(videoOptionsIn({ ...draft, from: '', to: '' })).toEqual({ ...same, trim: null });
    expect(videoOptionsIn({ ...draft, from: ' ', to: '2,5' })).toEqual({ ...same, trim: { from: 0, to: 2.5 } });
  });

  it('asks for nothing while a time is not a number of seconds, or the end is not after the start', () => {
    const draft = videoDraftOf(VIDEO);
    for (const times of [{ to: 'x' }, { from: '-1' }, { from: '3', to: '3' }, { from: '4', to: '2' }])
      expect(videoOptionsIn({ ...draft, ...times })).toBeUndefined();
  });
});
