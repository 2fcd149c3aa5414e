import { describe, expect, it } from 'vitest';
import { updateTimelineContract } from '#features/timelines/contract.ts';
import { isHttpsAddress } from '#front/console/app/is-https-address.ts';
import { presenterDraftOf, presenterOptionsOfDraft } from '#front/console/app/presenter-draft.ts';
import { slideVideoDraftOf, timelineVideoDraftOf, videoOptionsOfDraft } from '#front/console/app/slide-video-draft.ts';
import { settingsAffectingSlidePictures } from '#front/console/app/timeline-settings.ts';

const VIDEO: Parameters<typeof slideVideoDraftOf>[0] = {
  ...{ status: 'ready', duration_seconds: 9, width: 320, height: 180, has_sound: true, poster_url: null, error: null },
  ...{ fit: 'cover', focus: { x: 0.5, y: 0.5 }, trim: { from: 1.5, to: null }, volume: 0.5, muted: false, loop: true },
  ...{ plays: 'with_slide', place: 'right' },
};

describe('the form of how a video plays', () => {
  it('asks for what the video has, unless it is changed', () => {
    const draft = slideVideoDraftOf(VIDEO);
    const same = { place: 'right', plays: 'with_slide', volume: 0.5, loop: true, muted: false };
    expect(videoOptionsOfDraft(draft)).toEqual({ ...same, trim: { from: 1.5 } });
    expect(videoOptionsOfDraft({ ...draft, from: '', to: '' })).toEqual({ ...same, trim: null });
    expect(videoOptionsOfDraft({ ...draft, from: ' ', to: '2,5' })).toEqual({ ...same, trim: { from: 0, to: 2.5 } });
  });

  it('asks for nothing while a time is not a number of seconds, or the end is not after the start', () => {
    const draft = slideVideoDraftOf(VIDEO);
    for (const times of [{ to: 'x' }, { from: '-1' }, { from: '3', to: '3' }, { from: '4', to: '2' }])
      expect(videoOptionsOfDraft({ ...draft, ...times })).toBeUndefined();
  });
});

const { plays: _plays, place: _place, loop: _loop, ...INTRO } = VIDEO;
const PRESENTER: Parameters<typeof presenterDraftOf>[0] = {
  ...{ status: 'ready', duration_seconds: 9, poster_url: null, error: null, focus: { x: 0.4, y: 0.3 } },
  ...{ place: 'side', shape: 'rect', size: 'large', offset_seconds: 2 },
};

describe('the forms of an intro and of a presenter', () => {
  it('ask for what the API takes', () => {
    const intro = videoOptionsOfDraft({ ...timelineVideoDraftOf(INTRO), to: '4', fit: 'contain' });
    expect(intro).toEqual({ fit: 'contain', volume: 0.5, muted: false, trim: { from: 1.5, to: 4 } });
    const presenter = presenterOptionsOfDraft({ ...presenterDraftOf(PRESENTER), size: 'small' });
    expect(presenter).toEqual({ place: 'side', shape: 'rect', size: 'small', offset_seconds: 2 });
    expect(updateTimelineContract.body?.safeParse({ intro, presenter }).success).toBe(true);
  });

  it('ask for nothing while the start of a presenter is not a number of seconds; none is the start of the recording', () => {
    const draft = presenterDraftOf(PRESENTER);
    expect(presenterOptionsOfDraft({ ...draft, offset: 'soon' })).toBeUndefined();
    expect(presenterOptionsOfDraft({ ...draft, offset: '' })).toMatchObject({ offset_seconds: 0 });
    expect(presenterDraftOf({ ...PRESENTER, offset_seconds: 0 }).offset).toBe('');
  });

  it('take https addresses only', () => {
    expect(['https://example.com/a.mp4', 'http://example.com/a.mp4', 'example.com', ''].map(isHttpsAddress)).toEqual([
      ...[true, false, false, false],
    ]);
  });
});

it('pictures of slides depend on the presenter of the timeline, and not on the address of its poster', () => {
  type Settings = Parameters<typeof settingsAffectingSlidePictures>[0];
  const keyOf = (presenter: Settings['presenter']) =>
    JSON.stringify(settingsAffectingSlidePictures({ presenter } as Settings));
  expect(keyOf({ ...PRESENTER, poster_url: 'https://a.example/1' })).toBe(keyOf(PRESENTER));
  expect(keyOf({ ...PRESENTER, place: 'top_left' })).not.toBe(keyOf(PRESENTER));
  expect(keyOf(null)).not.toBe(keyOf(PRESENTER));
});
