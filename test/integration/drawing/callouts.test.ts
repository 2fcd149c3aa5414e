import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { DrawableCallout } from '#engine/video/drawing/callouts/callout.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import { zoomedPicture, zoomFrames } from '#engine/video/motion/zoom-frames.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { meanLumaDifference } from '#test/support/samples/yuv-pictures.ts';
import { collected } from '#test/support/video/seam-steps.ts';

const NOTO_SANS_BOLD = fileURLToPath(
  import.meta.resolve('@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff'),
);
const size = pictureDimensionsOfFormat('landscape', '480p');
const plain = requireBuiltInTemplate('plain');
const painter = await createSlideAndCaptionPainter();

const font = create(readFileSync(NOTO_SANS_BOLD)) as Font;

/** The outlines of a text in an SVG. The fonts of a machine are others on the next one. */
function outlinesOf(text: string, left: number, baseline: number, fontSize: number): string {
  const scale = fontSize / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let x = left;
  return glyphs
    .map((glyph, i) => {
      const path = glyph.path.scale(scale, -scale).translate(x, baseline).toSVG();
      x += (positions[i]?.xAdvance ?? 0) * scale;
      return `<path d="${path}"/>`;
    })
    .join('');
}

// The service blocks the reader of SVG, also for files that share a process with its image code.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });

/** A white page of 1600×900 with a black text in a row. */
const page = async (text: string): Promise<Uint8Array> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="#ffffff"/>${outlinesOf(text, 200, 480, 60)}</svg>`,
    ),
  )
    .png()
    .toBuffer();
const slideWith = async (text: string, over: Partial<DrawableSlide> = {}): Promise<DrawableSlide> => ({
  ...{ title: '', bullet_points: [], layout: 'page', language: 'en', is_first: false },
  image: {
    ...{ bytes: await page(text), width: 1600, height: 900, fit: 'contain', focus: { x: 0.5, y: 0.5 } },
    is_page: true,
  },
  ...over,
});
const slide = await slideWith('4111 1111 1111 1111');
const ROW = { x: 0.1, y: 0.45, width: 0.8, height: 0.12 };
const paint = (callouts: DrawableCallout[], drawn = slide): Promise<RawPicture> =>
  painter.paint(drawn, size, plain, { callouts });

/** The mean of red, green and blue at a place, 0–1 from the left and from the top. */
function lightAt({ rgba, width, height }: RawPicture, x: number, y: number): number {
  const at = (Math.round(y * height) * width + Math.round(x * width)) * 4;
  return ((rgba[at] ?? 0) + (rgba[at + 1] ?? 0) + (rgba[at + 2] ?? 0)) / 3;
}

/** The pixels at which two pictures differ, as parts of the width and height, from the left top one to the right bottom one. */
function changed(one: RawPicture, other: RawPicture): { left: number; top: number; right: number; bottom: number } {
  const found = { left: 1, top: 1, right: 0, bottom: 0 };
  for (let at = 0; at < one.rgba.length; at += 4) {
    if ([0, 1, 2].every((channel) => one.rgba[at + channel] === other.rgba[at + channel])) continue;
    const [x, y] = [((at / 4) % one.width) / one.width, Math.floor(at / 4 / one.width) / one.height];
    found.left = Math.min(found.left, x);
    found.right = Math.max(found.right, x);
    found.top = Math.min(found.top, y);
    found.bottom = Math.max(found.bottom, y);
  }
  return found;
}

const bare = await paint([]);

describe('callouts over a slide', () => {
  it.each(['box', 'circle'] as const)('draw a %s around the area, and leave what is in it', async (kind) => {
    const drawn = await paint([{ kind, area: ROW, color: '#ff0000' }]);
    const { left, top, right, bottom } = changed(bare, drawn);
    expect(Math.abs(left - ROW.x) + Math.abs(right - ROW.x - ROW.width)).toBeLessThan(0.16);
    expect(Math.abs(top - ROW.y) + Math.abs(bottom - ROW.y - ROW.height)).toBeLessThan(0.12);
    expect(lightAt(drawn, 0.5, 0.5)).toBe(lightAt(bare, 0.5, 0.5));
  });

  it('draw an arrow from the side with most room, with its label at the other end', async () => {
    const area = { x: 0.1, y: 0.45, width: 0.1, height: 0.1 };
    const alone = changed(bare, await paint([{ kind: 'arrow', area, color: '#ff0000' }]));
    expect(alone.left).toBeGreaterThan(area.x + area.width - 0.01);
    expect(alone.left).toBeLessThan(area.x + area.width + 0.03);
    const labelled = changed(bare, await paint([{ kind: 'arrow', area, text: 'Here', color: '#ff0000' }]));
    expect(labelled.right).toBeGreaterThan(alone.right + 0.02);
  });

  /** The part of the pixels in a box (parts of the width and height) that a callout changes. */
  function changedPart(drawn: RawPicture, box: { x: number; y: number; width: number; height: number }): number {
    let [count, all] = [0, 0];
    for (let y = Math.round(box.y * size.height); y < Math.round((box.y + box.height) * size.height); y++)
      for (let x = Math.round(box.x * size.width); x < Math.round((box.x + box.width) * size.width); x++) {
        const at = (y * size.width + x) * 4;
        if ([0, 1, 2].some((channel) => bare.rgba[at + channel] !== drawn.rgba[at + channel])) count++;
        all++;
      }
    return count / all;
  }

  it('keep a label off an arrow for which the page has no room at its tail', async () => {
    const area = { x: 0.35, y: 0.4, width: 0.3, height: 0.3 };
    const text = 'A label that is much longer than the room next to it has';
    const [alone, labelled] = [await paint([{ kind: 'arrow', area }]), await paint([{ kind: 'arrow', area, text }])];
    const arrow = changed(bare, alone);
    const [width, height] = [arrow.right - arrow.left, arrow.bottom - arrow.top];
    const box = { x: arrow.left, y: arrow.top, width, height };
    expect(changedPart(labelled, box)).toBe(changedPart(alone, box));
    const whole = { x: 0, y: 0, width: 1, height: 1 };
    expect(changedPart(labelled, whole)).toBeGreaterThan(changedPart(alone, whole) + 0.015);
  });

  it.each(['box', 'circle', 'arrow'] as const)(
    'draw a whole %s where the area reaches the edges of the page',
    async (kind) => {
      const drawn = await paint([{ kind, area: { x: 0, y: 0, width: 1, height: 1 }, color: '#ff0000' }]);
      let red = 0;
      const seen = { left: false, right: false, top: false, bottom: false };
      for (let at = 0; at < drawn.rgba.length; at += 4) {
        if (drawn.rgba[at] !== 255 || drawn.rgba[at + 1] !== 0) continue;
        const [x, y] = [(at / 4) % size.width, Math.floor(at / 4 / size.width)];
        red++;
        seen.left ||= x < 8;
        seen.right ||= x > size.width - 8;
        seen.top ||= y < 8;
        seen.bottom ||= y > size.height - 8;
      }
      expect(red).toBeGreaterThan(50);
      const isAround = kind !== 'arrow';
      expect(seen).toMatchObject(isAround ? { left: true, right: true, top: true, bottom: true } : {});
    },
  );

  it('do not put labels over one another while there is room', async () => {
    const first = {
      kind: 'box',
      area: { x: 0.3, y: 0.4, width: 0.2, height: 0.1 },
      text: 'One',
      color: '#ff0000',
    } as const;
    const second = {
      kind: 'box',
      area: { x: 0.3, y: 0.41, width: 0.2, height: 0.09 },
      text: 'Two',
      color: '#00ff00',
    } as const;
    const ground = (picture: RawPicture, red: number, green: number): number => {
      let count = 0;
      for (let at = 0; at < picture.rgba.length; at += 4)
        if (picture.rgba[at] === red && picture.rgba[at + 1] === green && picture.rgba[at + 2] === 0) count++;
      return count;
    };
    const [alone, both] = [await paint([first]), await paint([first, second])];
    // The label is as visible as before; the lines of both boxes cross.
    expect(ground(both, 255, 0)).toBeGreaterThan(0.6 * ground(alone, 255, 0));
  });

  it('put labels where they cover no text of the slide', async () => {
    const points: DrawableSlide = {
      title: 'Points',
      layout: 'bullets',
      language: 'en',
      is_first: false,
      bullet_points: ['First point about the harbour', 'Second point, a little longer', 'Third point', 'Fourth point'],
    };
    // The second point is directly below the callout.
    const callout = { kind: 'box', area: { x: 0.03, y: 0.3, width: 0.5, height: 0.12 }, color: '#ff0000' } as const;
    const alone = await paint([callout], points);
    const labelled = await paint([{ ...callout, text: 'A label of mine' }], points);
    const isGround = (at: number): boolean => [0, 1, 2].every((i) => alone.rgba[at + i] === alone.rgba[i]);
    let [seen, covered] = [0, 0];
    for (let at = 0; at < alone.rgba.length; at += 4) {
      if ([0, 1, 2].every((i) => alone.rgba[at + i] === labelled.rgba[at + i])) continue;
      seen++;
      if (!isGround(at)) covered++;
    }
    expect(seen).toBeGreaterThan(1000);
    expect(covered).toBe(0);
  });

  it('put labels above a callout whose image has a caption below', async () => {
    const { image } = slide;
    const figure = await slideWith('A shot', {
      ...{ layout: 'figure', title: 'Shot' },
      image: image && {
        ...image,
        is_page: undefined,
        is_figure: true,
        caption: 'A caption below the whole of the figure',
      },
    });
    const callout = { kind: 'box', area: { x: 0.3, y: 0.7, width: 0.4, height: 0.29 }, color: '#ff0000' } as const;
    const alone = await paint([callout], figure);
    const outline = changed(await paint([], figure), alone);
    const label = changed(alone, await paint([{ ...callout, text: 'Below' }], figure));
    expect(label.bottom).toBeLessThan(outline.top);
  });

  it('dim everything but the area to 45 % for a spotlight', async () => {
    const drawn = await paint([{ kind: 'spotlight', area: ROW }]);
    expect(lightAt(drawn, 0.05, 0.1)).toBeCloseTo(0.45 * lightAt(bare, 0.05, 0.1), -0.5);
    expect(lightAt(drawn, 0.85, 0.5)).toBe(lightAt(bare, 0.85, 0.5));
  });

  it('make a text unreadable: pictures of different texts are nearly the same, and only the area changes', async () => {
    const blurred = async (text: string) => paint([{ kind: 'blur', area: ROW }], await slideWith(text));
    const [one, other] = [await blurred('4716 2938 5620 8391'), await blurred('5500 0200 0030 0004')];
    const apart = (a: RawPicture, b: RawPicture): number =>
      a.rgba.reduce((most, value, i) => Math.max(most, Math.abs(value - (b.rgba[i] ?? 0))), 0);
    expect(apart(await paint([]), await paint([], await slideWith('5500 0200 0030 0004')))).toBeGreaterThan(200);
    // The mean ink of large blocks is all that is left.
    expect(apart(one, other)).toBeLessThan(18);
    const { top, bottom, left, right } = changed(bare, one);
    expect([top >= ROW.y - 0.003, bottom <= ROW.y + ROW.height + 0.003]).toEqual([true, true]);
    expect([left >= ROW.x - 0.003, right <= ROW.x + ROW.width + 0.003]).toEqual([true, true]);
    // No edge is left within it.
    const row = Math.round(0.51 * size.height);
    const steps = Array.from({ length: Math.round(0.7 * size.width) }, (_, i) => {
      const at = (x: number) => one.rgba[(row * size.width + x) * 4] ?? 0;
      const x = Math.round(0.15 * size.width) + i;
      return Math.abs(at(x + 1) - at(x));
    });
    expect(Math.max(...steps)).toBeLessThan(6);
  });

  it('are about parts of the whole image, wherever its box crops it', async () => {
    const image = slide.image && { ...slide.image, fit: 'cover' as const, is_page: undefined };
    const left = { ...slide, layout: 'image_left' as const, title: 'A', image };
    // The middle of the image is in the middle of its panel.
    const area = { x: 0.48, y: 0.48, width: 0.04, height: 0.04 };
    const { left: from, right: to } = changed(
      await paint([], left),
      await paint([{ kind: 'box', area, color: '#ff0000' }], left),
    );
    expect((from + to) / 2).toBeCloseTo(0.23, 1);
    // What is cropped away cannot be pointed at.
    const off = { x: 0, y: 0.4, width: 0.05, height: 0.1 };
    expect(changed(await paint([], left), await paint([{ kind: 'box', area: off }], left)).right).toBe(0);
  });

  it('that blur are in every picture that does not name others', async () => {
    const kept = { ...slide, callouts: [{ kind: 'blur' as const, area: ROW }] };
    const covered = await paint([{ kind: 'blur', area: ROW }]);
    expect(Buffer.compare((await painter.paint(kept, size, plain)).rgba, covered.rgba)).toBe(0);
    expect(Buffer.compare((await painter.paint(kept, size, plain, { callouts: [] })).rgba, bare.rgba)).toBe(0);
  });
});

describe('the camera', () => {
  const titled: DrawableSlide = {
    ...{ title: 'Sharp when it is near', layout: 'bullets', language: 'en', is_first: false },
    bullet_points: ['One', 'Two', 'Three'],
  };
  const near = { x: 0.05, y: 0.12, width: 0.3, height: 0.3 };

  it('goes from the whole slide to the area without a jump at either end, and back the same way', async () => {
    // Each frame is resampled: a small one takes a quarter of the time.
    const layers = await painter.paintZoom(titled, near, { width: 426, height: 240 }, plain);
    const there = await collected(zoomFrames(layers, 'in', 14));
    const back = await collected(zoomFrames(layers, 'out', 14));
    const [whole, part] = [rgbToYuv420(layers.picture), rgbToYuv420(await zoomedPicture(layers))];
    const [first, last] = [there[0], there.at(-1)];
    if (!first || !last) throw new RangeError('no frames');
    const way = meanLumaDifference(whole, part);
    expect(meanLumaDifference(first, whole)).toBeLessThan(0.08 * way);
    expect(meanLumaDifference(last, part)).toBeLessThan(0.3 * way);
    for (const [i, frame] of back.entries())
      expect(meanLumaDifference(frame, there[13 - i] ?? whole)).toBeLessThan(0.02);
  });

  it('shows letters that were drawn for it: their edges are as sharp as those of the whole slide', async () => {
    const layers = await painter.paintZoom(titled, near, size, plain);
    const steepest = ({ rgba, width }: RawPicture): number => {
      let most = 0;
      for (let at = 0; at < rgba.length - 4; at += 4)
        if ((at / 4) % width < width - 1) most = Math.max(most, Math.abs((rgba[at] ?? 0) - (rgba[at + 4] ?? 0)));
      return most;
    };
    const part = await zoomedPicture(layers);
    expect([part.width, part.height]).toEqual([size.width, size.height]);
    expect(steepest(part)).toBeGreaterThan(0.95 * steepest(layers.picture));
    // An enlarged picture of the slide has no such edges.
    const { view, picture, large } = layers;
    const scale = picture.width / large.width;
    const cut = {
      left: Math.round(view.x * scale),
      top: Math.round(view.y * scale),
      width: Math.round(view.width * scale),
      height: Math.round(view.height * scale),
    };
    const enlarged = await sharp(picture.rgba, { raw: { width: picture.width, height: picture.height, channels: 4 } })
      .extract(cut)
      .resize(size.width, size.height, { fit: 'fill' })
      .raw()
      .toBuffer();
    expect(steepest({ ...size, rgba: enlarged })).toBeLessThan(0.8 * steepest(part));
  });
});
