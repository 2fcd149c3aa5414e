import { expect, it } from 'vitest';
import { DEFAULT_CAPTION_STYLE } from '#engine/video/captions/caption-style.ts';
import { captionArea } from '#engine/video/drawing/layout/caption-area.ts';
import {
  IMAGE_SHARES_OF_SLIDE,
  LAST_IMAGE_SHARE_OF_SLIDE,
  regionsBelowImage,
} from '#engine/video/drawing/layout/regions.ts';
import { ASPECT_RATIO_NAMES, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';

it.each(BUILT_IN_TEMPLATES)(
  'an image above text and captions is not a strip, unless text would be cut: $id',
  (template) => {
    for (const format of ASPECT_RATIO_NAMES) {
      const size = pictureDimensionsOfFormat(format, '480p');
      const heightAt = (share: number): number =>
        regionsBelowImage({
          ...{ size, template, share, direction: 'ltr', arrangement: 'stacked', hasImage: true },
          ...{ scene: template.scenes.content, reserved: captionArea(size, DEFAULT_CAPTION_STYLE).reserved },
        }).image?.height ?? 0;
      for (const share of IMAGE_SHARES_OF_SLIDE) expect(heightAt(share)).toBeGreaterThanOrEqual(0.13 * size.height);
      expect(heightAt(LAST_IMAGE_SHARE_OF_SLIDE)).toBeLessThan(heightAt(Math.min(...IMAGE_SHARES_OF_SLIDE)));
    }
  },
);
