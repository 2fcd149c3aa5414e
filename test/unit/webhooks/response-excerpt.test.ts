import { describe, expect, it } from 'vitest';
import { responseExcerpt } from '#features/webhooks/post-to-receiver.ts';

const utf8 = (text: string) => Buffer.from(text);

describe('the excerpt of a response', () => {
  it.each<[string, Uint8Array, string]>([
    ['is its text', utf8('Größe: 12 🎬\n\tok'), 'Größe: 12 🎬\n\tok'],
    ['has line feeds for the line ends of Windows and of old', utf8('a\r\nb\rc'), 'a\nb\nc'],
    ['has no other control characters', utf8('a\0b\u001b[2Jc\u0085d\u007f'), 'a\ufffdb\ufffd[2Jc\ufffdd\ufffd'],
    ['leaves a character out that the limit of reading cut', utf8('ok 🎬').subarray(0, 5), 'ok '],
    ['keeps a mark at the beginning', utf8('\ufeffok'), '\ufeffok'],
  ])('%s', (_, bytes, expected) => {
    expect(responseExcerpt(bytes)).toBe(expected);
  });

  it.each<[string, Uint8Array]>([
    ['bytes that are not UTF-8', Buffer.alloc(2048, 0xff)],
    ['control characters', Buffer.alloc(2048, 1)],
    ['characters of four bytes', utf8('🎬'.repeat(512))],
    ['more than is read', utf8('ü'.repeat(5000))],
  ])('has at most 2,048 bytes, and no half character: %s', (_, bytes) => {
    const excerpt = responseExcerpt(bytes);
    expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(2048);
    expect(Buffer.byteLength(excerpt)).toBeGreaterThan(2044);
    expect(excerpt.isWellFormed()).toBe(true);
    expect(new Set(excerpt).size).toBe(1);
  });
});
