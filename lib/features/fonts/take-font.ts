import decompressWoff2 from 'woff2-encoder/decompress';
import { drawEveryGlyph } from '#engine/video/drawing/text/draw-every-glyph.ts';
import { UnreadableSfntError } from '#engine/video/drawing/text/sfnt.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { FontFacts } from './font.ts';
import { invalidFontError } from './font-rules.ts';
import { detectFontFormat, MAX_DECOMPRESSED_FONT_BYTES, readFontFacts } from './read-font-facts.ts';
import { DamagedFontError, rewriteFont } from './rewrite-font.ts';

/**
 * Makes a font that is safe to draw from a client's file: decompresses it, writes each table again, and draws every glyph once. Call it in
 * an isolated process, because hostile bytes may crash the engines.
 * @returns a TrueType or OpenType file, and its properties; `format` is that of the client's file
 * @throws ServiceError `font_invalid`, `font_restricted`
 */
export async function makeSafeFont(clientFile: Uint8Array): Promise<FontFacts & { bytes: Buffer }> {
  const file = Buffer.from(clientFile.buffer, clientFile.byteOffset, clientFile.byteLength);
  try {
    const format = detectFontFormat(file);
    const sfntFile = format === 'woff2' ? Buffer.from(await decompressWoff2(file)) : file;
    const bytes = await rewriteFont(sfntFile);
    if (bytes.length > MAX_DECOMPRESSED_FONT_BYTES)
      throw invalidFontError('The font is too large once it is decompressed.');
    const facts = await readFontFacts(bytes);
    if ((await drawEveryGlyph(bytes)) === 0) throw invalidFontError('The glyphs of the font draw nothing.');
    return { ...facts, format, bytes };
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (error instanceof DamagedFontError) throw invalidFontError(error.message, error);
    if (error instanceof UnreadableSfntError) throw invalidFontError(`The font is damaged: ${error.message}.`, error);
    throw invalidFontError('This is not a font that can be read (TrueType, OpenType, WOFF2).', error);
  }
}
