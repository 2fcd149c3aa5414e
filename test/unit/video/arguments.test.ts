import { expect, test } from 'vitest';
import { FORCE_ALL_KEY_FRAMES_EXPRESSION, forceKeyFramesAtExpression } from '#engine/video/ffmpeg/picture-arguments.ts';
import { x264OutputOptions } from '#engine/video/ffmpeg/x264-arguments.ts';

test('forced keyframe times fall before the frame itself, and nearer to it than to any other', () => {
  for (const fps of [24, 25, 30, 50, 60]) {
    const frames = [0, 1, 2, 3, 7, 899, 863_999];
    const times = forceKeyFramesAtExpression(frames, fps).split(',').map(Number);
    frames.forEach((frame, i) => {
      expect(times[i]).toBeLessThan(frame / fps + 1e-9);
      expect(Math.round((times[i] ?? 0) * fps)).toBe(frame);
    });
  }
});

test('qualities differ in crf alone, so that their segments can be joined', () => {
  const withoutCrf = (quality: 'draft' | 'standard' | 'high'): string[] => {
    const options = x264OutputOptions({ quality, keyframes: FORCE_ALL_KEY_FRAMES_EXPRESSION });
    options[options.indexOf('-crf') + 1] = '';
    return options;
  };
  expect(withoutCrf('draft')).toEqual(withoutCrf('standard'));
  expect(withoutCrf('high')).toEqual(withoutCrf('standard'));
});

test('the encoder is given no level: it takes the one that size and rate need', () => {
  expect(x264OutputOptions({ quality: 'standard', keyframes: FORCE_ALL_KEY_FRAMES_EXPRESSION })).not.toContain(
    '-level',
  );
});
