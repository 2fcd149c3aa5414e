import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

describe('loading a deck', () => {
  it('finds the images beside the deck and gives each its type', async () => {
    await Promise.all(['a.png', 'b c.JPG'].map((name) => writeFile(join(folder, name), 'x')));
    const { images } = await loadDeck(await deckOf('# A\n\n![](a.png)\n\n# B\n\n# C\n\n![](<b c.JPG>)'));
    expect([...images].map(([slide, { file, contentType }]) => [slide, file, contentType])).toEqual([
      [0, join(folder, 'a.png'), 'image/png'],
      [2, join(folder, 'b c.JPG'), 'image/jpeg'],
    ]);
  });

  it('names a deck without any title after its file', async () => {
    expect((await loadDeck(await deckOf('- a'))).title).toBe('my deck');
  });

  it('names every image that is not there, is no picture or is too large', async () => {
    await writeFile(join(folder, 'large.png'), '');
    await truncate(join(folder, 'large.png'), 25 * 2 ** 20 + 1);
    const deck = await deckOf('# A\n![](none.png)\n# B\n![](x.svg)\n# C\n![](large.png)');
    await expect(loadDeck(deck)).rejects.toThrow(
      [
        'slide 1, line 2: there is no file none.png beside the deck',
        'slide 2, line 4: x.svg is none of .jpg, .jpeg, .png, .webp, .gif, .avif',
        'slide 3, line 6: large.png has more than 25 MB',
      ].join('\n'),
    );
  });

  it('says that a deck is not there', async () => {
    await expect(loadDeck(join(folder, 'none.md'))).rejects.toThrow('none.md cannot be read (ENOENT)');
  });

  it('reads the deck of the demo: every layout, and every picture is there', async () => {
    const { slides, images } = await loadDeck(SAMPLE);
    const layouts = slides.map(({ content }) => content.layout);
    expect(slides.length).toBeGreaterThanOrEqual(8);
    expect(layouts).toEqual(
      expect.arrayContaining(['title', 'auto', 'image_left', 'image_right', 'image_full', 'quote']),
    );
    expect(images.size).toBe(3);
    expect(slides.every(({ content }) => content.speaker_notes !== '')).toBe(true);
  });
});
