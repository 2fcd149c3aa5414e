import { describe, expect, it } from 'vitest';
import { shotsWithMovingBackdropLights } from '#features/renders/plan/moving-background.ts';
import type { PictureRef, ShotWithoutPresenter } from '#features/renders/plan/video-shot.ts';

const FPS = 30;
const still = (frames: number, picture: PictureRef = { slide: 0 }): ShotWithoutPresenter => ({
  kind: 'still',
  frames,
  picture,
});
const moved = (...shots: ShotWithoutPresenter[]): ShotWithoutPresenter[] =>
  shotsWithMovingBackdropLights(shots, { fps: FPS, direction: 'ltr' });

/** The picture that is shown before and after each shot. */
const ends = (shot: ShotWithoutPresenter): [PictureRef, PictureRef] => {
  if (shot.kind === 'still') return [shot.picture, shot.picture];
  if (shot.kind !== 'transition') throw new Error(`a ${shot.kind} in a loop`);
  return [shot.from, shot.to];
};

describe('lights that move while a picture stands', () => {
  it.each([102, 103, 180, 183, 184, 300, 901])('take %d frames in whole loops of at most 6 s', (frames) => {
    const shots = moved(still(frames));
    expect(shots.reduce((sum, shot) => sum + shot.frames, 0)).toBe(frames);
    const pictures = shots.map(ends);
    expect(pictures.at(0)?.[0]).toEqual({ slide: 0 });
    expect(pictures.at(-1)?.[1]).toEqual({ slide: 0 });
    for (const [index, [from]] of pictures.entries()) if (index > 0) expect(from).toEqual(pictures[index - 1]?.[1]);
    const rests = shots.filter((shot) => shot.kind === 'still');
    expect(Math.min(...rests.map((rest) => rest.frames))).toBe(3);
    let loop = 0;
    const loops = shots.flatMap((shot) => {
      loop += shot.frames;
      if (shot.kind !== 'transition' || shot.to.lights) return [];
      const length = loop;
      loop = 0;
      return [length];
    });
    expect(loops.length).toBe(Math.ceil((frames - 3) / 180));
    expect(Math.max(...loops)).toBeLessThanOrEqual(180);
    expect(Math.min(...loops)).toBeGreaterThanOrEqual(90);
    expect(shots.every((shot) => shot.kind === 'still' || (shot.kind === 'transition' && shot.type === 'fade'))).toBe(
      true,
    );
  });

  it('stay where a picture stands too briefly, is seen in part, or has a video', () => {
    const others = [
      still(101),
      still(300, { slide: 0, view: 1 }),
      still(300, { slide: 0, rest: 'end' }),
      still(300, { slide: 0, moment: 2 }),
      still(300, { slide: 0, bare: true }),
    ];
    expect(moved(...others)).toEqual(others);
  });

  it('leave everything else of a slide as it is', () => {
    const rise: ShotWithoutPresenter = {
      ...{ kind: 'transition', type: 'rise', frames: 12, direction: 'ltr' },
      ...{ from: { slide: 0, revealed: 1 }, to: { slide: 0 } },
    };
    const first = still(60, { slide: 0, revealed: 1 });
    expect(moved(first, rise, still(200)).slice(0, 2)).toEqual([first, rise]);
  });
});
