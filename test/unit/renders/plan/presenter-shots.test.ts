import { describe, expect, it } from 'vitest';
import { presenterVoiceCues } from '#features/renders/plan/footage-sound-cues.ts';
import {
  doesRecordingContinue,
  type PresenterOnTimeLine,
  presenterOnTimeLine,
} from '#features/renders/plan/presenter-plan.ts';
import { shotsWithPresenter } from '#features/renders/plan/presenter-shots.ts';
import type { ShotWithoutPresenter, VideoShot } from '#features/renders/plan/video-shot.ts';
import { samplePresenter } from '#test/support/samples/sample-presenter.ts';
import { sampleVideo } from '#test/support/samples/sample-video.ts';

const FPS = 30;
const still = (frames: number): ShotWithoutPresenter => ({ kind: 'still', frames, picture: { slide: 0 } });
const fade: ShotWithoutPresenter = {
  ...{ kind: 'transition', frames: 9, type: 'fade', direction: 'ltr' },
  ...{ from: { slide: 0, revealed: 0 }, to: { slide: 0, revealed: 1 } },
};

function line(shot: VideoShot): string {
  if (shot.kind === 'still') return `still &${Number(shot.picture.presenter).toFixed(2)} ×${shot.frames}`;
  if (shot.kind !== 'presenter') return shot.kind;
  return `${shot.under.kind} ${shot.stands ? 'stands' : 'speaks'} ${shot.second.toFixed(2)} ×${shot.frames}`;
}

const spanOf = (over: Partial<PresenterOnTimeLine> = {}): PresenterOnTimeLine => ({
  ...{ source: 'f', from: 0, to: 2, startFrame: 0, endFrame: 60, continues: false, isOver: true },
  ...over,
});

describe('the shots of a slide with a presenter', () => {
  it.each<[string, ShotWithoutPresenter[], Partial<PresenterOnTimeLine>, string[]]>([
    ['speaks as long as the slide', [still(60)], {}, ['still speaks 0.00 ×60']],
    ['stands at the end of a longer slide', [still(90)], {}, ['still speaks 0.00 ×60', 'still &1.97 ×30']],
    [
      'stands until it starts',
      [still(75)],
      { startFrame: 15, endFrame: 75 },
      ['still &0.00 ×15', 'still speaks 0.00 ×60'],
    ],
    [
      'speaks on while a point appears',
      [still(20), fade, still(31)],
      { from: 5, to: 7 },
      ['still speaks 5.00 ×20', 'transition speaks 5.67 ×9', 'still speaks 5.97 ×31'],
    ],
    [
      'stands before a movement after its end',
      [still(60), fade, still(30)],
      {},
      ['still speaks 0.00 ×60', 'transition stands 1.97 ×9', 'still &1.97 ×30'],
    ],
    [
      'speaks in clips of five seconds at most',
      [still(300)],
      { to: 10, endFrame: 300 },
      ['still speaks 0.00 ×150', 'still speaks 5.00 ×150'],
    ],
    ['is in no clip of one or two frames', [still(62)], {}, ['still speaks 0.00 ×62']],
  ])('%s', (_, shots, over, wanted) => {
    const made = shotsWithPresenter(shots, 0, 0, spanOf(over), FPS);
    expect(made.map(line)).toEqual(wanted);
    for (const shot of made) {
      if (shot.kind !== 'presenter') continue;
      expect(shot.under.frames).toBe(shot.frames);
      const { under } = shot;
      const pictures =
        under.kind === 'still' ? [under.picture] : under.kind === 'transition' ? [under.from, under.to] : [];
      expect(pictures.every(({ presenter }) => presenter === 'none')).toBe(true);
    }
  });
});

describe('the voice of a presenter', () => {
  const slide = (over: Partial<PresenterOnTimeLine>, isHeard = true) => ({
    ...{ start_frame: 30, frames: 90, shots: [] },
    presenter: { ...spanOf({ sound: samplePresenter().sound, ...over }), isHeard },
  });

  it('starts at the sample of the frame at which the picture starts', () => {
    expect(presenterVoiceCues(slide({ from: 1.5, startFrame: 15, endFrame: 75 }), FPS)).toEqual([
      {
        ...{ source: 's', startSample: 72_000, fromSample: 72_000, samples: 96_000 },
        ...{ channels: 1, volume: 1, is_speech: true },
      },
    ]);
  });

  it('is not heard in a video without narration, and ends with the recording', () => {
    expect(presenterVoiceCues(slide({}, false), FPS)).toEqual([]);
    expect(presenterVoiceCues(slide({ from: 9.5 }), FPS)[0]?.samples).toBe(24_000);
  });
});

describe('a recording', () => {
  const part = (from: number, to: number) => samplePresenter({ part: { from, to } });

  it('continues where the next slide has its next part in the same place', () => {
    const before = { presenter: part(0, 4) };
    expect(doesRecordingContinue(before, { presenter: part(4, 9) })).toBe(true);
    expect(doesRecordingContinue(before, { presenter: part(5, 9) })).toBe(false);
    expect(doesRecordingContinue(before, { presenter: { ...part(4, 9), place: 'top_left' } })).toBe(false);
    expect(doesRecordingContinue(before, { presenter: { ...part(4, 9), sha256: 'g' } })).toBe(false);
    expect(doesRecordingContinue(undefined, { presenter: part(4, 9) })).toBe(false);
  });

  it('is not next to a slide with a video', () => {
    const presenter = samplePresenter({ place: 'side' });
    const times = { delay: 0, frames: 30, fps: FPS, continues: false };
    expect(presenterOnTimeLine({ presenter }, times)?.isOver).toBe(false);
    expect(presenterOnTimeLine({ presenter, video: sampleVideo() }, times)?.isOver).toBe(true);
  });
});
