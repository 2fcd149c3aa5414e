import { expect, test } from 'vitest';
import type { ClipForm, PlacedClip } from '../../../lib/video/clips/clip.ts';
import { plannedKeyframes } from '../../../lib/video/clips/placement.ts';

const placed = (form: ClipForm, frames: number, shown: number): PlacedClip => ({
  file: '/clips',
  clip: { form, frames, offset: 0, bytes: 1, parameter_sets: '' },
  shown,
});

test.each([
  ['a still every five seconds', [placed('key_frame', 1, 150), placed('key_frame', 1, 301)], [0, 150, 250, 350]],
  ['a repeated GOP at its own length', [placed('still_gop', 60, 121), placed('still_gop', 60, 2)], [0, 40, 80, 121]],
  ['a move at its start', [placed('moving', 140, 140), placed('moving', 1, 1)], [0, 140]],
])('%s has a key frame', (_, clips, keyframes) => {
  expect(plannedKeyframes({ fps: 30 }, clips)).toEqual(keyframes);
});
