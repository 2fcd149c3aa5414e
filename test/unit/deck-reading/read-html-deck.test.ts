import { describe, expect, it } from 'vitest';
import { deckKindOf } from '#engine/deck-reading/detect-deck.ts';
import { readHtmlDeck } from '#engine/deck-reading/html/read-html-deck.ts';
import { looksLikeHtml } from '#engine/deck-reading/looks-like-html.ts';
import { openMarkdownArchive } from '#engine/deck-reading/markdown/markdown-archive.ts';
import { CPU_TIME_FACTOR } from '#test/support/cpu-time-factor.ts';
import { makeZip } from '#test/support/decks/zip.ts';

const reveal = (sections: string): string =>
  `<!doctype html><html lang="de"><head><title>The page</title><script>document.write('<section><h1>Made by a script</h1></section>')</script></head><body><div class="reveal"><div class="slides">${sections}</div></div></body></html>`;
const read = (html: string, options = {}) => readHtmlDeck(html, { maxSlides: 100, ...options });
const titles = async (html: string): Promise<string[]> => (await read(html)).slides.map(({ content }) => content.title);

describe('a deck of reveal.js', () => {
  it('has its sections as slides, those below one another too, with what is spoken', async () => {
    const deck = await read(
      reveal(`
        <section><h1>Plans</h1><h3>for everyone</h3><aside class="notes"><p>Welcome.</p><p>Let us<br>begin.</p></aside></section>
        <section>
          <section><h2>Above</h2><p>One text.</p></section>
          <section data-notes="Said of below."><h2>Below</h2><ul><li>One</li><li>Two<ul><li>Within</li></ul></li></ul></section>
        </section>
        <section data-visibility="hidden"><h2>Not shown</h2></section>`),
    );
    expect(deck).toMatchObject({ kind: 'html', title: 'Plans', language: 'de', pages: 4 });
    expect(deck.slides.map(({ source_page, content }) => [source_page, content.title, content.speaker_notes])).toEqual([
      [1, 'Plans', 'Welcome.\n\nLet us begin.'],
      [2, 'Above', ''],
      [3, 'Below', 'Said of below.'],
    ]);
    expect(deck.slides[2]?.content).toMatchObject({
      bullet_points: ['One', 'Two', 'Within'],
      bullet_levels: [0, 0, 1],
    });
    expect(deck.warnings).toMatchObject([{ slide: 4, code: 'slide_hidden' }]);
  });

  it('has listings, tables and pictures', async () => {
    const deck = await read(
      reveal(`
        <section><h2>Code</h2><pre><code class="hljs javascript" data-trim data-line-numbers>
            const a = 1;
              b();
          </code></pre></section>
        <section><h2>Table</h2><table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></section>
        <section><h2>Picture</h2><img data-src="img/a.png" alt="A boat"></section>
        <section data-background-image="img/b.jpg"><h2>Behind</h2></section>`),
      { files: { find: (path: string) => path, text: async () => '' } },
    );
    const [code, table, picture, behind] = deck.slides;
    expect(code?.content.code).toEqual({ language: 'javascript', text: 'const a = 1;\n  b();' });
    expect(table?.content.table).toMatchObject({ header: ['A', 'B'], rows: [['1', '2']] });
    expect(picture?.image).toMatchObject({ source: { from: 'path', path: 'img/a.png' }, alt: 'A boat' });
    expect(behind?.image?.source).toEqual({ from: 'path', path: 'img/b.jpg' });
  });

  it('has the captions of its figures, and several pictures of a slide together', async () => {
    const deck = await read(
      reveal(`
        <section><h2>One</h2><figure><img src="a.png" alt="A boat"><figcaption>The harbour
          in <em>1920</em></figcaption></figure></section>
        <section><h2>Two</h2><figure><img src="a.png"><figcaption>Before</figcaption></figure><figure><div><img src="b.png"></div><figcaption>After</figcaption></figure></section>
        <section><h2>Code</h2><figure><pre><code>a</code></pre><figcaption>A listing</figcaption></figure></section>`),
      { files: { find: (path: string) => path, text: async () => '' } },
    );
    const [one, two, code] = deck.slides;
    expect(one?.image).toMatchObject({ alt: 'A boat', caption: 'The harbour in 1920' });
    expect(one?.content.bullet_points).toEqual([]);
    expect([two?.image?.caption, two?.images?.map(({ caption }) => caption)]).toEqual(['Before', ['After']]);
    expect([code?.image, code?.content.bullet_points]).toEqual([undefined, ['`a`', 'A listing']]);
  });

  it('has its fragments as clicks; a list of them comes in point by point', async () => {
    const deck = await read(
      reveal(`
        <section><h2>List</h2><ul><li class="fragment">One</li><li class="fragment fade-up">Two</li></ul></section>
        <section><h2>Other</h2><p class="fragment">Later</p><ul><li>One</li><li>Two</li></ul></section>`),
    );
    expect(deck.slides.map(({ clicks, content }) => [clicks, content.build])).toEqual([
      [2, 'by_bullet'],
      [1, 'none'],
    ]);
  });

  it('may be written in Markdown, in the page or in another file', async () => {
    const deck = await read(
      reveal(`
        <section data-markdown><textarea data-template>
          ## First
          - a point

          Note: Said.

          ---

          ## Second
        </textarea></section>
        <section data-markdown="more.md"></section>
        <section data-markdown="gone.md"></section>`),
      { files: { find: (path: string) => (path === 'more.md' ? path : undefined), text: async () => '## Third' } },
    );
    expect(deck.slides.map(({ content }) => [content.title, content.speaker_notes])).toEqual([
      ['First', 'Said.'],
      ['Second', ''],
      ['Third', ''],
    ]);
    expect(deck.warnings).toMatchObject([{ slide: null, code: 'slide_unreadable', message: /gone\.md/ }]);
  });

  it('parts its Markdown at the separators that the page names, and says what it says of it', async () => {
    const text = '# One\n- a\n\nNote: Said of one.\n\n\n# Two\n- b\n\nNote: Said of two.\n\n\n# Three';
    const attributes = 'data-separator="^\\n\\n\\n" data-separator-notes="^Note:"';
    const deck = await read(
      reveal(
        `<section data-markdown ${attributes} data-notes="Said at the end."><textarea data-template>\n${text.replaceAll('\n\n\n', '\n\n\n\n')}\n</textarea></section>`,
      ),
    );
    expect(deck.slides.map(({ content }) => [content.title, content.bullet_points, content.speaker_notes])).toEqual([
      ['One', ['a'], 'Said of one.'],
      ['Two', ['b'], 'Said of two.'],
      ['Three', [], 'Said at the end.'],
    ]);
    expect(deck.warnings).toEqual([]);
    const other = await read(
      reveal(`<section data-markdown data-separator="(a|b)*" data-separator-vertical="^--v--">
        # One
        --v--
        # Two
        <aside class="notes">Said.</aside>
      </section>`),
    );
    expect(other.slides.map(({ content }) => [content.title, content.speaker_notes])).toEqual([
      ['One', ''],
      ['Two', 'Said.'],
    ]);
    expect(other.warnings).toMatchObject([
      { code: 'setting_not_taken', message: expect.stringContaining('separator: the pattern "(a|b)*"') },
    ]);
  });

  it('has its Markdown in files next to the page', async () => {
    const zip = makeZip([
      { name: 'talk/index.html', bytes: reveal('<section data-markdown="slides.md?v=1"></section>') },
      { name: 'talk/slides.md', bytes: '# One\n\n![a](img/a.png)' },
      { name: 'talk/img/a.png', bytes: 'x' },
      { name: 'slides.md', bytes: '# Other' },
    ]);
    const { markdown, ...beside } = await openMarkdownArchive(zip, 'talk/index.html', 'html');
    const { slides } = await read(markdown, beside);
    expect(slides.map(({ content, image }) => [content.title, image?.source])).toEqual([
      ['One', { from: 'path', path: 'talk/img/a.png' }],
    ]);
  });

  it('shows what a section has around those within it, and says what is said of all', async () => {
    const deck = await read(
      reveal(`
        <section data-notes="All of it."><section><h2>A</h2></section><section><h2>B</h2></section></section>
        <section><h2>Own</h2><p>text</p><section><h3>Within</h3></section>after</section>`),
    );
    expect(deck.slides.map(({ content }) => [content.title, content.bullet_points, content.speaker_notes])).toEqual([
      ['A', [], 'All of it.'],
      ['B', [], ''],
      ['Own', ['text'], ''],
      ['Within', [], ''],
      ['', ['after'], ''],
    ]);
  });

  it('has a line for each slide that lacks an element, the same one where they lack the same', async () => {
    const many = 'canvas object embed svg iframe'.split(' ').map((name) => `<${name}></${name}>`);
    const deck = await read(
      reveal(`
        <section><h2>A</h2><svg></svg><article><p>text</p></article><picture><source><img src="https://a.example/a.png"></picture></section>
        <section><h2>B</h2><iframe></iframe><p>a <svg></svg> b</p></section>
        <section><h2>C</h2><svg></svg></section>
        <section><h2>D</h2>${many.join('')}<x-a></x-a><x-b></x-b></section>`),
    );
    const why = 'If that matters, use a picture instead.';
    expect(deck.warnings).toEqual([
      { slide: 1, code: 'markup_not_taken', message: `\`<svg>\` is not drawn. ${why}` },
      { slide: 2, code: 'markup_not_taken', message: `\`<iframe>\`, \`<svg>\` are not drawn. ${why}` },
      { slide: 3, code: 'markup_not_taken', message: `\`<svg>\` is not drawn. ${why}` },
      {
        slide: 4,
        code: 'markup_not_taken',
        message: expect.stringMatching(/^(?:`<[a-z-]+>`, ){6}1 more are not drawn/),
      },
    ]);
  });

  it('has all texts of an item of a list', async () => {
    const deck = await read(
      reveal(`<section><h2>A</h2><ul>
        <li>Head<ul><li>below</li></ul>tail <b>text</b></li>
        <li><p>P</p>after p</li>
        <li><p>Q</p><p>second</p></li></ul></section>`),
    );
    expect(deck.slides[0]?.content).toMatchObject({
      bullet_points: ['Head', 'below', 'tail **text**', 'P', 'after p', 'Q', 'second'],
      bullet_levels: [0, 1, 0, 0, 0, 0, 0],
    });
  });

  it('has the language of its words, whatever its page says', async () => {
    const german = 'Wir zeigen heute, wie die neue Anlage gebaut wurde und was sie für die Stadt bedeutet.';
    const page = reveal(`<section><h2>Die Anlage</h2><aside class="notes">${german}</aside></section>`);
    expect((await read(page.replace('lang="de"', 'lang="en"'))).language).toBe('de');
    expect((await read(page.replace('lang="de"', 'lang="de-AT"'))).language).toBe('de-AT');
  });

  it('runs no script, and shows nothing of styles, forms and navigation', async () => {
    const text = JSON.stringify(
      (
        await read(
          reveal(
            '<section><h2>One</h2><style>p{color:red}</style><nav>Elsewhere</nav><button>Go</button><p>Shown</p></section>',
          ),
        )
      ).slides,
    );
    expect(text).toContain('Shown');
    for (const hidden of ['script', 'color:red', 'Elsewhere', 'Go']) expect(text).not.toContain(hidden);
  });
});

describe('another page', () => {
  it('shows what stands around its sections', async () => {
    const page = `<body><header><h1>Titel</h1><p>Einleitung</p></header><nav>Inhalt</nav><main>
      <section><h2>A</h2><p>eins</p><section><h3>In A</h3></section></section>
      <section><h2>B</h2></section></main><p>Ende</p></body>`;
    const { slides } = await read(page);
    expect(slides.map(({ content }) => [content.title, content.bullet_points])).toEqual([
      ['Titel', ['Einleitung']],
      ['A', ['eins']],
      ['In A', []],
      ['B', []],
      ['', ['Ende']],
    ]);
  });

  it('shows nothing of what it hides itself', async () => {
    const hidden = '<p style="color: red; display:none">No</p><p hidden>No</p><p hidden="until-found">No</p>';
    const { slides } = await read(`<h1>A</h1>${hidden}<p style="display: block">Yes</p>`);
    expect(slides.map(({ content }) => content.bullet_points)).toEqual([['Yes']]);
  });

  it('starts a slide at each h1 and h2, within boxes too', async () => {
    const html =
      '<!DOCTYPE html><html><body><nav><a href="/">Home</a></nav><main><article><h1>Report</h1><p>An introduction.</p><div><h2>Numbers</h2><ul><li>One</li></ul></div><h2>End</h2><p>Text.</p></article></main><footer>Imprint</footer></body></html>';
    expect(await titles(html)).toEqual(['Report', 'Numbers', 'End']);
    expect(JSON.stringify((await read(html)).slides)).not.toMatch(/Home|Imprint/);
  });

  it('without slides is refused, with what to do', async () => {
    await expect(
      read('<html><body><div id="app"></div><script src="a.js"></script></body></html>'),
    ).rejects.toMatchObject({
      code: 'import_invalid',
      message: expect.stringContaining('export the deck as PDF'),
    });
  });

  it.each([
    ['<!doctype html><p>a', true],
    ['\uFEFF<!-- by a program -->\n<HTML lang=en>', true],
    ['<?xml version="1.0"?><html xmlns="a">', true],
    ['# Title\n\n<html>', false],
    ['<div align="center">\n\n# Title', false],
    ['<!-- never closed', false],
  ])('is known by its beginning: %s', (text, isHtml) => {
    expect(looksLikeHtml(Buffer.from(text))).toBe(isHtml);
    expect(deckKindOf(Buffer.from(text))).toBe(isHtml ? 'html' : 'markdown');
  });

  it('may come in a zip with its pictures', async () => {
    const zip = makeZip([
      { name: 'talk/index.html', bytes: reveal('<section><h2>One</h2><img src="img/a.png"></section>') },
      { name: 'talk/img/a.png', bytes: 'x' },
      { name: 'talk/README.md', bytes: '# No deck' },
    ]);
    expect(deckKindOf(zip)).toBe('html');
    const { markdown, ...beside } = await openMarkdownArchive(zip, undefined, 'html');
    const deck = await read(markdown, beside);
    expect(deck.slides[0]?.image?.source).toEqual({ from: 'path', path: 'talk/img/a.png' });
    const both = makeZip([
      { name: 'a.html', bytes: reveal('') },
      { name: 'b.md', bytes: '# b' },
    ]);
    expect([deckKindOf(both), deckKindOf(both, 'a.html'), deckKindOf(both, 'b.md')]).toEqual([
      'markdown',
      'html',
      'markdown',
    ]);
  });
});

describe('attributes of sections that are not drawn from a tree', () => {
  it('count for a section in Markdown, and for a stack', async () => {
    const deck = await read(
      reveal(
        '<section data-markdown data-background-video="a.mp4" data-transition="fade"><textarea>## One</textarea></section>' +
          '<section data-transition="zoom" data-background-color="#003366" data-background-video="b.mp4"><section><h2>Two</h2></section><section><h2>Three</h2></section></section>',
      ),
    );
    const videos = deck.warnings.filter(({ message }) => message.includes('video'));
    expect(videos.map(({ slide }) => slide)).toEqual([1, 2, 3]);
    expect(deck.slides[0]?.content.transition).toBeDefined();
  });
});

describe('a hostile page', () => {
  const SECONDS = 5;
  it.each([
    ['1,000,000 tags', `<!doctype html><section>${'<b></b>'.repeat(500_000)}`, 'import_too_large'],
    ['100,000 boxes within one another', `<!doctype html>${'<div>'.repeat(100_000)}`, 'import_invalid'],
    ['more than 8 MB', `<!doctype html><p>${'a'.repeat(9 * 2 ** 20)}`, 'import_too_large'],
    [
      'a comment that never ends',
      `<!doctype html><section><h1>A</h1></section><section><h1>B</h1>${'<!--'.repeat(100_000)}`,
      'taken',
    ],
    ['an attribute that never ends', `<!doctype html><h1>A</h1><p a="${'<'.repeat(500_000)}`, 'taken'],
    [
      '100,000 spaces before every mark',
      `<!doctype html><h1>A</h1><p>${' '.repeat(100_000)}x<pre>${' '.repeat(100_000)}\n</pre>`,
      'taken',
    ],
    ['3,000 paragraphs that were not ended', `<!doctype html><h1>A</h1>${'<p>a<li>b'.repeat(1500)}`, 'taken'],
    [
      '100 fonts that each of 2,000 paragraphs opens again',
      `<p>${Array.from({ length: 100 }, (_, size) => `<font size=${size}>`).join('')}${'<p>x'.repeat(2000)}`,
      'import_too_large',
    ],
    ['100,000 boxes among ends of others', `<!doctype html>${'<div></b>'.repeat(50_000)}`, 'import_invalid'],
    ['an html tag without an end', `<html ${'lang '.repeat(100_000)}`, 'import_invalid'],
  ])('is refused or read in bounded time: %s', async (_, html, code) => {
    const began = performance.now();
    const outcome = await read(html).then(
      () => 'taken',
      (error: { code?: string }) => error.code,
    );
    expect([outcome, (performance.now() - began) / 1000 < SECONDS]).toEqual([code, true]);
  });
});

it('a table keeps its merged cells, and icons in its cells', async () => {
  const table =
    '<table><thead><tr><th rowspan="2">Region</th><th colspan="2">2026</th></tr><tr><th>Plan</th><th>Actual</th></tr></thead>' +
    '<tbody><tr><td rowspan="2">North</td><td>1</td><td>:check:</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>';
  const { slides } = await read(reveal(`<section><h2>Table</h2>${table}<aside class="notes">Said.</aside></section>`));
  expect(slides[0]?.content).toMatchObject({
    markup: 'inline',
    table: {
      ...{ header: ['Region', '2026', ''], header_rows: 2 },
      rows: [
        ['', 'Plan', 'Actual'],
        ['North', '1', ':check:'],
        ['', '3', '4'],
      ],
      spans: [
        { row: 0, column: 0, rows: 2, columns: 1 },
        { row: 0, column: 1, rows: 1, columns: 2 },
        { row: 2, column: 0, rows: 2, columns: 1 },
      ],
    },
  });
});

const tablesOf = async (table: string) =>
  (await read(reveal(`<section><h2>Table</h2>${table}</section>`))).slides.map(({ content }) => content.table);

it('the rows next to a cell of 40 rows stay in their columns', async () => {
  const others = Array.from({ length: 39 }, (_, at) => `<tr><td>${at + 2}</td></tr>`).join('');
  const tables = await tablesOf(`<table><tr><td rowspan="40">All</td><td>1</td></tr>${others}</table>`);
  const rows = tables.flatMap((table) => table?.rows ?? []);
  expect(rows.map(([, number]) => number)).toEqual(Array.from({ length: 40 }, (_, at) => `${at + 1}`));
});

it('a head of a table has as many rows with bold figures below it as with plain ones', async () => {
  const [table] = await tablesOf(
    '<table><tr><th>Region</th><th colspan="2">2026</th></tr><tr><td>North</td><td><b>12</b></td><td><b>14</b></td></tr><tr><td>South</td><td>3</td><td>4</td></tr></table>',
  );
  expect(table).toMatchObject({ rows: [['North', '**12**', '**14**'], { length: 3 }] });
  expect(table).not.toHaveProperty('header_rows');
});

// Both took 9 s and more than 1 GB.
it.each([
  ['in a row', `<tr>${'<td rowspan=32 colspan=16>a</td>'.repeat(10_000)}</tr>${'<tr><td>b</td></tr>'.repeat(31)}`],
  ['below one another', '<tr><td rowspan=32 colspan=16>a</td></tr>'.repeat(4000)],
])('a table with thousands of merged cells %s is read soon', async (_, rows) => {
  const start = process.cpuUsage();
  expect((await tablesOf(`<table>${rows}</table>`)).length).toBeGreaterThan(0);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1e6).toBeLessThan(3 * CPU_TIME_FACTOR);
});
