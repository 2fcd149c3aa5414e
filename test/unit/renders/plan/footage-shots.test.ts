import { describe, expect, it } from 'vitest';
import { shotsOfFootage } from '#features/renders/plan/footage-shots.ts';
import { footageSoundCues } from '#features/renders/plan/footage-sound-cues.ts';
import type { VideoShot } from '#features/renders/plan/video-shot.ts';
import { sampleVideo } from '#test/support/samples/sample-video.ts';

const FPS = 30;

function line(shot: VideoShot): string {
  if (shot.kind === 'still') return `still @${shot.picture.moment?.toFixed(2)} ×${shot.frames}`;
  if (shot.kind === 'footage') return `plays ${shot.second.toFixed(2)} ×${shot.frames}`;
  return shot.kind;
}

const body = (
  seconds: number,
  over: { from?: number; loop?: boolean; entry?: number; start?: number; frames: number; isInStep?: boolean },
) => {
  const { from = 0, loop = false, entry = 0, start = entry, frames, isInStep = false } = over;
  const span = { video: sampleVideo({ loop }), from, to: from + seconds, startFrame: start };
  return shotsOfFootage(span, 0, { entry, frames, fps: FPS, isInStep });
};
const shots = (...given: Parameters<typeof body>) => body(...given).shots.map(line);

describe('the shots of a slide with a video', () => {
  it.each<[string, string[], string[]]>([
    ['one clip for a slide that lasts as long', shots(2, { frames: 60 }), ['plays 0.00 ×60']],
    [
      'clips of five seconds at most',
      shots(12, { frames: 360 }),
      ['plays 0.00 ×120', 'plays 4.00 ×120', 'plays 8.00 ×120'],
    ],
    ['the last picture until the end of the slide', shots(2, { frames: 90 }), ['plays 0.00 ×60', 'still @1.97 ×30']],
    ['no picture of one or two frames', shots(2, { frames: 62 }), ['plays 0.00 ×62']],
    ['only the start where the slide ends before', shots(4, { frames: 60 }), ['plays 0.00 ×60']],
    ['the first picture until it starts', shots(2, { frames: 90, start: 30 }), ['still @0.00 ×30', 'plays 0.00 ×60']],
    ['what follows the transition', shots(2, { frames: 75, entry: 15 }), ['plays 0.00 ×60']],
    ['a part', shots(1, { from: 1.5, frames: 45 }), ['plays 1.50 ×30', 'still @2.47 ×15']],
    [
      'the same clips again in a loop',
      shots(1, { loop: true, frames: 75 }),
      ['plays 0.00 ×30', 'plays 0.00 ×30', 'plays 0.00 ×15'],
    ],
    [
      'no clip of one or two frames in a loop',
      shots(1, { loop: true, frames: 61 }),
      ['plays 0.00 ×30', 'plays 0.00 ×31'],
    ],
    [
      'clips where groups of frames start, if these are the pictures',
      shots(5, { frames: 150, isInStep: true }),
      ['plays 0.00 ×60', 'plays 2.00 ×60', 'plays 4.00 ×30'],
    ],
    [
      'the rest of a group, then groups',
      shots(4, { from: 1.5, frames: 120, isInStep: true }),
      ['plays 1.50 ×15', 'plays 2.00 ×60', 'plays 4.00 ×45'],
    ],
    [
      'no clip of one or two frames at the borders of groups',
      shots(3, { from: 59 / 30, frames: 63, isInStep: true }),
      ['plays 1.97 ×63'],
    ],
  ])('are %s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });

  it('fill the slide exactly, whatever its length', () => {
    for (let frames = 1; frames < 200; frames += 1)
      for (const loop of [false, true])
        for (const start of [0, 1, 40]) {
          const all = body(1.3, { frames, loop, start }).shots;
          expect(all.reduce((sum, shot) => sum + shot.frames, 0)).toBe(frames);
        }
  });

  it('start and end with the pictures that neighbours see', () => {
    const { first, last } = body(2, { from: 1, frames: 90 });
    expect([first.moment, last.moment]).toEqual([1, expect.closeTo(1 + 59 / 30)]);
  });
});

describe('the sound of a video of a slide', () => {
  const sound = { key: 'k', sha256: 's', size_bytes: 1, samples: 10 * 48_000, channels: 2 } as const;
  const cuesOf = (over: Parameters<typeof sampleVideo>[0], frames: number, start = 0) => {
    const video = sampleVideo({ sound, ...over });
    const footage = { video, from: 1, to: 3, startFrame: start };
    const { shots: planned } = shotsOfFootage(footage, 0, { entry: 0, frames, fps: FPS, isInStep: false });
    return footageSoundCues({ start_frame: 300, frames, footage, shots: planned }, FPS);
  };

  it('starts at the frame at which its pictures do, with the same moment', () => {
    expect(cuesOf({}, 90, 30)).toEqual([
      { source: 's', startSample: 330 * 1600, fromSample: 48_000, samples: 96_000, channels: 2, volume: 1 },
    ]);
  });

  it('is heard once for each time that it plays', () => {
    expect(
      cuesOf({ loop: true }, 150).map(({ startSample, fromSample, samples }) => [
        startSample / 1600 - 300,
        fromSample,
        samples,
      ]),
    ).toEqual([
      [0, 48_000, 96_000],
      [60, 48_000, 96_000],
      [120, 48_000, 48_000],
    ]);
  });

  it('is not heard where it is muted, silent or has no volume', () => {
    expect([cuesOf({ muted: true }, 60), cuesOf({ sound: undefined }, 60), cuesOf({ volume: 0 }, 60)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('ends with its file', () => {
    expect(cuesOf({ sound: { ...sound, samples: 72_000 } }, 60)[0]?.samples).toBe(24_000);
  });
});
