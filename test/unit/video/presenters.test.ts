import { describe, expect, it } from 'vitest';
import { createPresenterCompositor } from '#engine/video/footage/create-presenter-compositor.ts';
import { findHumanFaceInFrames } from '#engine/video/footage/find-human-face-in-frames.ts';
import { presenterCrop } from '#engine/video/footage/presenter-crop.ts';
import {
  PRESENTER_PLACES,
  PRESENTER_SHAPES,
  PRESENTER_SIZES,
  presenterBox,
  slideBoxNextToPresenter,
} from '#engine/video/footage/presenter-look.ts';
import { allocateYuvPicture, planeLayoutsOfYuvPicture, type YuvPicture } from '#engine/video/picture.ts';

/** Luma, Cb and Cr. */
type Color = readonly [y: number, cb: number, cr: number];
const SKIN: Color = [150, 110, 155];
const WOOD: Color = [120, 108, 150];
const BLUE: Color = [80, 150, 115];

/** A picture of one colour, with discs: their middle and radius in pixels. */
function pictureOf(
  size: { width: number; height: number },
  ground: Color,
  ...discs: { x: number; y: number; r: number; color: Color }[]
): YuvPicture {
  const picture = allocateYuvPicture(size);
  for (const [i, plane] of planeLayoutsOfYuvPicture(size).entries())
    for (let at = 0; at < plane.width * plane.height; at++) {
      const [x, y] = [(at % plane.width) * plane.every, Math.floor(at / plane.width) * plane.every];
      const disc = discs.find((one) => Math.hypot(one.x - x, one.y - y) <= one.r);
      picture.data[plane.offset + at] = (disc?.color ?? ground)[i] ?? 0;
    }
  return picture;
}

const lumaAt = ({ data, width }: YuvPicture, x: number, y: number): number => data[y * width + x] ?? 0;

describe('the box of a presenter', () => {
  const formats = [
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
    { width: 1080, height: 1080 },
    { width: 854, height: 480 },
  ];
  const looks = PRESENTER_PLACES.flatMap((place) =>
    PRESENTER_SHAPES.flatMap((shape) => PRESENTER_SIZES.map((size) => ({ place, shape, size }))),
  );

  it('is within the picture, of even numbers, and next to the slide with `side`', () => {
    for (const picture of formats)
      for (const look of looks) {
        const box = presenterBox(look, picture);
        const slide = slideBoxNextToPresenter(look, picture);
        expect([box.x, box.y, box.width, box.height, slide.width, slide.height].every((side) => side % 2 === 0)).toBe(
          true,
        );
        expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(picture.width);
        expect(box.y + box.height).toBeLessThanOrEqual(picture.height);
        const isApart = box.x >= slide.width || box.y >= slide.height;
        expect(isApart).toBe(look.place === 'side');
      }
  });

  it('leaves the bottom to captions', () => {
    const look = { place: 'bottom_left', shape: 'rounded', size: 'small' } as const;
    const box = presenterBox(look, { width: 1920, height: 1080 }, 200);
    expect(box.y + box.height).toBeLessThanOrEqual(880);
  });
});

describe('a presenter that is laid over a picture', () => {
  const box = { x: 20, y: 10, width: 60, height: 60 };
  const under = () => pictureOf({ width: 120, height: 80 }, BLUE);
  const frame = pictureOf(box, SKIN);

  it('fills a circle with a ring, and nothing else', () => {
    const picture = under();
    createPresenterCompositor({ shape: 'circle' }, box, '#ff0000')(picture, frame);
    expect(lumaAt(picture, 50, 40)).toBe(SKIN[0]);
    // The ring has the luma of red.
    expect(Math.abs(lumaAt(picture, 20, 40) - 63)).toBeLessThan(6);
    expect([lumaAt(picture, 21, 11), lumaAt(picture, 78, 68), lumaAt(picture, 50, 75)]).toEqual(
      Array.from({ length: 3 }, () => BLUE[0]),
    );
  });

  it('has soft edges, and corners where it is a box', () => {
    const round = under();
    createPresenterCompositor({ shape: 'circle' }, box, '#ff0000')(round, frame);
    const row = Array.from({ length: 60 }, (_, x) => lumaAt(round, 20 + x, 16));
    const between = row.filter((value) => ![BLUE[0], SKIN[0]].includes(value) && Math.abs(value - 63) > 3);
    expect(between.length).toBeGreaterThan(2);
    const square = under();
    createPresenterCompositor({ shape: 'rect' }, box, '#ff0000')(square, frame);
    expect(Math.abs(lumaAt(square, 21, 11) - 63)).toBeLessThan(6);
    expect(lumaAt(square, 24, 14)).toBe(SKIN[0]);
  });

  it('is refused at odd pixels, where chroma has no place', () => {
    expect(() => createPresenterCompositor({ shape: 'rect' }, { ...box, x: 21 }, '#ff0000')).toThrow(RangeError);
  });
});

describe('the head of somebody', () => {
  const size = { width: 128, height: 72 };
  const swaying = (wall: Color, ...others: { x: number; y: number; r: number; color: Color }[]) =>
    Array.from({ length: 9 }, (_, i) =>
      pictureOf(size, wall, { x: 78 + 6 * (i % 3), y: 26, r: 12, color: [130 + 10 * (i % 4), 110, 155] }, ...others),
    );

  it.each<[string, YuvPicture[]]>([
    ['before a wall', swaying(BLUE)],
    ['before wood, which stands still', swaying(WOOD)],
    ['above a hand', swaying(BLUE, { x: 40, y: 62, r: 9, color: SKIN })],
  ])('is found %s', (_, frames) => {
    const face = findHumanFaceInFrames(frames);
    expect(Math.abs((face?.x ?? 0) - 84 / 128)).toBeLessThan(0.06);
    expect(Math.abs((face?.y ?? 0) - 26 / 72)).toBeLessThan(0.1);
    expect(Math.abs((face?.size ?? 0) - 24 / 72)).toBeLessThan(0.15);
  });

  it('is not found in a landscape', () => {
    expect(findHumanFaceInFrames([pictureOf(size, BLUE), pictureOf(size, BLUE)])).toBeUndefined();
    expect(findHumanFaceInFrames([])).toBeUndefined();
  });

  it('is enlarged until it has half of the box, unless somebody names another point', () => {
    const recording = { width: 1920, height: 1080 };
    const box = { width: 200, height: 200 };
    const face = { x: 0.6, y: 0.3, size: 0.3 };
    expect(presenterCrop({ face }, recording, box)).toMatchObject({ zoom: 0.5 / 0.3, focus: { x: 0.6 } });
    expect(presenterCrop({ face: { ...face, size: 0.7 } }, recording, box).zoom).toBe(1);
    // A narrow box has room for a smaller head.
    expect(presenterCrop({ face }, recording, { width: 100, height: 200 }).zoom).toBe(0.75 / 2 / 0.3);
    expect(presenterCrop({ face, focus: { x: 0.1, y: 0.2 } }, recording, box).focus).toEqual({ x: 0.1, y: 0.2 });
    expect(presenterCrop({}, recording, box)).toEqual({ focus: { x: 0.5, y: 0.4 }, zoom: 1 });
  });
});
