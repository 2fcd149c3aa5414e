import { expect, test } from 'vitest';
import { x265OutputOptions } from '#engine/video/ffmpeg/x265-arguments.ts';
import { ASPECT_RATIO_NAMES, pictureDimensionsOfFormat, RESOLUTION_NAMES } from '#engine/video/format.ts';

const treeBlockOf = (size: { width: number; height: number }): string | undefined =>
  x265OutputOptions({ size, quality: 'standard', keyframes: 'expr:1', filters: 'setsar=1' })
    .join(':')
    .split(':')
    .find((option) => option.startsWith('ctu='));

test('beyond level 4.1 coding tree blocks of H.265 are 32 wide: x265 refuses to encode with smaller ones', () => {
  const large = RESOLUTION_NAMES.flatMap((resolution) =>
    ASPECT_RATIO_NAMES.filter((format) => treeBlockOf(pictureDimensionsOfFormat(format, resolution)) === 'ctu=32').map(
      (format) => `${format} ${resolution}`,
    ),
  );
  expect(large).toEqual([
    ...['landscape 1440p', 'classic 1440p', 'portrait 1440p', 'feed 1440p'],
    ...ASPECT_RATIO_NAMES.map((format) => `${format} 2160p`),
  ]);
  expect(treeBlockOf(pictureDimensionsOfFormat('square', '1440p'))).toBe('ctu=16');
});
