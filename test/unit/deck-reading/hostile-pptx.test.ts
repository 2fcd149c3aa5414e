import { describe, expect, it } from 'vitest';
import { detectDeckContainer } from '#engine/deck-reading/detect-deck.ts';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { makePptx, pptxParts, textShape } from '#test/support/decks/pptx.ts';
import { makeZip, type ZipPart } from '#test/support/decks/zip.ts';

const DECK = { slides: [{ shapes: textShape(2, 'title', ['Fine']) }] };
const refusal = (file: Buffer) =>
  readPptx(file, { maxSlides: 500 }).then(
    () => 'taken',
    (error: { code?: string }) => error.code,
  );
/** The deck with some of its parts in another form. */
const withParts = (change: (part: ZipPart) => ZipPart[]): Buffer => makeZip(pptxParts(DECK).flatMap(change));
const slideXml = (xml: string): Buffer =>
  withParts((part) => [part.name === 'ppt/presentation.xml' ? { ...part, bytes: xml } : part]);

describe('a hostile PPTX is refused', () => {
  it.each<[string, Buffer, string]>([
    ['that is cut off', makePptx(DECK).subarray(0, 600), 'import_invalid'],
    ['that is not a zip', Buffer.from('PK\x03\x04 nothing'), 'import_invalid'],
    ['whose zip holds no presentation', makeZip([{ name: 'a.txt', bytes: 'a' }]), 'import_invalid'],
    [
      'with an entry that says it is encrypted',
      withParts((part) => [{ ...part, isEncrypted: true }]),
      'import_encrypted',
    ],
    [
      'with two entries of one name',
      withParts((part) => [part, { ...part, name: part.name.toUpperCase() }]),
      'import_invalid',
    ],
    ['with entries that overlap', withParts((part) => [{ ...part, offset: 0 }]), 'import_invalid'],
    [
      'with a name that leads outside',
      withParts((part) => [part, { name: '../../etc/x', bytes: 'x' }]),
      'import_invalid',
    ],
    [
      'that says it is a terabyte',
      withParts((part) => [
        part,
        ...Array.from({ length: 300 }, (_, at) => ({ name: `m${at}`, bytes: '', uncompressedSize: 0xfffffffe })),
      ]),
      'import_too_large',
    ],
    ['whose entry is longer than it says', withParts((part) => [{ ...part, uncompressedSize: 3 }]), 'import_invalid'],
    [
      'with 10,001 entries',
      withParts((part) => [
        part,
        ...Array.from({ length: 1700 }, (_, at) => ({ name: `${part.name}${at}`, bytes: '' })),
      ]),
      'import_too_large',
    ],
    [
      'with a part of 17 MB',
      withParts((part) => [
        part.name.endsWith('presentation.xml') ? { ...part, bytes: Buffer.alloc(17 * 2 ** 20, 32) } : part,
      ]),
      'import_too_large',
    ],
    [
      'with entities',
      slideXml('<!DOCTYPE x [<!ENTITY a "&a;&a;">]><p:presentation>&a;</p:presentation>'),
      'import_invalid',
    ],
    ['nested 60,000 deep', slideXml('<a>'.repeat(60_000)), 'import_invalid'],
    [
      'with 500,000 elements',
      slideXml(`<p:presentation>${'<a/>'.repeat(500_000)}</p:presentation>`),
      'import_too_large',
    ],
    [
      'in UTF-16',
      withParts((part) => [
        part.name === 'ppt/presentation.xml' ? { ...part, bytes: Buffer.from(`\uFEFF${part.bytes}`, 'utf16le') } : part,
      ]),
      'import_invalid',
    ],
    ['that names one slide twice', makePptx({ ...DECK, order: [0, 0] }), 'import_invalid'],
  ])('%s', async (_, file, code) => {
    expect(await refusal(file)).toBe(code);
  });

  it('but one with a stray byte after its end is taken', async () => {
    expect(await refusal(Buffer.concat([makePptx(DECK), Buffer.from([0])]))).toBe('taken');
  });

  it('whose slide has a target outside of the file loses that slide, and then all of them', async () => {
    const file = withParts((part) => [
      part.name === 'ppt/_rels/presentation.xml.rels'
        ? { ...part, bytes: String(part.bytes).replace('slides/slide1.xml', '../../../../etc/passwd') }
        : part,
    ]);
    expect(await refusal(file)).toBe('import_invalid');
  });
});

describe('what a file is', () => {
  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  it.each<[string, Buffer, string]>([
    ['an encrypted Office file', Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]), 'import_encrypted'],
    ['an old .ppt', ole, 'import_invalid'],
    ['nothing', Buffer.alloc(0), 'import_invalid'],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]), 'import_invalid'],
  ])('refuses %s', (_, bytes, code) => {
    expect(() => detectDeckContainer(bytes)).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['zip', makePptx(DECK)],
    ['pdf', Buffer.from('\n%PDF-1.7\n')],
    ['text', Buffer.from('# Title')],
  ])('tells %s by its bytes', (kind, bytes) => {
    expect(detectDeckContainer(bytes)).toBe(kind);
  });
});
