import { describe, expect, it } from 'vitest';
import {
  ASPECT_RATIO_NAMES,
  type AspectRatioName,
  pictureDimensionsOfFormat,
  RESOLUTION_NAMES,
  type Resolution,
} from '#engine/video/format.ts';

const SIZES: readonly [AspectRatioName, Resolution, number, number][] = [
  ['landscape', '480p', 854, 480],
  ['landscape', '720p', 1280, 720],
  ['landscape', '1080p', 1920, 1080],
  ['landscape', '1440p', 2560, 1440],
  ['landscape', '2160p', 3840, 2160],
  ['classic', '480p', 640, 480],
  ['classic', '720p', 960, 720],
  ['classic', '1080p', 1440, 1080],
  ['classic', '1440p', 1920, 1440],
  ['classic', '2160p', 2880, 2160],
  ['portrait', '480p', 480, 854],
  ['portrait', '720p', 720, 1280],
  ['portrait', '1080p', 1080, 1920],
  ['portrait', '1440p', 1440, 2560],
  ['portrait', '2160p', 2160, 3840],
  ['square', '480p', 480, 480],
  ['square', '720p', 720, 720],
  ['square', '1080p', 1080, 1080],
  ['square', '1440p', 1440, 1440],
  ['square', '2160p', 2160, 2160],
  ['feed', '480p', 480, 600],
  ['feed', '720p', 720, 900],
  ['feed', '1080p', 1080, 1350],
  ['feed', '1440p', 1440, 1800],
  ['feed', '2160p', 2160, 2700],
];

describe('the size of a picture', () => {
  it.each(SIZES)('%s at %s is %i × %i', (format, resolution, width, height) => {
    expect(pictureDimensionsOfFormat(format, resolution)).toEqual({ width, height });
    expect([width % 2, height % 2]).toEqual([0, 0]);
  });

  it('is known here for every format at every resolution', () => {
    expect(SIZES).toHaveLength(ASPECT_RATIO_NAMES.length * RESOLUTION_NAMES.length);
  });
});
