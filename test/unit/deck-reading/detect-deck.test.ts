import { describe, expect, it } from 'vitest';
import { DECK_MEDIA_TYPE_BY_ENDING, fileEndingsOfDeckKind } from '#engine/deck-reading/deck-formats.ts';
import { deckKindOf } from '#engine/deck-reading/detect-deck.ts';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { findUnsupportedFileKind, UNSUPPORTED_FILES } from '#engine/deck-reading/unsupported-files.ts';
import { pptxParts, textShape } from '#test/support/decks/pptx.ts';
import { makeZip } from '#test/support/decks/zip.ts';

const zipOf = (...names: string[]): Buffer => makeZip(names.map((name) => ({ name, bytes: 'x' })));
const oleOf = (stream: string): Buffer =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(stream, 'utf16le')]);
const openDocument = (kind: string): Buffer =>
  makeZip([
    { name: 'mimetype', bytes: `application/vnd.oasis.opendocument.${kind}`, isStored: true },
    { name: 'content.xml', bytes: '<x/>' },
  ]);

/** A PPTX whose main part says that it is something else of the family. */
const familyDeck = (type: string): Buffer =>
  makeZip(
    pptxParts({ slides: [{ shapes: textShape(2, 'title', ['Plans']), notes: ['Say this.'] }] }).map((part) =>
      part.name === '[Content_Types].xml'
        ? {
            ...part,
            bytes: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/ppt/presentation.xml" ContentType="${type}.main+xml"/></Types>`,
          }
        : part,
    ),
  );

describe('a file that is sent as a deck', () => {
  it.each([
    ['an old PowerPoint', oleOf('PowerPoint Document'), UNSUPPORTED_FILES.old_powerpoint.advice],
    ['an old Word', oleOf('WordDocument'), UNSUPPORTED_FILES.old_word.advice],
    ['an old Excel', oleOf('Workbook'), UNSUPPORTED_FILES.sheet.advice],
    ['any other old program', oleOf('Contents'), 'This is an old Office file. Save it as .pptx.'],
    ['Keynote', zipOf('Index/Document.iwa', 'Index/Slide-123.iwa'), UNSUPPORTED_FILES.keynote.advice],
    ['an older Keynote', zipOf('index.apxl', 'thumbs/st0.tiff'), UNSUPPORTED_FILES.keynote.advice],
    ['Pages', zipOf('Index/Document.iwa', 'Index/Tables/DataList.iwa'), UNSUPPORTED_FILES.iwork.advice],
    ['Excel', zipOf('[Content_Types].xml', 'xl/workbook.xml'), UNSUPPORTED_FILES.sheet.advice],
    [
      'OpenOffice',
      makeZip([{ name: 'mimetype', bytes: 'application/vnd.sun.xml.impress', isStored: true }]),
      UNSUPPORTED_FILES.old_open_office.advice,
    ],
    ['OpenDocument, a text', openDocument('text'), UNSUPPORTED_FILES.open_document.advice],
    ['RTF', Buffer.from('{\\rtf1 Hello}'), UNSUPPORTED_FILES.old_word.advice],
  ])('of %s is refused with what to export', (_, bytes, message) => {
    expect(() => deckKindOf(bytes)).toThrow(expect.objectContaining({ code: 'import_invalid', message }));
  });

  it.each([
    ['talk.ppt', 'old_powerpoint'],
    ['Talk.KEY', 'keynote'],
    ['notes.pages', 'iwork'],
    ['talk.gslides', 'link'],
    ['talk.pptx', undefined],
    ['key', undefined],
    ['constructor', undefined],
  ])('called %s is known by its name', (name, kind) => {
    expect(findUnsupportedFileKind(name)).toBe(kind);
  });

  it.each([
    [['[Content_Types].xml', 'word/document.xml'], 'docx'],
    [['[Content_Types].xml', 'ppt/presentation.xml', 'word/document.xml'], 'pptx'],
    [['index.html', 'README.md', 'plugin/notes/a.md'], 'html'],
    [['clone\\index.html', 'clone\\docs\\a.md'], 'html'],
    [['slides.md', 'out/index.html'], 'markdown'],
    [['index.html', 'slides.md'], 'markdown'],
    [['README.html', 'a.png'], 'html'],
    [['README.html', 'talk/slides.md'], 'markdown'],
    [['README.md', 'a.png'], 'markdown'],
    [['README.md', 'node_modules/x/index.html'], 'markdown'],
  ])('in a zip of %j is the text that lies above the others: %s', (names, kind) => {
    expect(deckKindOf(zipOf(...names))).toBe(kind);
  });

  it('of another kind is never one that is taken', () => {
    const taken = new Set(DECK_MEDIA_TYPE_BY_ENDING.keys());
    for (const { endings } of Object.values(UNSUPPORTED_FILES))
      expect(endings.filter((ending) => taken.has(ending))).toEqual([]);
  });
});

describe('the family of PowerPoint', () => {
  it.each(fileEndingsOfDeckKind('pptx'))('.%s is read as a PPTX', async (ending) => {
    const bytes = familyDeck(DECK_MEDIA_TYPE_BY_ENDING.get(ending) ?? '');
    expect(deckKindOf(bytes)).toBe('pptx');
    const { deck } = await readPptx(bytes, { maxSlides: 9 });
    expect(deck.slides[0]?.content).toMatchObject({ title: 'Plans', speaker_notes: 'Say this.' });
  });
});
