import { describe, expect, it } from 'vitest';
import { readHtmlDeck } from '#engine/deck-reading/html/read-html-deck.ts';
import type { FilesNextToDeck } from '#engine/deck-reading/markdown/files-next-to-deck.ts';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';

const files: FilesNextToDeck = {
  find: (path) => (path === 'clip.mp4' || path === 'public/clip.mp4' || path === 'a.png' ? path : undefined),
  text: () => expect.fail('no text'),
};
const options = { maxSlides: 100, files };
const CLIP = { from: 'path', path: 'clip.mp4' };

/** The videos of the slides of a deck. */
const videosOf = async (...text: string[]) =>
  (await readMarkdownDeck(text.join('\n'), options)).slides.map(({ video }) => video);

describe('a video in Markdown', () => {
  it.each([
    ['alone', ['![](clip.mp4)'], 'full'],
    ['under a title', ['# A', '', '![](clip.mp4)'], 'framed'],
    ['next to points', ['# A', '', '- One', '- Two', '', '![](clip.mp4)'], 'right'],
    ['behind a title', ['---', 'marp: true', '---', '# A', '', '![bg](clip.mp4)'], 'background'],
    ['at the left', ['---', 'marp: true', '---', '# A', '', '- One', '- Two', '', '![bg left](clip.mp4)'], 'left'],
  ])('%s has a place as a picture would have', async (_, text, place) => {
    expect(await videosOf(...text)).toEqual([{ source: CLIP, place }]);
  });

  it('plays the part that its address names', async () => {
    const cut = async (time: string) => (await videosOf(`![](clip.mp4#t=${time})`))[0];
    expect(await cut('2,8.5')).toEqual({ source: CLIP, place: 'full', from: 2, until: 8.5 });
    expect(await cut('1:30')).toEqual({ source: CLIP, place: 'full', from: 90 });
    expect(await cut(',4')).toEqual({ source: CLIP, place: 'full', until: 4 });
    for (const time of ['8,2', 'x,y', '999999999,']) expect(await cut(time)).not.toHaveProperty('until');
  });

  it('at an address is named by it; one that is missing is reported', async () => {
    expect(await videosOf('# A', '![](https://a.example/clip.webm)')).toEqual([
      { source: { from: 'address', url: 'https://a.example/clip.webm' }, place: 'framed' },
    ]);
    const { slides, warnings } = await readMarkdownDeck('# A\n\n![](none.mov)\n\nNote: Said.', options);
    expect([slides[0]?.video, slides[0]?.image]).toEqual([undefined, undefined]);
    expect(warnings).toMatchObject([
      { slide: 1, code: 'video_not_taken', message: expect.stringContaining('none.mov') },
    ]);
  });

  it('is on a slide of its own next to a picture', async () => {
    const { slides } = await readMarkdownDeck('# A\n\n![](a.png)\n\n![](clip.mp4)\n', options);
    expect(slides.map(({ image, video }) => [image?.source, video?.source])).toEqual([
      [{ from: 'path', path: 'a.png' }, undefined],
      [undefined, CLIP],
    ]);
  });
});

describe('an element of a video', () => {
  const how = { source: CLIP, place: 'framed', isMuted: true, loops: true };
  const WRITTEN = '<video controls muted loop><source src="clip.mp4" type="video/mp4">Not shown.</video>';

  it('is read in each dialect', async () => {
    expect(await videosOf('# A', '', WRITTEN)).toEqual([how]);
    expect(await videosOf('---', 'theme: default', '---', '', '# A', '', WRITTEN)).toEqual([how]);
    const slidev = '<SlidevVideo v-click autoplay><source src="/clip.mp4" /></SlidevVideo>';
    expect(await videosOf('---', 'theme: default', '---', '', '# A', '', slidev)).toEqual([
      { source: { from: 'path', path: 'public/clip.mp4' }, place: 'framed' },
    ]);
  });

  it('is read in reveal.js, in the text and behind it', async () => {
    const html = (attributes: string, inner: string) =>
      `<div class="reveal"><div class="slides"><section ${attributes}><h2>A</h2>${inner}</section></div></div>`;
    const videoIn = async (text: string) => (await readHtmlDeck(text, options)).slides.map(({ video }) => video);
    expect(await videoIn(html('', '<video data-src="clip.mp4" muted loop></video>'))).toEqual([how]);
    expect(
      await videoIn(
        html('data-background-video="clip.mp4,clip.webm" data-background-video-loop data-background-video-muted', ''),
      ),
    ).toEqual([{ ...how, place: 'background' }]);
  });

  it('without a file is left out and reported', async () => {
    const { warnings } = await readMarkdownDeck('# A\n\n<video></video>\n\nNote: Said.', options);
    expect(warnings.map(({ code }) => code)).toEqual(['video_not_taken']);
  });
});
