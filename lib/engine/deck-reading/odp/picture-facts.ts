import { isSvg } from '../svg-bytes.ts';

/** A kind of picture of the file, by its bytes. */
export type PictureKind = 'png' | 'jpeg' | 'gif' | 'bmp' | 'tiff' | 'svg' | 'emf' | 'wmf' | 'webp';

/** The kind of a picture. undefined: no program here knows it. */
export function pictureKindOf(bytes: Buffer): PictureKind | undefined {
  const begins = (text: string, at = 0): boolean => bytes.subarray(at, at + text.length).toString('latin1') === text;
  if (begins('\x89PNG')) return 'png';
  if (begins('\xff\xd8\xff')) return 'jpeg';
  if (begins('GIF8')) return 'gif';
  if (begins('BM')) return 'bmp';
  if (begins('II*\0') || begins('MM\0*')) return 'tiff';
  if (begins('RIFF') && begins('WEBP', 8)) return 'webp';
  if (begins(' EMF', 40)) return 'emf';
  if (begins('\xd7\xcd\xc6\x9a') || begins('\x01\x00\x09\x00')) return 'wmf';
  return isSvg(bytes) ? 'svg' : undefined;
}

/** EMU of a pixel where a picture says nothing else: 96 to the inch. */
const PIXEL = 9_525;
const INCH = 914_400;
const METRE = 36_000_000;

/** The size that a picture has by its pixels and their density, in EMU: what `fo:clip` counts in. undefined: it is not known. */
export function naturalSizeOf(bytes: Buffer, kind: PictureKind): { width: number; height: number } | undefined {
  if (kind === 'png') return pngSize(bytes);
  if (kind === 'jpeg') return jpegSize(bytes);
  if (kind === 'gif' && bytes.length >= 10)
    return { width: bytes.readUInt16LE(6) * PIXEL, height: bytes.readUInt16LE(8) * PIXEL };
  return undefined;
}

function pngSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 33) return undefined;
  let [across, down] = [PIXEL, PIXEL];
  for (let at = 33; at + 21 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const chunk = bytes.toString('latin1', at + 4, at + 8);
    if (chunk === 'IDAT') break;
    const [x, y] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
    if (chunk === 'pHYs' && bytes[at + 16] === 1 && x > 0 && y > 0) [across, down] = [METRE / x, METRE / y];
  }
  return { width: bytes.readUInt32BE(16) * across, height: bytes.readUInt32BE(20) * down };
}

function jpegSize(bytes: Buffer): { width: number; height: number } | undefined {
  let [across, down] = [PIXEL, PIXEL];
  for (let at = 2; at + 18 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xe0 && bytes.toString('latin1', at + 4, at + 8) === 'JFIF') {
      const [unit, x, y] = [bytes[at + 11], bytes.readUInt16BE(at + 12), bytes.readUInt16BE(at + 14)];
      const of = unit === 1 ? INCH : unit === 2 ? INCH / 2.54 : 0;
      if (of > 0 && x > 0 && y > 0) [across, down] = [of / x, of / y];
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: bytes.readUInt16BE(at + 7) * across, height: bytes.readUInt16BE(at + 5) * down };
  }
  return undefined;
}
