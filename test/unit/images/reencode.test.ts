import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { reencodeImage } from '#features/images/reencode.ts';

const RED = [255, 0, 0] as const;
const BLUE = [0, 0, 255] as const;

/** 40 × 20 pixels, the left half red, the right half blue. */
function twoColours() {
  const pixels = Buffer.from(Array.from({ length: 20 * 40 }, (_, i) => (i % 40 < 20 ? RED : BLUE)).flat());
  return sharp(pixels, { raw: { width: 40, height: 20, channels: 3 } });
}

/** A whole black PNG of one bit a pixel: many pixels in few bytes. */
function blackPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    crc.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, crc]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The colour of one pixel, as the nearest of red and blue. */
async function colourAt(image: Uint8Array, x: number, y: number): Promise<'red' | 'blue'> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const offset = (y * info.width + x) * info.channels;
  return (data[offset] ?? 0) > (data[offset + 2] ?? 0) ? 'red' : 'blue';
}
const refusal = async (bytes: Uint8Array) =>
  reencodeImage(bytes).then(
    () => 'none',
    ({ code }) => code,
  );

describe('an image', () => {
  it.each([
    ['JPEG', () => twoColours().jpeg()],
    ['PNG', () => twoColours().png()],
    ['WebP', () => twoColours().webp()],
    ['GIF', () => twoColours().gif()],
    ['AVIF', () => twoColours().avif({ effort: 0 })],
  ])('in %s is encoded again', async (_, source) => {
    const clean = await reencodeImage(await source().toBuffer());
    expect(clean).toMatchObject({ width: 40, height: 20 });
    expect(await colourAt(clean.bytes, 5, 10)).toBe('red');
    expect(await colourAt(clean.bytes, 35, 10)).toBe('blue');
    const { format } = await sharp(clean.bytes).metadata();
    expect(`image/${format}`).toBe(clean.content_type);
  });

  // Where the red half ends up, for each way in which a camera may have been held.
  it.each([
    [1, 40, 20, 'left'],
    [2, 40, 20, 'right'],
    [3, 40, 20, 'right'],
    [4, 40, 20, 'left'],
    [5, 20, 40, 'top'],
    [6, 20, 40, 'top'],
    [7, 20, 40, 'bottom'],
    [8, 20, 40, 'bottom'],
  ] as const)('with EXIF orientation %i stands upright: %i × %i, red %s', async (orientation, width, height, side) => {
    const source = await twoColours().withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
    const clean = await reencodeImage(source);
    expect(clean).toMatchObject({ width, height });
    const corners = { left: [2, 10], right: [37, 10], top: [10, 2], bottom: [10, 37] } as const;
    const opposite = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' } as const;
    const far = corners[opposite[side]];
    expect(await colourAt(clean.bytes, corners[side][0], corners[side][1])).toBe('red');
    expect(await colourAt(clean.bytes, far[0], far[1])).toBe('blue');
    expect((await sharp(clean.bytes).metadata()).orientation).toBeUndefined();
  });

  it('loses its metadata: place, author, profile, comments', async () => {
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>xmp-canary</a></x:xmpmeta>';
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const source = await twoColours()
        .withExif({ IFD0: { Copyright: 'exif-canary' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
        .withXmp(xmp)
        .withIccProfile('p3')
        .toFormat(format)
        .toBuffer();
      const before = await sharp(source).metadata();
      expect([before.exif, before.xmp, before.icc].every((part) => part !== undefined)).toBe(true);
      const { bytes } = await reencodeImage(source);
      const { exif, icc, iptc, xmp: left, comments } = await sharp(bytes).metadata();
      expect({ exif, icc, iptc, left, comments }).toEqual({});
      expect(Buffer.from(bytes).includes('canary')).toBe(false);
    }
  });

  it('keeps what is see-through, as PNG', async () => {
    const source = sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
    });
    for (const bytes of [
      await source.clone().png().toBuffer(),
      await source.clone().webp({ lossless: true }).toBuffer(),
    ]) {
      const clean = await reencodeImage(bytes);
      expect(clean.content_type).toBe('image/png');
      const { data, info } = await sharp(clean.bytes).raw().toBuffer({ resolveWithObject: true });
      expect(info.channels).toBe(4);
      expect(data[3]).toBe(128);
    }
  });

  it('that moves is its first frame', async () => {
    const frame = (colour: readonly number[]) => Array.from({ length: 40 * 20 }, () => colour).flat();
    const frames = Buffer.from([...frame(RED), ...frame(BLUE)]);
    const source = await sharp(frames, { raw: { width: 40, height: 40, channels: 3, pageHeight: 20 } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(source, { pages: -1 }).metadata()).pages).toBe(2);
    const clean = await reencodeImage(source);
    expect(clean).toMatchObject({ width: 40, height: 20, frames: 2 });
    expect(await colourAt(clean.bytes, 20, 10)).toBe('red');
    // A PNG says how many frames it has before its pixels.
    const still = await twoColours().png().toBuffer();
    const frames3 = Buffer.from('000000086163544c000000030000000000000000', 'hex');
    const moving = Buffer.concat([still.subarray(0, 33), frames3, still.subarray(33)]);
    moving.writeUInt32BE(crc32(moving.subarray(37, 49)), 49);
    expect(await reencodeImage(moving)).toMatchObject({ frames: 3 });
    expect(await reencodeImage(still)).not.toHaveProperty('frames');
  });

  it('is made at most 3,840 pixels long, and never enlarged', async () => {
    const wide = await reencodeImage(blackPng(5000, 100));
    expect(wide).toMatchObject({ width: 3840, height: 77 });
    const tall = await reencodeImage(blackPng(100, 3841));
    expect(tall).toMatchObject({ width: 100, height: 3840 });
    expect(await reencodeImage(blackPng(3840, 2))).toMatchObject({ width: 3840, height: 2 });
  });

  it('has at most 50 megapixels, however few bytes it takes', async () => {
    expect(await refusal(blackPng(10_000, 5001))).toBe('image_invalid');
    expect(await refusal(blackPng(60_000, 60_000 / 32))).toBe('image_invalid');
    expect(await reencodeImage(blackPng(10_000, 5000))).toMatchObject({ width: 3840, height: 1920 });
  });
});

describe('what is not a whole image of an accepted format', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  it.each([
    ['SVG', Buffer.from(svg)],
    ['SVG behind an XML declaration', Buffer.from(`<?xml version="1.0"?>\n${svg}`)],
    ['PDF', Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')],
    ['HTML', Buffer.from('<!doctype html><img src=x>')],
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(4096)],
    ['a PNG signature and no more', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['PPM', Buffer.from('P6 1 1 255 abc')],
    ['a list of files for another program', Buffer.from('push graphic-context\nimage over 0,0 0,0 "/etc/passwd"\n')],
  ])('is refused: %s', async (_, bytes) => {
    expect(await refusal(bytes)).toBe('image_invalid');
  });

  it('is refused: TIFF', async () => {
    expect(await refusal(await twoColours().tiff().toBuffer())).toBe('image_invalid');
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('is refused: %s cut short', async (format) => {
    const noise = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, i) => (i * 7919) % 251));
    const whole = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
      .toFormat(format)
      .toBuffer();
    expect(await refusal(whole)).toBe('none');
    expect(await refusal(whole.subarray(0, Math.floor(whole.length / 2)))).toBe('image_invalid');
  });

  it('with too many pixels, in HEIC or in SVG is refused with what to do', async () => {
    const message = (bytes: Uint8Array) =>
      reencodeImage(bytes).then(
        () => 'taken',
        (error: Error) => error.message,
      );
    expect(await message(blackPng(10_000, 5_001))).toBe(
      'The image has 10000 × 5001 pixels (51 megapixels); at most 50 megapixels are taken. Make it smaller.',
    );
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(40)]);
    expect(await message(heic)).toBe('HEIC is not taken as an image. Convert it to JPEG or PNG.');
    const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await message(svg)).toBe('SVG is not taken as an image. Convert it to JPEG or PNG.');
  });
});
