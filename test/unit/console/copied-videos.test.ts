import { describe, expect, it } from 'vitest';
import { createSlideContract, timelineInputSchema } from '#features/timelines/contract.ts';
import {
  noticeOfVideosLeftOutOfCopy,
  videoCopyRequestOfSlide,
  videosOfTimelineCopy,
} from '#front/console/app/copied-videos.ts';

type Slide = Parameters<typeof videoCopyRequestOfSlide>[0];
type Timeline = Parameters<typeof videosOfTimelineCopy>[0];

const FILE = { duration_seconds: 9, width: 320, height: 180, has_sound: true, poster_url: null, error: null };
const VIDEO: NonNullable<Slide['video']> = {
  ...{ ...FILE, status: 'ready', fit: 'cover', focus: { x: 0.2, y: 0.5 }, volume: 0.5, muted: true, loop: true },
  ...{ trim: { from: 1.5, to: null }, plays: 'before_speech', place: 'right' },
};
const PRESENTER: NonNullable<Slide['presenter']> = {
  ...{ status: 'ready', duration_seconds: 9, poster_url: null, error: null, focus: { x: 0.4, y: 0.3 } },
  ...{ place: 'top_left', shape: 'rect', size: 'large', offset_seconds: 2 },
};
const { plays: _plays, place: _place, loop: _loop, ...INTRO } = VIDEO;
const SLIDE: Slide = { id: 'sl_1', timeline_id: 'tl_1', video: VIDEO, presenter: PRESENTER };
const TIMELINE: Timeline = { id: 'tl_1', presenter: PRESENTER, intro: INTRO, outro: null };

describe('the copy of a slide or of a timeline', () => {
  it('asks for copies of its videos with their options, in requests that the service takes', () => {
    const slide = videoCopyRequestOfSlide(SLIDE);
    const copy_of = { timeline_id: 'tl_1', slide_id: 'sl_1' };
    const shown = { fit: 'cover', focus: { x: 0.2, y: 0.5 }, volume: 0.5, muted: true, trim: { from: 1.5 } };
    const person = {
      ...{ place: 'top_left', shape: 'rect', size: 'large' },
      focus: { x: 0.4, y: 0.3 },
      offset_seconds: 2,
    };
    expect(slide).toEqual({
      video: { copy_of, ...shown, loop: true, plays: 'before_speech', place: 'right' },
      presenter: { copy_of, ...person },
    });
    expect(createSlideContract.body?.safeParse({ title: 'A', ...slide }).success).toBe(true);

    const timeline = videosOfTimelineCopy({ ...TIMELINE, outro: { ...INTRO, trim: { from: 0, to: 3 } } });
    expect(timeline).toEqual({
      presenter: { copy_of: { timeline_id: 'tl_1' }, ...person },
      intro: { copy_of: { timeline_id: 'tl_1' }, ...shown },
      outro: { copy_of: { timeline_id: 'tl_1' }, ...shown, trim: { from: 0, to: 3 } },
    });
    expect(timelineInputSchema.safeParse({ title: 'A', ...timeline }).success).toBe(true);
    expect(noticeOfVideosLeftOutOfCopy([TIMELINE, SLIDE])).toBe('');
  });

  it('leaves out and tells of those that are not ready', () => {
    const pending: Slide = { ...SLIDE, video: { ...VIDEO, status: 'pending' }, presenter: null };
    expect(videoCopyRequestOfSlide(pending)).toEqual({});
    expect(noticeOfVideosLeftOutOfCopy([pending])).toMatch(/not ready/);
    const failed: Timeline = { ...TIMELINE, intro: { ...INTRO, status: 'failed' }, presenter: null };
    expect(videosOfTimelineCopy(failed)).toEqual({});
    expect(noticeOfVideosLeftOutOfCopy([failed])).toMatch(/not ready/);
  });
});
