import { describe, expect, it } from 'vitest';
import { CAPTION_PRESETS, DEFAULT_CAPTION_STYLE } from '#engine/video/captions/caption-style.ts';
import { captionArea, captionRise } from '#engine/video/drawing/layout/caption-area.ts';
import {
  PRESENTER_SHAPES,
  PRESENTER_SIZES,
  presenterBox,
  slideBoxNextToPresenter,
} from '#engine/video/footage/presenter-look.ts';
import { ASPECT_RATIO_NAMES, pictureDimensionsOfFormat } from '#engine/video/format.ts';

describe.each(ASPECT_RATIO_NAMES)('captions of a slide with a presenter next to it: %s', (format) => {
  const picture = pictureDimensionsOfFormat(format, '480p');

  it('are not over a presenter below the slide, and in the room that the slide keeps free', () => {
    for (const preset of CAPTION_PRESETS)
      for (const size of PRESENTER_SIZES)
        for (const shape of PRESENTER_SHAPES) {
          const style = { ...DEFAULT_CAPTION_STYLE, preset };
          const look = { place: 'side', shape, size } as const;
          const slide = slideBoxNextToPresenter(look, picture);
          if (slide.height === picture.height) continue;
          const { at, height } = captionArea(picture, style);
          const bottom = at - captionRise(picture, slide, style);
          expect((at - bottom) % 2).toBe(0);
          expect(bottom).toBeLessThanOrEqual(Math.min(slide.height, presenterBox(look, picture).y));
          const { reserved } = captionArea(slide, style);
          expect(bottom - height).toBeGreaterThanOrEqual(slide.height - reserved.bottom - 2);
        }
  });

  it('stay where they are without such a presenter, and at the top and in the middle', () => {
    expect(captionRise(picture, picture, DEFAULT_CAPTION_STYLE)).toBe(0);
    const slide = slideBoxNextToPresenter({ place: 'side', shape: 'circle', size: 'large' }, picture);
    for (const position of ['top', 'middle'] as const)
      expect(captionRise(picture, slide, { ...DEFAULT_CAPTION_STYLE, position })).toBe(0);
  });
});
