import { describe, expect, it } from 'vitest';
import { extractEmbeddedOpenTypeFont } from '#engine/deck-drawing/embedded-opentype.ts';
import { embedded, trueType, withRights } from '#test/support/decks/embedded-font.ts';

const FONT = await trueType('outfit');

describe('a font that a deck embeds', () => {
  it.each([
    ['as it is', embedded(FONT)],
    ['combined with a constant', embedded(FONT, { isCombined: true })],
    ['without a header', FONT],
    ['followed by other bytes', Buffer.concat([embedded(FONT), Buffer.alloc(7)])],
  ])('is the font in it: %s', (_, file) => {
    expect(extractEmbeddedOpenTypeFont(file).equals(FONT)).toBe(true);
  });

  it.each([
    // Editable, and preview and print: with a lesser right, the font may be embedded.
    ...[0x8, 0x4, 0x6, 0xa, 0x100].map((bits) => [bits, undefined] as const),
    ...[0x2, 0x200, 0x208].map((bits) => [bits, 'restricted'] as const),
  ])('is used where its embedding bits permit it: %i', (bits, fault) => {
    const faultOf = (file: Buffer): unknown => {
      try {
        extractEmbeddedOpenTypeFont(file);
        return undefined;
      } catch (error) {
        return (error as { fault?: string }).fault;
      }
    };
    expect(faultOf(embedded(FONT, { fsType: bits }))).toBe(fault);
    expect(faultOf(embedded(withRights(FONT, bits)))).toBe(fault);
    expect(faultOf(withRights(FONT, bits))).toBe(fault);
  });

  const cut = embedded(FONT).subarray(0, 5000);
  const short = Buffer.from(embedded(FONT));
  short.writeUInt32LE(short.length, 4);
  it.each([
    ['compressed', embedded(FONT, { isCompressed: true })],
    ['damaged', cut],
    ['damaged', short],
    ['damaged', Buffer.alloc(0)],
    ['damaged', Buffer.alloc(200)],
    ['damaged', embedded(Buffer.alloc(3000))],
  ])('is refused with its reason: %s', (fault, file) => {
    expect(() => extractEmbeddedOpenTypeFont(file)).toThrow(expect.objectContaining({ fault }));
  });
});
