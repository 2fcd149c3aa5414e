import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadDeck } from '#cli/load-deck.ts';
import { openMarkdownArchive } from '#engine/deck-reading/markdown/markdown-archive.ts';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';
import { makePptx } from '#test/support/decks/pptx.ts';

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
const readZip = async (bytes: Uint8Array, deckFile?: string) => {
  const { markdown, ...rest } = await openMarkdownArchive(bytes, deckFile);
  return { ...(await readMarkdownDeck(markdown, { maxSlides: 100, ...rest })), medium: rest.medium };
};

describe('loading a deck', () => {
  it('reads the music of its front matter, within its folder', async () => {
    const musicOf = async (...fields: string[]) => loadDeck(await deckOf(['---', ...fields, '---', '# A'].join('\n')));
    await writeFile(join(folder, 'theme.mp3'), 'music');
    const { music, files, contentType } = await musicOf('music: theme.mp3', 'music_volume: 0.2');
    expect(music).toMatchObject({ name: 'theme.mp3', type: 'audio/mpeg', bytes: Buffer.from('music'), volume: 0.2 });
    expect([files.length, contentType]).toEqual([2, 'text/markdown']);
    await expect(musicOf('music: theme.mp3', 'music_volume: 20')).rejects.toThrow('a number from 0 to 1; not "20".');
    await expect(musicOf('music_volume: 0.5')).rejects.toThrow('there is no music.');
    for (const name of ['none.mp3', 'my deck.md', '/etc/hosts', join(folder, 'theme.mp3'), '../theme.mp3'])
      await expect(musicOf(`music: ${name}`)).rejects.toThrow('there is no file with music');
    await mkdir(join(folder, 'talk'));
    await writeFile(join(folder, 'talk', 'deck.md'), '---\nmusic: ../theme.mp3\n---\n# A');
    await expect(loadDeck(join(folder, 'talk', 'deck.md'))).rejects.toThrow('there is no file with music');
  });

  it('reads the captions of its front matter', async () => {
    const captionsOf = async (...fields: string[]) =>
      (await loadDeck(await deckOf(['---', ...fields, '---', '# A'].join('\n')))).captions;
    expect(await captionsOf('title: A')).toBeUndefined();
    expect(await captionsOf('captions: embedded')).toEqual({ captions: 'embedded' });
    expect(await captionsOf('caption_style: karaoke')).toEqual({
      captions: 'burned_in',
      caption_style: { preset: 'karaoke' },
    });
    await expect(captionsOf('captions: below')).rejects.toThrow(/captions of the front matter: one of none, sidecar/);
    await expect(captionsOf('captions: sidecar', 'caption_style: box')).rejects.toThrow('Set captions to burned_in.');
  });

  it('packs the videos that it names', async () => {
    await writeFile(join(folder, 'clip.mp4'), 'video');
    const { bytes, files, contentType } = await loadDeck(await deckOf('# A\n\n![](clip.mp4#t=1,2)'));
    expect([contentType, files]).toEqual(['application/zip', [join(folder, 'my deck.md'), join(folder, 'clip.mp4')]]);
    const { slides } = await readZip(bytes);
    expect(slides[0]?.video).toEqual({
      source: { from: 'path', path: 'clip.mp4' },
      place: 'framed',
      from: 1,
      until: 2,
    });
  });

  it('sends Markdown that names no file as it is', async () => {
    const deck = await loadDeck(await deckOf('# A\n\n![](https://a.example/b.png)\n\n![](none.png)'));
    expect(deck).toMatchObject({ name: 'my deck.md', contentType: 'text/markdown' });
  });

  it('packs it with the files that it names, those of folders above it within --root', async () => {
    await Promise.all(['talk', 'img'].map((name) => mkdir(join(folder, name))));
    await Promise.all(
      ['talk/b c.JPG', 'img/a.png', 'img/other.png'].map((name) => writeFile(join(folder, name), name)),
    );
    const path = join(folder, 'talk', 'deck.md');
    await writeFile(path, '# A\n\n![](../img/a.png)\n\n# B\n\n![](none.png)\n\n# C\n\n![](<b c.JPG>)');
    const { contentType, bytes } = await loadDeck(path, { root: folder });
    expect(contentType).toBe('application/zip');
    const deck = await readZip(bytes);
    const sources = deck.slides.map(({ image }) => (image?.source.from === 'path' ? image.source.path : null));
    expect(sources).toEqual(['img/a.png', null, 'talk/b c.JPG']);
    expect(String(await deck.medium('img/a.png'))).toBe('img/a.png');
    expect(deck.warnings).toMatchObject([{ code: 'deck_silent' }, { slide: 2, code: 'picture_missing' }]);
    expect((await loadDeck(path, { root: folder })).bytes).toEqual(bytes);
  });

  it('packs the files of other slides, and what those name', async () => {
    await mkdir(join(folder, 'pages'));
    await writeFile(join(folder, 'pages', 'two.md'), '# Two\n\n![](c.png)');
    await writeFile(join(folder, 'pages', 'c.png'), 'c');
    const { bytes, deck_file } = await loadDeck(
      await deckOf('---\ntheme: seriph\n---\n# One\n\n---\nsrc: ./pages/two.md\n---\n'),
    );
    const { slides } = await readZip(bytes, deck_file);
    expect(slides.map(({ content }) => content.title)).toEqual(['One', 'Two']);
    expect(slides[1]?.image?.source).toEqual({ from: 'path', path: 'pages/c.png' });
  });

  it.each([
    ['composed', 'bilder/gödel.png', 'bilder/gödel.png'.normalize('NFD')],
    ['decomposed', 'bilder/gödel.png'.normalize('NFD'), 'bilder/gödel.png'],
    ['in another case', 'Bilder/Gödel.PNG', 'bilder/gödel.png'],
  ])('packs a picture whose name is written otherwise in its folder: %s in the deck', async (_, named, written) => {
    await mkdir(join(folder, dirname(written)));
    await writeFile(join(folder, written), 'the picture');
    const { bytes, files } = await loadDeck(await deckOf(`# A\n\n![](${named})`));
    const { slides, warnings, medium } = await readZip(bytes);
    const source = slides[0]?.image?.source;
    expect(source?.from === 'path' && String(await medium(source.path))).toBe('the picture');
    expect(files).toHaveLength(2);
    expect(warnings.map(({ code }) => code)).toEqual(['deck_silent']);
  });

  it('packs the picture that is written as the deck has it, where another differs in case alone', async () => {
    await Promise.all(['a.png', 'A.png'].map((name) => writeFile(join(folder, name), name)));
    const { files } = await loadDeck(await deckOf('# A\n\n![](A.png)'));
    expect(files[1]).toBe(join(folder, 'A.png'));
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
    ['text', 'junk', 'is damaged or is not a .pptx file: it contains text. Export it again.'],
    ['an old Office file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'This is an old Office file. Save it as .pptx.'],
    ['anything else', Buffer.alloc(9), 'The file is not a PPTX, ODP, PDF, DOCX, Markdown or HTML file.'],
  ])('refuses %s in the name of a PPTX', async (_, bytes, message) => {
    await writeFile(join(folder, 'a.pptx'), bytes);
    await expect(loadDeck(join(folder, 'a.pptx'))).rejects.toThrow(message);
  });

  it('refuses pictures that are too large together, a PDF next to what is not a PPTX, and what is not a text', async () => {
    await writeFile(join(folder, 'large.png'), '');
    await truncate(join(folder, 'large.png'), 100 * 2 ** 20 + 1);
    const deck = await deckOf('# A\n![](large.png)');
    await expect(loadDeck(deck)).rejects.toThrow(
      'The deck and the pictures and videos that it names have more than 100 MB.',
    );
    await expect(loadDeck(deck, { pdf: deck })).rejects.toThrow('--pdf: only a PPTX or an ODP can be sent with a PDF.');
    await writeFile(deck, '# A\0');
    await expect(loadDeck(deck)).rejects.toThrow('is not a text file: a deck is one of .pptx');
  });

  it.each([
    ['package.json', 'a deck is one of .pptx'],
    ['talk', 'a deck is one of .pptx'],
    ['talk.key', 'This is a Keynote deck. In Keynote, choose File, Export To, PowerPoint'],
    ['talk.PPT', 'This is a deck of an old PowerPoint (.ppt).'],
    ['talk.pages', 'This is a document of Pages or Numbers. Export it as PDF'],
  ])('refuses %s, and says what to do', async (name, message) => {
    await writeFile(join(folder, name), '# A');
    await expect(loadDeck(join(folder, name))).rejects.toThrow(`${name}: ${message}`);
  });

  it('refuses an old deck with a new name, and sends those of the family of PowerPoint under their types', async () => {
    const path = join(folder, 'talk.pptx');
    const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('PowerPoint Document', 'utf16le')]);
    await writeFile(path, ole);
    await expect(loadDeck(path)).rejects.toThrow(`${path}: This is a deck of an old PowerPoint`);
    await writeFile(join(folder, 'show.ppsx'), makePptx({ slides: [{}] }));
    const { contentType } = await loadDeck(join(folder, 'show.ppsx'), { pdf: path });
    expect(contentType).toBe('application/vnd.openxmlformats-officedocument.presentationml.slideshow');
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

/** A deck of Slidev in `talk/deck.md` that takes slides or a picture from elsewhere, with a file outside of its folder. */
async function hostileDeck(slide: string): Promise<string> {
  await mkdir(join(folder, 'talk'), { recursive: true });
  await writeFile(join(folder, 'private.md'), '# Secret\n\n- of the reader');
  await writeFile(join(folder, 'private.png'), 'secret');
  const path = join(folder, 'talk', 'deck.md');
  await writeFile(path, `---\ntheme: seriph\n---\n# One\n\n---\n${slide}`);
  return path;
}
const slideOf = (src: string) => `src: ${src}\n---\n`;
const pictureOf = (path: string) => `\n# Two\n\n![](${path})\n`;

describe('a Markdown deck that names files outside of its folder', () => {
  it.each([
    ['slides above it', slideOf('../private.md')],
    ['slides above it, in a roundabout way', slideOf('./none/../../private.md')],
    ['a picture above it', pictureOf('../private.png')],
    ['a picture in HTML', '\n# Two\n\n<img src="../private.png">\n'],
  ])('is refused with the flag that allows it: %s', async (_, slide) => {
    const path = await hostileDeck(slide);
    await expect(loadDeck(path)).rejects.toThrow(
      /names .*private\.(?:md|png), which is outside of its folder .*--root/,
    );
    expect((await loadDeck(path, { root: folder })).files).toHaveLength(2);
  });

  it.each([
    ['slides', 'link.md', slideOf('link.md'), 'private.md'],
    ['a picture', 'link.png', pictureOf('link.png'), 'private.png'],
  ])('is refused for a link in its folder: %s', async (_, link, slide, target) => {
    const path = await hostileDeck(slide);
    await symlink(join(folder, target), join(dirname(path), link));
    await expect(loadDeck(path)).rejects.toThrow(`names ${link}, which is outside`);
  });

  it('is refused for a folder that is a link', async () => {
    const path = await hostileDeck(slideOf('beside/private.md'));
    await symlink(folder, join(dirname(path), 'beside'));
    await expect(loadDeck(path)).rejects.toThrow('is outside');
  });

  it.each([
    '/etc/passwd',
    '/etc/hostname',
    '../../../../../../etc/passwd',
    '~/.ssh/config',
    '~/deck.md',
    'deck.md/x.md',
  ])('never reads %s', async (name) => {
    for (const slide of [slideOf(name), pictureOf(name)]) {
      const { contentType, files } = await loadDeck(await hostileDeck(slide));
      expect([contentType, files.length]).toEqual(['text/markdown', 1]);
    }
  });

  it('reads no file but Markdown and pictures, also in its folder', async () => {
    const path = await hostileDeck(`${slideOf('passwords.txt')}${pictureOf('.env')}`);
    await writeFile(join(dirname(path), 'passwords.txt'), '# Secret');
    await writeFile(join(dirname(path), '.env'), 'SECRET=1');
    expect((await loadDeck(path)).files).toEqual([path]);
  });

  it('must lie in the folder of --root', async () => {
    const path = await hostileDeck(slideOf('../private.md'));
    await mkdir(join(folder, 'other'));
    await expect(loadDeck(path, { root: join(folder, 'other') })).rejects.toThrow('is not in it');
    await expect(loadDeck(path, { root: join(folder, 'none') })).rejects.toThrow('there is no such folder');
  });
});

describe('a deck whose slides come from files', () => {
  it.each([
    ['above it', '../private.md'],
    ['beside it', 'slides.md'],
    ['below it', 'parts/slides.md'],
  ])('is the deck of its zip, whatever their names are: %s', async (_, src) => {
    const path = await hostileDeck(slideOf(src));
    const place = join(dirname(path), src);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, '# Part');
    const { bytes, deck_file } = await loadDeck(path, { root: folder });
    for (const named of [deck_file, undefined]) {
      const { slides } = await readZip(bytes, named);
      expect(slides.map(({ content }) => content.title)).toEqual(['One', 'Part']);
    }
  });
});
