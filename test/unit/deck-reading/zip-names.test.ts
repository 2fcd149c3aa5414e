import { describe, expect, it } from 'vitest';
import { openMarkdownArchive } from '#engine/deck-reading/markdown/markdown-archive.ts';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';
import { openZip } from '#engine/deck-reading/zip-archive.ts';
import { makeZip, type ZipPart } from '#test/support/decks/zip.ts';

const COMPOSED = 'bilder/gödel.png';
const DECOMPOSED = COMPOSED.normalize('NFD');
/** Names as Windows writes them, made by other programs: `表.png` and `図.png` in Japan, `gödel.png` in Germany, `рис.png` in Russia. */
const IN_JAPAN = Buffer.from('955c2e706e67', 'hex');
const ALSO_IN_JAPAN = Buffer.from('907d2e706e67', 'hex');
const IN_GERMANY = Buffer.from('67f664656c2e706e67', 'hex');
const IN_DOS = Buffer.from('679464656c2e706e67', 'hex');
const IN_RUSSIA = Buffer.from('e0a8e12e706e67', 'hex');

/** What the first slide shows of a deck with a picture, packed with it. */
async function pictureOf(markdown: string, picture: Omit<ZipPart, 'bytes'>): Promise<string | undefined> {
  const zip = makeZip([
    { name: 'slides.md', bytes: `# A\n\n${markdown}\n` },
    { ...picture, bytes: 'the picture' },
  ]);
  const { markdown: text, medium, ...rest } = await openMarkdownArchive(zip);
  const { slides, warnings } = await readMarkdownDeck(text, { maxSlides: 10, ...rest });
  expect(warnings.map(({ code }) => code)).toEqual(
    slides[0]?.image ? ['deck_silent'] : ['deck_silent', 'picture_missing'],
  );
  const source = slides[0]?.image?.source;
  return source?.from === 'path' ? String(await medium(source.path)) : undefined;
}

describe('a picture in a zip', () => {
  it.each<[how: string, markdown: string, picture: Omit<ZipPart, 'bytes'>]>([
    ['composed in the deck', `![](${COMPOSED})`, { name: DECOMPOSED, isNameUtf8: true }],
    ['decomposed in the deck', `![](${DECOMPOSED})`, { name: COMPOSED, isNameUtf8: true }],
    ['decomposed in HTML', `<img src="${DECOMPOSED}">`, { name: COMPOSED, isNameUtf8: true }],
    ['decomposed behind the text', `![bg](${DECOMPOSED})`, { name: COMPOSED, isNameUtf8: true }],
    ['encoded', '![](bilder/g%C3%B6del.png)', { name: DECOMPOSED, isNameUtf8: true }],
    ['in UTF-8 without the flag', `![](${COMPOSED})`, { name: COMPOSED }],
    ['in UTF-8 without the flag, decomposed', `![](${COMPOSED})`, { name: DECOMPOSED }],
    ['in Arabic without the flag', '![](<صورة واحدة.png>)', { name: 'صورة واحدة.png' }],
    ['in another case', '![](Bilder/A.PNG)', { name: 'bilder/a.png' }],
    ['with backslashes in the zip', '![](bilder/a.png)', { name: 'bilder\\a.png' }],
    ['with backslashes in the deck', '![](bilder\\a.png)', { name: 'bilder/a.png' }],
    ['of DOS', '![](gödel.png)', { name: '', nameBytes: IN_DOS }],
    ['of a German Windows', '![](gödel.png)', { name: '', nameBytes: IN_GERMANY }],
    ['of a Russian Windows', '![](рис.png)', { name: '', nameBytes: IN_RUSSIA }],
    ['of a Japanese Windows', '![](図.png)', { name: '', nameBytes: ALSO_IN_JAPAN }],
    ['of a Japanese Windows, with a backslash as half of a sign', '![](表.png)', { name: '', nameBytes: IN_JAPAN }],
  ])('is found by a name that is written otherwise: %s', async (_, markdown, picture) => {
    expect(await pictureOf(markdown, picture)).toBe('the picture');
  });

  it.each(['../a.png', '..\\a.png', 'b/../../a.png', '/a.png', '%2e%2e/a.png'])(
    'is none where the deck names %s, outside of the zip',
    async (name) => {
      const found = await pictureOf(`![](${name})`, { name: 'c.png' });
      expect(found).toBeUndefined();
    },
  );
});

describe('a zip', () => {
  it.each(['../a.png', '..\\a.png', 'b\\..\\..\\a.png', '/a.png', '\\a.png', 'C:\\a.png'])(
    'is refused with an entry %s, which leads outside',
    async (name) => {
      await expect(openZip(makeZip([{ name, bytes: 'a' }]))).rejects.toMatchObject({ code: 'import_invalid' });
    },
  );

  it('is refused with one name in two forms', async () => {
    const zip = makeZip([COMPOSED, DECOMPOSED].map((name) => ({ name, bytes: 'a', isNameUtf8: true })));
    await expect(openZip(zip)).rejects.toThrow('is in it twice');
  });

  it('has the deck that is named in another form, and the slides that it takes so', async () => {
    const zip = makeZip([
      {
        name: 'schön.md'.normalize('NFD'),
        bytes: '---\ntheme: seriph\n---\n# One\n\n---\nsrc: ./größe.md\n---\n',
        isNameUtf8: true,
      },
      { name: 'größe.md'.normalize('NFD'), bytes: '# Two' },
    ]);
    for (const deckFile of [undefined, 'schön.md']) {
      const { markdown, ...rest } = await openMarkdownArchive(zip, deckFile);
      const { slides } = await readMarkdownDeck(markdown, { maxSlides: 10, ...rest });
      expect(slides.map(({ content }) => content.title)).toEqual(['One', 'Two']);
    }
  });
});
