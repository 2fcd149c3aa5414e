import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMarkdownArchive } from '../../../lib/deck-reading/markdown/markdown-archive.ts';
import { readMarkdown } from '../../../lib/deck-reading/markdown/read-markdown.ts';
import { loadDeck } from '../../../localstack/cli/load-deck.ts';

const SAMPLE = fileURLToPath(new URL('../../fixtures/deck/deck.md', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deck-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const deckOf = async (markdown: string): Promise<string> => {
  const path = join(folder, 'my deck.md');
  await writeFile(path, markdown);
  return path;
};

/** What the service makes of a deck that came as a zip. */
const readZip = async (bytes: Uint8Array) => {
  const { markdown, ...rest } = await openMarkdownArchive(bytes);
  return { ...(await readMarkdown(markdown, { maxSlides: 100, ...rest })), medium: rest.medium };
};

describe('loading a deck', () => {
  it('sends Markdown that names no file as it is', async () => {
    const deck = await loadDeck(await deckOf('# A\n\n![](https://a.example/b.png)\n\n![](none.png)'));
    expect(deck).toMatchObject({ name: 'my deck.md', contentType: 'text/markdown' });
  });

  it('packs it with the files that it names, those of folders above it too', async () => {
    await Promise.all(['talk', 'img'].map((name) => mkdir(join(folder, name))));
    await Promise.all(
      ['talk/b c.JPG', 'img/a.png', 'img/other.png'].map((name) => writeFile(join(folder, name), name)),
    );
    const path = join(folder, 'talk', 'deck.md');
    await writeFile(path, '# A\n\n![](../img/a.png)\n\n# B\n\n![](none.png)\n\n# C\n\n![](<b c.JPG>)');
    const { contentType, bytes } = await loadDeck(path);
    expect(contentType).toBe('application/zip');
    const deck = await readZip(bytes);
    const sources = deck.slides.map(({ image }) => (image?.source.from === 'path' ? image.source.path : null));
    expect(sources).toEqual(['img/a.png', null, 'talk/b c.JPG']);
    expect(String(await deck.medium('img/a.png'))).toBe('img/a.png');
    expect(deck.warnings).toMatchObject([{ code: 'deck_silent' }, { slide: 2, code: 'picture_missing' }]);
    expect((await loadDeck(path)).bytes).toEqual(bytes);
  });

  it('packs the files of other slides, and what those name', async () => {
    await mkdir(join(folder, 'pages'));
    await writeFile(join(folder, 'pages', 'two.md'), '# Two\n\n![](c.png)');
    await writeFile(join(folder, 'pages', 'c.png'), 'c');
    const { bytes } = await loadDeck(await deckOf('---\ntheme: seriph\n---\n# One\n\n---\nsrc: ./pages/two.md\n---\n'));
    const { slides } = await readZip(bytes);
    expect(slides.map(({ content }) => content.title)).toEqual(['One', 'Two']);
    expect(slides[1]?.image?.source).toEqual({ from: 'path', path: 'pages/c.png' });
  });

  it.each([
    ['a.pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation', 'PK\x03\x04'],
    ['a.PDF', 'application/pdf', '%PDF-1.7'],
    ['a.zip', 'application/zip', 'PK\x03\x04'],
    ['a.txt', 'text/markdown', 'x'],
  ])('sends %s as %s', async (name, contentType, bytes) => {
    await writeFile(join(folder, name), bytes);
    const file = join(folder, name);
    expect(await loadDeck(file)).toEqual({ name, contentType, bytes: Buffer.from(bytes), files: [file] });
  });

  it.each([
    ['text', 'junk', 'is damaged, or no .pptx file: it holds text. Export it again.'],
    ['an old Office file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'This is an old Office file. Save it as .pptx.'],
    ['anything else', Buffer.alloc(9), 'The file is not a PPTX, PDF or Markdown file.'],
  ])('refuses %s in the name of a PPTX', async (_, bytes, message) => {
    await writeFile(join(folder, 'a.pptx'), bytes);
    await expect(loadDeck(join(folder, 'a.pptx'))).rejects.toThrow(message);
  });

  it('refuses pictures that are too large together, a PDF beside what is no PPTX, and what is no text', async () => {
    await writeFile(join(folder, 'large.png'), '');
    await truncate(join(folder, 'large.png'), 100 * 2 ** 20 + 1);
    const deck = await deckOf('# A\n![](large.png)');
    await expect(loadDeck(deck)).rejects.toThrow('The deck and its pictures have more than 100 MB.');
    await expect(loadDeck(deck, deck)).rejects.toThrow('--pdf: only a PPTX has a PDF beside it.');
    await writeFile(deck, '# A\0');
    await expect(loadDeck(deck)).rejects.toThrow('is no text: a deck is one of .md');
  });

  it.each(['talk.key', 'package.json', 'talk'])('refuses %s, and says what to do', async (name) => {
    await writeFile(join(folder, name), '# A');
    await expect(loadDeck(join(folder, name))).rejects.toThrow(`${name}: a deck is one of .md`);
  });

  it('says that a deck is not there, or has no slides', async () => {
    await expect(loadDeck(join(folder, 'none.md'))).rejects.toThrow('ENOENT: no such file');
    await expect(loadDeck(await deckOf(''))).rejects.toThrow('This deck has no slides');
  });

  it('reads the deck of the demo: every layout, every picture is there, and nothing is lost', async () => {
    const { slides, warnings } = await readZip((await loadDeck(SAMPLE)).bytes);
    const layouts = slides.map(({ content }) => content.layout);
    expect(slides).toHaveLength(11);
    expect(layouts).toEqual(
      expect.arrayContaining(['title', 'auto', 'image_left', 'image_right', 'image_full', 'quote']),
    );
    expect(slides.filter(({ image }) => image)).toHaveLength(3);
    expect(slides.every(({ content }) => content.speaker_notes !== '')).toBe(true);
    expect(warnings).toEqual([]);
  });
});
