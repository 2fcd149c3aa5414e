import { crc32, deflateSync } from 'node:zlib';
import { numbered } from './hostile-file.ts';

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
}

/** A sound PNG of one bit a pixel: few bytes, and as many pixels as its side asks for. @param seed makes it another one */
export function grayPng(side: number, seed: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const row = Math.ceil(side / 8) + 1;
  const raw = Buffer.alloc(row * side);
  raw[1] = seed;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(raw, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The head of a JPEG that says how large it is, and nothing after it. */
export function jpegOfSides(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.concat([Buffer.from('ffdb004300', 'hex'), Buffer.alloc(64, 1)]),
    frame,
    Buffer.from('ffda0008010100003f00', 'hex'),
    Buffer.alloc(2000, 0x55),
    Buffer.from('ffd9', 'hex'),
  ]);
}

/** An SVG whose groups each use the one before ten times. */
export const nestedUses = (levels: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100"><defs><rect id="l0" width="9" height="9"/>${numbered(
    levels,
    (at) => `<g id="l${at + 1}">${`<use xlink:href="#l${at}" x="1"/>`.repeat(10)}</g>`,
  ).join('')}</defs><use xlink:href="#l${levels}"/></svg>`;

/** An SVG with filters that blur and stir all of it. */
export const svgFilters = (count: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f" x="-500%" y="-500%" width="1100%" height="1100%">${'<feTurbulence baseFrequency="0.9" numOctaves="50"/><feGaussianBlur stdDeviation="400"/><feMorphology operator="dilate" radius="300"/>'.repeat(count)}</filter><rect width="4000" height="4000" filter="url(#f)"/></svg>`;

/** An enhanced metafile of rectangles. */
export function emf(records: number): Buffer {
  const head = Buffer.alloc(108);
  head.writeUInt32LE(1, 0);
  head.writeUInt32LE(108, 4);
  for (const [at, value] of [0, 0, 1000, 1000, 0, 0, 30_000, 30_000].entries()) head.writeInt32LE(value, 8 + 4 * at);
  head.write(' EMF', 40, 'latin1');
  head.writeUInt32LE(0x10000, 44);
  head.writeUInt32LE(108 + records * 24 + 20, 48);
  head.writeUInt32LE(records + 2, 52);
  head.writeUInt16LE(1, 56);
  head.writeUInt32LE(1000, 72);
  head.writeUInt32LE(1000, 76);
  head.writeUInt32LE(300, 80);
  head.writeUInt32LE(300, 84);
  const rectangle = Buffer.alloc(24);
  rectangle.writeUInt32LE(43, 0);
  rectangle.writeUInt32LE(24, 4);
  rectangle.writeInt32LE(900, 16);
  rectangle.writeInt32LE(900, 20);
  const end = Buffer.alloc(20);
  end.writeUInt32LE(14, 0);
  end.writeUInt32LE(20, 4);
  end.writeUInt32LE(20, 16);
  return Buffer.concat([head, ...numbered(records, () => rectangle), end]);
}

/** A GIF that moves. @param side of each frame, in pixels; their data is of one pixel */
export function gif(frames: number, side: number): Buffer {
  const sides = Buffer.alloc(4);
  sides.writeUInt16LE(side, 0);
  sides.writeUInt16LE(side, 2);
  const screen = Buffer.concat([Buffer.from('GIF89a', 'latin1'), sides, Buffer.from('800000000000ffffff', 'hex')]);
  const control = Buffer.from('21f904000a0000002c00000000', 'hex');
  const frame = Buffer.concat([control, sides, Buffer.from('000202440100', 'hex')]);
  return Buffer.concat([screen, ...numbered(frames, () => frame), Buffer.from(';', 'latin1')]);
}
