import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cropAroundFocus } from '#engine/video/drawing/layout/image-placement.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { reencodeImage } from '#features/images/reencode.ts';
import { isWhole } from '#test/support/depth.ts';
import { drawnPortraits } from '#test/support/images/drawn-portraits.ts';
import { scenery } from '#test/support/images/drawn-scenery.ts';

const measured = async ({ rgba, width, height }: RawPicture) =>
  reencodeImage(
    await sharp(rgba, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .jpeg({ quality: 85 })
      .toBuffer(),
  );

const PORTRAITS = drawnPortraits((number) => isWhole || number % 3 === 1);
const CENTRE = { x: 0.5, y: 0.5 };
/** A band across the slide, and a panel next to text. */
const TARGETS = [
  { width: 900, height: 420 },
  { width: 420, height: 900 },
];

describe('the focus that is found in a picture', () => {
  it.each(PORTRAITS)('keeps the whole head: $name', async ({ picture, head }) => {
    const { found_focus, is_figure } = await measured(picture);
    expect(is_figure).toBeUndefined();
    for (const target of TARGETS) {
      const { left, top } = cropAroundFocus(found_focus ?? CENTRE, picture, target);
      expect(head.x).toBeGreaterThanOrEqual(left);
      expect(head.y).toBeGreaterThanOrEqual(top);
      expect(head.x + head.width).toBeLessThanOrEqual(left + target.width);
      expect(head.y + head.height).toBeLessThanOrEqual(top + target.height);
    }
  });

  it('is absent where nothing stands out', async () => {
    const { leaves } = scenery();
    expect(leaves && (await measured(leaves())).found_focus).toBeUndefined();
  });

  it('is absent for a figure, which is shown whole', async () => {
    const [portrait] = PORTRAITS;
    if (!portrait) throw new Error('no portrait');
    const { rgba, width, height } = portrait.picture;
    const cut = await sharp(rgba, { raw: { width, height, channels: 4 } })
      .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#00000000' })
      .png()
      .toBuffer();
    const { is_figure, found_focus } = await reencodeImage(cut);
    expect([is_figure, found_focus]).toEqual([true, undefined]);
  });
});
