import sharp, { type Metadata, type Region, type Sharp } from 'sharp';
import type { PictureClipShape, PictureCrop } from '#engine/deck-reading/deck.ts';
import { isSvg } from '#engine/deck-reading/svg-bytes.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { decideImageDisplay } from './decide-image-display.ts';
import { MAX_IMAGE_PIXELS, MAX_STORED_IMAGE_SIDE_PIXELS } from './image-rules.ts';
import type { ReencodedImage } from './ports.ts';

// Only the loaders of the accepted formats are enabled; libvips could open others (SVG, PDF, …).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
// A worker processes one image at a time: a cache would only occupy memory.
sharp.cache(false);

const JPEG_QUALITY = 90;
const MEGAPIXEL = 1_000_000;
const ACCEPTED_FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'gif', 'heif'];

const invalidImageError = (message: string, cause?: unknown) =>
  new ServiceError('image_invalid', message, { param: 'image', cause });

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Offset of the first chunk of a PNG. The chunk with the number of frames (`acTL`) comes before the pixels (`IDAT`). */
const FIRST_CHUNK = 8;
/** Bytes of a chunk next to its data: length, type, checksum. */
const CHUNK_BYTES = 12;
/** The maximum number of chunks in which `acTL` is searched. */
const MAX_CHUNKS = 64;

/** The number of frames of an animated PNG (APNG); 1 for all other files. */
function framesOfPng(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (!bytes.subarray(0, FIRST_CHUNK).equals(PNG_SIGNATURE)) return 1;
  for (let offset = FIRST_CHUNK, chunks = 0; offset + CHUNK_BYTES <= bytes.length && chunks < MAX_CHUNKS; chunks++) {
    const type = bytes.toString('latin1', offset + 4, offset + 8);
    if (type === 'acTL') return Math.max(1, bytes.readUInt32BE(offset + 8));
    if (type === 'IDAT') return 1;
    offset += CHUNK_BYTES + bytes.readUInt32BE(offset);
  }
  return 1;
}

/** Brands of ISO base media files with pictures in HEVC (HEIC), for which there is no free decoder. */
const HEIC = /^ftyp(?:hei[cfsmx]|hev[cmsx])/;

/** The name of a format that is often sent and not accepted; undefined for all others. */
function refusedFormatOf(bytes: Uint8Array): 'SVG' | 'HEIC' | undefined {
  if (isSvg(bytes)) return 'SVG';
  return HEIC.test(Buffer.from(bytes.subarray(4, 12)).toString('latin1')) ? 'HEIC' : undefined;
}

/** Makes a function that returns the distance of a point (x, y) from an outline, in pixels: positive outside, negative inside. */
function distanceFrom({ width, height }: Size, outline: PictureClipShape): (x: number, y: number) => number {
  const [halfWidth, halfHeight] = [width / 2, height / 2];
  if (outline === 'ellipse')
    return (x, y) => {
      const [across, down] = [(x - halfWidth) / halfWidth, (y - halfHeight) / halfHeight];
      const distance = Math.hypot(across, down);
      // First-order estimate of the distance: the value of the ellipse's function, divided by its gradient.
      const slope = Math.hypot(across / halfWidth, down / halfHeight) / Math.max(distance, 1e-9);
      return (distance - 1) / Math.max(slope, 1e-9);
    };
  const radius = outline.radius * Math.min(width, height);
  return (x, y) =>
    Math.hypot(
      Math.max(0, Math.abs(x - halfWidth) - halfWidth + radius),
      Math.max(0, Math.abs(y - halfHeight) - halfHeight + radius),
    ) - radius;
}

interface Size {
  width: number;
  height: number;
}

const OPAQUE = 255;

/** An RGBA mask that is opaque inside an outline, with an anti-aliased border. */
function maskOf(size: Size, outline: PictureClipShape): Buffer {
  const mask = Buffer.alloc(4 * size.width * size.height, OPAQUE);
  const distance = distanceFrom(size, outline);
  for (let y = 0, at = 3; y < size.height; y++)
    for (let x = 0; x < size.width; x++, at += 4)
      mask[at] = Math.round(OPAQUE * Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5))));
  return mask;
}

/** Makes the pixels outside of an outline transparent. */
async function clipTo(picture: Sharp, outline: PictureClipShape): Promise<Sharp> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const raw = { width, height, channels: 4 } as const;
  return sharp(data, { raw }).composite([{ input: maskOf({ width, height }, outline), raw, blend: 'dest-in' }]);
}

/** The region that remains after a crop, in pixels: at least one in each direction. */
function croppedRegion({ width, height }: Metadata, { left, top, right, bottom }: PictureCrop): Region {
  const span = (length: number, from: number, fromEnd: number): [start: number, length: number] => {
    const start = Math.min(length - 1, Math.round(length * from));
    return [start, Math.max(1, Math.round(length * (1 - fromEnd)) - start)];
  };
  const [x, across] = span(width, left, right);
  const [y, down] = span(height, top, bottom);
  return { left: x, top: y, width: across, height: down };
}

/**
 * Decodes an image within the limits, rotates it by its EXIF orientation, drops all metadata, and encodes it again: as PNG if it has an
 * alpha channel, else as JPEG. Also decides how it is best shown.
 * @param crop fractions (0–1) that are cut off the picture before it is rotated; pixels outside its outline become transparent
 * @throws ServiceError `image_invalid`
 */
export async function reencodeImage(bytes: Uint8Array, crop?: PictureCrop): Promise<ReencodedImage> {
  const openImage = () =>
    sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', sequentialRead: true, pages: 1 });
  const refusedFormat = refusedFormatOf(bytes);
  if (refusedFormat) throw invalidImageError(`${refusedFormat} is not taken as an image. Convert it to JPEG or PNG.`);
  let info: Metadata;
  try {
    // Reads only the header. The limit of pixels is checked below, where its message can name the size.
    info = await sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: 1 }).metadata();
  } catch (error) {
    throw invalidImageError('This is not an image of an accepted format (JPEG, PNG, WebP, GIF, AVIF).', error);
  }
  if (!ACCEPTED_FORMATS.includes(info.format) || (info.format === 'heif' && info.compression !== 'av1'))
    throw invalidImageError('Images must be JPEG, PNG, WebP, GIF or AVIF. Convert others to JPEG or PNG.');
  const frames = info.pages ?? framesOfPng(bytes);
  const pixels = info.width * info.height;
  if (pixels > MAX_IMAGE_PIXELS)
    throw invalidImageError(
      `The image has ${info.width} × ${info.height} pixels (${Math.ceil(pixels / MEGAPIXEL)} megapixels); at most ${MAX_IMAGE_PIXELS / MEGAPIXEL} megapixels are taken. Make it smaller.`,
    );
  try {
    const picture = (crop ? openImage().extract(croppedRegion(info, crop)) : openImage())
      .autoOrient()
      .resize({
        width: MAX_STORED_IMAGE_SIDE_PIXELS,
        height: MAX_STORED_IMAGE_SIDE_PIXELS,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .toColourspace('srgb');
    const { outline } = crop ?? {};
    const isPng = info.hasAlpha || outline !== undefined;
    const clipped = outline === undefined ? picture : await clipTo(picture, outline);
    const encoded = isPng
      ? clipped.png({ compressionLevel: 7 })
      : clipped.jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' });
    const { data, info: encodedInfo } = await encoded.toBuffer({ resolveWithObject: true });
    return {
      bytes: data,
      width: encodedInfo.width,
      height: encodedInfo.height,
      content_type: isPng ? 'image/png' : 'image/jpeg',
      ...(await decideImageDisplay(data)),
      ...(frames > 1 ? { frames } : {}),
    };
  } catch (error) {
    throw invalidImageError('The image is damaged.', error);
  }
}
