import { expect, test } from 'vitest';
import type { ClipForm, PlacedClip } from '../../../lib/video/clips/clip.ts';
import { plannedKeyframes } from '../../../lib/video/clips/placement.ts';

const placed = (form: ClipForm, frames: number, shown: number): PlacedClip => ({
  file: '/clips',
  clip: { form, frames, offset: 0, bytes: 1, parameter_sets: '' },
  shown,
});

test.each([
  ['a still every five seconds', [placed('idr', 1, 150), placed('idr', 1, 301)], [0, 150, 250, 350]],
  ['a repeated GOP at its own length', [placed('gop', 60, 121), placed('gop', 60, 2)], [0, 40, 80, 121]],
  ['a move at its start', [placed('frames', 140, 140), placed('frames', 1, 1)], [0, 140]],
])('%s has a key frame', (_, clips, keyframes) => {
  expect(plannedKeyframes({ fps: 30 }, clips)).toEqual(keyframes);
});
