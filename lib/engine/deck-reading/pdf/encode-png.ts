import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Colour type 2 with 8 bits: red, green and blue (PNG, 11.2.1). */
const RGB_FORMAT = Buffer.from([8, 2, 0, 0, 0]);
/** Filter type 2: each byte is the difference from the byte above (PNG, 9.2). */
const UP_FILTER = 2;
const deflateRows = promisify(deflate);

function createChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/**
 * Encodes a picture on a white background as PNG, in JavaScript, because the process that reads a deck loads no native code. The PNG is
 * compressed weakly: it is encoded again later.
 * @param pixels RGBA
 */
export async function encodePng(pixels: Uint8Array, width: number, height: number): Promise<Buffer> {
  const stride = 1 + 3 * width;
  const rows = Buffer.alloc(stride * height);
  const rowAbove = new Uint8Array(3 * width);
  for (let y = 0; y < height; y++) {
    const rowStart = y * stride;
    rows[rowStart] = UP_FILTER;
    for (let x = 0; x < width; x++) {
      const pixelStart = 4 * (y * width + x);
      const alpha = pixels[pixelStart + 3] ?? 255;
      for (let channel = 0; channel < 3; channel++) {
        const value = pixels[pixelStart + channel] ?? 0;
        const valueOnWhite = alpha === 255 ? value : Math.round((value * alpha + 255 * (255 - alpha)) / 255);
        const offset = 3 * x + channel;
        rows[rowStart + 1 + offset] = valueOnWhite - (rowAbove[offset] ?? 0);
        rowAbove[offset] = valueOnWhite;
      }
    }
  }
  const header = Buffer.alloc(8);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const data = await deflateRows(rows, { level: 3 });
  return Buffer.concat([
    SIGNATURE,
    createChunk('IHDR', Buffer.concat([header, RGB_FORMAT])),
    createChunk('IDAT', data),
    createChunk('IEND', Buffer.alloc(0)),
  ]);
}
