import { expect, it } from 'vitest';
import {
  FOOTAGE_TONE_GRID,
  FOOTAGE_TONES_PATTERN,
  footageGroupsForTones,
  footageTones,
  tonesOfFootagePart,
} from '#engine/video/footage/footage-tones.ts';
import { flatPicture } from '#test/support/samples/yuv-pictures.ts';

const SIZE = { width: 24, height: 16 };
const [BLACK, WHITE] = [16, 235];
/** Footage whose looks get lighter evenly from black to white. @param groups of two seconds */
const lightening = (groups: number) => {
  const video = { fps: 25, frames: 50 * groups };
  const looks = [...footageGroupsForTones(video), 'last'].map((_, i, all) =>
    flatPicture(SIZE, Math.round(BLACK + ((WHITE - BLACK) * i) / (all.length - 1))),
  );
  return { ...video, tones: footageTones(looks) };
};
const only = (levels: readonly number[]): number => {
  expect(levels).toHaveLength(FOOTAGE_TONE_GRID.columns * FOOTAGE_TONE_GRID.rows);
  expect(new Set(levels).size).toBe(1);
  return levels[0] ?? -1;
};

it('footage is looked at once in two seconds, but not more often than 240 times', () => {
  expect(footageGroupsForTones({ fps: 25, frames: 1 })).toEqual([0]);
  expect(footageGroupsForTones({ fps: 25, frames: 101 })).toEqual([0, 1, 2]);
  const long = footageGroupsForTones({ fps: 30, frames: 30 * 1800 });
  expect(long.slice(0, 3)).toEqual([0, 4, 8]);
  expect(long).toHaveLength(225);
});

it.each([1, 2, 7, 12, 13, 100, 900])('the tones of %d groups are those of the part that is shown', (groups) => {
  const video = lightening(groups);
  const seconds = 2 * groups;
  expect(video.tones).toMatch(FOOTAGE_TONES_PATTERN);
  const whole = tonesOfFootagePart(video, { from: 0, to: seconds });
  expect([only(whole.darkest), only(whole.lightest)]).toEqual([0, 255]);
  for (const share of [0, 0.3, 0.55, 0.9]) {
    const [from, to] = [share * seconds, (share + 0.1) * seconds];
    const { darkest, lightest } = tonesOfFootagePart(video, { from, to });
    expect(only(darkest)).toBeLessThanOrEqual(Math.ceil(255 * share));
    expect(only(lightest)).toBeGreaterThanOrEqual(Math.floor(255 * (share + 0.1)));
    // No more than a stretch before and after is counted in.
    const stretch = 2 / Math.min(12, groups);
    expect(only(darkest)).toBeGreaterThanOrEqual(255 * (share - stretch) - 1);
    expect(only(lightest)).toBeLessThanOrEqual(255 * (share + 0.1 + stretch) + 1);
  }
});

it('a part of the picture has its own tones, and a colour counts as the grey with its luminance', () => {
  const blue = flatPicture(SIZE, BLACK);
  const luma = SIZE.width * SIZE.height;
  // BT.709: pure blue.
  blue.data.fill(32, 0, luma);
  blue.data.fill(240, luma, luma * 1.25);
  blue.data.fill(118, luma * 1.25);
  // White in the first part of the second row.
  for (let y = 4; y < 8; y++) {
    for (let x = 0; x < 4; x++) blue.data[y * SIZE.width + x] = WHITE;
    for (let x = 0; x < 2; x++) {
      const chroma = (y >> 1) * (SIZE.width / 2) + x;
      blue.data[luma + chroma] = 128;
      blue.data[luma * 1.25 + chroma] = 128;
    }
  }
  const { lightest, darkest } = tonesOfFootagePart(
    { fps: 25, frames: 25, tones: footageTones([blue, blue]) },
    { from: 0, to: 1 },
  );
  expect(lightest[FOOTAGE_TONE_GRID.columns]).toBe(255);
  // The luminance of blue is 0.072, that of sRGB grey 76.
  for (const levels of [lightest, darkest]) {
    expect(levels[0]).toBeGreaterThanOrEqual(74);
    expect(levels[0]).toBeLessThanOrEqual(79);
  }
});
