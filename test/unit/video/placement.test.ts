import { expect, test } from 'vitest';
import type { ClipOnTimeLine } from '#engine/video/clips/clip.ts';
import { assertClipDurations, plannedKeyFramePositions } from '#engine/video/clips/placement.ts';

const placed = (form: ClipOnTimeLine['clip']['form'], frames: number, shown: number): ClipOnTimeLine => ({
  file: '/clips',
  clip: { form, frames, offset: 0, bytes: 1, parameter_sets: '' },
  shown,
});

const fadeIn = (shown: number): ClipOnTimeLine => ({ ...placed('key_frame', 1, shown), fadesIn: true });

test.each([
  ['a still every five seconds', [placed('key_frame', 1, 150), placed('key_frame', 1, 301)], [0, 150, 250, 350]],
  ['a repeated GOP at its own length', [placed('still_gop', 60, 121), placed('still_gop', 60, 2)], [0, 40, 80, 121]],
  ['a move at its start', [placed('moving', 140, 140), placed('moving', 1, 1)], [0, 140]],
  ['no fade, but what follows it', [placed('key_frame', 1, 100), fadeIn(15), placed('key_frame', 1, 9)], [0, 115]],
  ['GOPs of five seconds, the fade of the last included,', [placed('key_frame', 1, 285), fadeIn(15)], [0, 150]],
  ['every frame before a fade that leaves room for one', [placed('key_frame', 1, 4), fadeIn(149)], [0, 1, 2, 3]],
])('%s has a key frame', (_, clips, keyframes) => {
  expect(plannedKeyFramePositions({ fps: 30 }, clips)).toEqual(keyframes);
});

test('the first clip cannot fade in', () => {
  expect(() => assertClipDurations([fadeIn(15)])).toThrow(RangeError);
  expect(() => assertClipDurations([placed('key_frame', 1, 1), fadeIn(15)])).not.toThrow();
});
