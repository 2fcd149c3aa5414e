import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Colour type 2 with 8 bits: red, green and blue (PNG, 11.2.1). */
const RGB = Buffer.from([8, 2, 0, 0, 0]);
/** Filter type 2: each byte is the difference from the byte above (PNG, 9.2). */
const UP = 2;
const deflateRows = promisify(deflate);

function chunk(type: string, data: Uint8Array): Buffer {
  const made = Buffer.alloc(12 + data.length);
  made.writeUInt32BE(data.length);
  made.write(type, 4, 'latin1');
  made.set(data, 8);
  made.writeUInt32BE(crc32(made.subarray(4, 8 + data.length)), 8 + data.length);
  return made;
}

/**
 * A picture on white as PNG, in JavaScript: the process that reads a deck loads no native code. Made to be encoded again.
 * @param pixels RGBA
 */
export async function encodePng(pixels: Uint8Array, width: number, height: number): Promise<Buffer> {
  const stride = 1 + 3 * width;
  const rows = Buffer.alloc(stride * height);
  const above = new Uint8Array(3 * width);
  for (let y = 0; y < height; y++) {
    const to = y * stride;
    rows[to] = UP;
    for (let x = 0; x < width; x++) {
      const from = 4 * (y * width + x);
      const alpha = pixels[from + 3] ?? 255;
      for (let part = 0; part < 3; part++) {
        const value = pixels[from + part] ?? 0;
        const onWhite = alpha === 255 ? value : Math.round((value * alpha + 255 * (255 - alpha)) / 255);
        const at = 3 * x + part;
        rows[to + 1 + at] = onWhite - (above[at] ?? 0);
        above[at] = onWhite;
      }
    }
  }
  const header = Buffer.alloc(8);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const data = await deflateRows(rows, { level: 3 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([header, RGB])),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
