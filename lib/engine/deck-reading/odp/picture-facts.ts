import { isSvg } from '../svg-bytes.ts';

/** A kind of picture, and the ending of its file name in a PPTX. */
export type OdpPictureKind = 'png' | 'jpeg' | 'gif' | 'bmp' | 'tiff' | 'svg' | 'emf' | 'wmf' | 'webp';

/** The kind of a picture, by its first bytes; undefined for any other file. */
export function detectPictureKind(bytes: Buffer): OdpPictureKind | undefined {
  const startsWith = (text: string, offset = 0): boolean =>
    bytes.subarray(offset, offset + text.length).toString('latin1') === text;
  if (startsWith('\x89PNG')) return 'png';
  if (startsWith('\xff\xd8\xff')) return 'jpeg';
  if (startsWith('GIF8')) return 'gif';
  if (startsWith('BM')) return 'bmp';
  if (startsWith('II*\0') || startsWith('MM\0*')) return 'tiff';
  if (startsWith('RIFF') && startsWith('WEBP', 8)) return 'webp';
  if (startsWith(' EMF', 40)) return 'emf';
  if (startsWith('\xd7\xcd\xc6\x9a') || startsWith('\x01\x00\x09\x00')) return 'wmf';
  return isSvg(bytes) ? 'svg' : undefined;
}

/** EMU of a pixel in a picture that names no density: 96 in an inch. */
const PIXEL_EMU = 9_525;
/** EMU in an inch, a centimetre and a metre. */
const INCH_EMU = 914_400;
const CENTIMETRE_EMU = 360_000;
const METRE_EMU = 36_000_000;

/**
 * The size of a picture by its pixels and their density, in EMU. The lengths of `fo:clip` refer to it.
 * @returns undefined for a kind whose size is not read here
 */
export function findNaturalPictureSizeInEmu(
  bytes: Buffer,
  kind: OdpPictureKind,
): { width: number; height: number } | undefined {
  if (kind === 'png') return pngSize(bytes);
  if (kind === 'jpeg') return jpegSize(bytes);
  if (kind === 'gif' && bytes.length >= 10)
    return { width: bytes.readUInt16LE(6) * PIXEL_EMU, height: bytes.readUInt16LE(8) * PIXEL_EMU };
  return undefined;
}

/** Bytes of the signature and the chunk IHDR, which has width and height (PNG, https://www.w3.org/TR/png, 5.2 and 11.2.1). */
const PNG_HEADER_BYTES = 33;

/** The size of a PNG, with the pixels per metre of its chunk pHYs (11.3.4.3). */
function pngSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < PNG_HEADER_BYTES) return undefined;
  let [pixelWidth, pixelHeight] = [PIXEL_EMU, PIXEL_EMU];
  for (let offset = PNG_HEADER_BYTES; offset + 21 <= bytes.length; offset += 12 + bytes.readUInt32BE(offset)) {
    const chunk = bytes.toString('latin1', offset + 4, offset + 8);
    if (chunk === 'IDAT') break;
    const [x, y] = [bytes.readUInt32BE(offset + 8), bytes.readUInt32BE(offset + 12)];
    const isPerMetre = bytes[offset + 16] === 1;
    if (chunk === 'pHYs' && isPerMetre && x > 0 && y > 0) [pixelWidth, pixelHeight] = [METRE_EMU / x, METRE_EMU / y];
  }
  return { width: bytes.readUInt32BE(16) * pixelWidth, height: bytes.readUInt32BE(20) * pixelHeight };
}

/** The size of a JPEG, with the density of its JFIF segment (ITU-T T.871, 10.1). */
function jpegSize(bytes: Buffer): { width: number; height: number } | undefined {
  const { frame, density } = jpegSegments(bytes);
  if (frame === undefined) return undefined;
  const [unit, x, y] =
    density === undefined
      ? [0, 0, 0]
      : [bytes[density], bytes.readUInt16BE(density + 1), bytes.readUInt16BE(density + 3)];
  const unitLength = unit === 1 ? INCH_EMU : unit === 2 ? CENTIMETRE_EMU : 0;
  const hasDensity = unitLength > 0 && x > 0 && y > 0;
  const [pixelWidth, pixelHeight] = hasDensity ? [unitLength / x, unitLength / y] : [PIXEL_EMU, PIXEL_EMU];
  return { width: bytes.readUInt16BE(frame + 2) * pixelWidth, height: bytes.readUInt16BE(frame) * pixelHeight };
}

/**
 * Offsets in a JPEG: of the height in its start of frame, which the width follows, and of the density in its JFIF segment (ITU-T T.81,
 * B.2.2).
 */
function jpegSegments(bytes: Buffer): { frame?: number; density?: number } {
  let density: number | undefined;
  for (
    let offset = 2;
    offset + 18 < bytes.length && bytes[offset] === 0xff;
    offset += 2 + bytes.readUInt16BE(offset + 2)
  ) {
    const marker = bytes[offset + 1] ?? 0;
    if (marker === 0xe0 && bytes.toString('latin1', offset + 4, offset + 8) === 'JFIF') density = offset + 11;
    // Start of frame: SOF0 to SOF15, without DHT, JPG and DAC.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { frame: offset + 5, ...(density === undefined ? {} : { density }) };
  }
  return {};
}

/** The number of pixels of a WebP, by its first chunk (RFC 9649, 2.5–2.7); 0 if the file is shorter. */
function webpPixels(bytes: Buffer): number {
  const chunk = bytes.toString('latin1', 12, 16);
  if (bytes.length < 30) return 0;
  if (chunk === 'VP8X') return (bytes.readUIntLE(24, 3) + 1) * (bytes.readUIntLE(27, 3) + 1);
  if (chunk === 'VP8 ') return (bytes.readUInt16LE(26) & 0x3fff) * (bytes.readUInt16LE(28) & 0x3fff);
  const bits = bytes.readUInt32LE(21);
  return ((bits & 0x3fff) + 1) * (((bits >> 14) & 0x3fff) + 1);
}

/**
 * The number of pixels of a picture, by its head.
 * @returns 0 for a kind that browsers do not show, and for a head without a size
 */
export function readPicturePixelCount(bytes: Buffer): number {
  const kind = detectPictureKind(bytes);
  if (kind === 'png' && bytes.length >= PNG_HEADER_BYTES) return bytes.readUInt32BE(16) * bytes.readUInt32BE(20);
  if (kind === 'gif' && bytes.length >= 10) return bytes.readUInt16LE(6) * bytes.readUInt16LE(8);
  if (kind === 'webp') return webpPixels(bytes);
  const { frame } = kind === 'jpeg' ? jpegSegments(bytes) : {};
  return frame === undefined ? 0 : bytes.readUInt16BE(frame) * bytes.readUInt16BE(frame + 2);
}
