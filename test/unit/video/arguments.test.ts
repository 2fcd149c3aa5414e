import { expect, test } from 'vitest';
import { muxOutput } from '../../../lib/video/ffmpeg/mux-arguments.ts';
import { atFrames, EVERY_FRAME, x264Output } from '../../../lib/video/ffmpeg/x264-arguments.ts';

test('forced keyframe times fall between the frame before and the frame itself', () => {
  for (const fps of [24, 25, 30, 50, 60]) {
    const frames = [0, 1, 7, 899, 863_999];
    const times = atFrames(frames, fps).split(',').map(Number);
    frames.forEach((frame, i) => {
      expect(times[i]).toBeLessThan(frame / fps + 1e-9);
      expect(times[i]).toBeGreaterThan((frame - 1) / fps);
    });
  }
});

test('qualities differ in crf alone, so that their segments can be joined', () => {
  const withoutCrf = (quality: 'draft' | 'standard' | 'high'): string[] => {
    const options = x264Output({ quality, keyframes: EVERY_FRAME });
    options[options.indexOf('-crf') + 1] = '';
    return options;
  };
  expect(withoutCrf('draft')).toEqual(withoutCrf('standard'));
  expect(withoutCrf('high')).toEqual(withoutCrf('standard'));
});

test('the encoder is given no level: it takes the one that size and rate need', () => {
  expect(x264Output({ quality: 'standard', keyframes: EVERY_FRAME })).not.toContain('-level');
});

test('a title stays one argument, and is left out when there is none', () => {
  const options = muxOutput({ fps: 30, hasAudio: false, title: 'Q3 results: up' });
  expect(options).toContain('title=Q3 results: up');
  expect(muxOutput({ fps: 30, hasAudio: false }).filter((option) => option === '-metadata')).toEqual([]);
});
