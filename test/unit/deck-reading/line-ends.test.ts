import { expect, it } from 'vitest';
import { readHtmlDeck } from '#engine/deck-reading/html/read-html-deck.ts';
import { openMarkdownArchive } from '#engine/deck-reading/markdown/markdown-archive.ts';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';
import { openZip } from '#engine/deck-reading/zip-archive.ts';
import { makeZip } from '#test/support/decks/zip.ts';

const CSV = 'Month;Revenue;Cost\nJan;1200;3\n"Feb\ncold";2;4\n';
const OWN = `---
title: A deck
captions: burned
---

# First

- a **point**
- another
  that goes on

> [!NOTE] Seen
> again

Note: What is said.
On two lines.

And in two paragraphs.

---

## Code

\`\`\`js {1|2}
const a = 1;

  b();
\`\`\`

<!-- slide: layout=code
     build=none -->

---

## Table

| A | B |
|---|---|
| 1 | 2<br>3 |

---

## Chart

![Sales](sales.csv)

---

\`\`\`chart
type: line
title: Revenue
unit: $

Month,Revenue
Jan,12
Feb,14
\`\`\`

---

$$
a^2 + b^2
= c^2
$$
`;
const MARP = `---
marp: true
theme: gaia
footer: My talk
style: |
  section { color: red }
  h1 { color: blue }
---

<!-- _class: lead -->

# Title
## Subtitle

<!--
Said
on lines
-->

---

# Next

* a
* b
`;
const SLIDEV = `---
theme: seriph
title: Talk
layout: cover
---

# Talk

<!-- Hello.

There. -->

---
layout: two-cols
---

# Left

- a

::right::

- b

---
src: ./more.md
---
`;
const REVEAL = `<!doctype html><html lang="de"><body><div class="reveal"><div class="slides">
<section><h1>Plans
for all</h1><p>One text
on two lines.</p><aside class="notes">Welcome.

Let us begin.</aside></section>
<section><pre><code class="js">const a = 1;

  b();
</code></pre></section>
<section data-markdown><textarea data-template>
## In Markdown

- a
- b

Note: said
---
## More
</textarea></section>
</div></div></body></html>`;

const windows = (text: string): string => text.replaceAll('\n', '\r\n');

async function read(text: string, lineEnds: (text: string) => string) {
  const texts = { 'sales.csv': CSV, 'more.md': '# More\n\n- c\n\n---\n\n# Last\n' };
  const files = {
    find: (path: string) => (Object.hasOwn(texts, path) ? path : undefined),
    text: async (name: string) => lineEnds(texts[name as keyof typeof texts]),
  };
  const options = { maxSlides: 50, files };
  return text.startsWith('<') ? readHtmlDeck(lineEnds(text), options) : readMarkdownDeck(lineEnds(text), options);
}

it.each([
  ['Markdown', OWN],
  ['Marp', MARP],
  ['Slidev', SLIDEV],
  ['reveal.js', REVEAL],
])('a deck in %s reads the same with the line ends of Windows', async (_, text) => {
  const deck = await read(text, (same) => same);
  expect(deck.slides.length).toBeGreaterThan(1);
  expect(await read(text, windows)).toEqual(deck);
});

it('a file that a deck names in the way of Windows is found', async () => {
  const zip = makeZip([
    {
      name: 'talk/slides.md',
      bytes: '---\ntheme: seriph\n---\n# A\n\n![](img\\boat.png)\n\n---\nsrc: parts\\two.md\n---\n',
    },
    { name: 'talk/parts/two.md', bytes: '# Two\n' },
    { name: 'talk/img/boat.png', bytes: 'x' },
  ]);
  const { markdown, ...rest } = await openMarkdownArchive(zip);
  const { slides } = await readMarkdownDeck(markdown, { maxSlides: 10, ...rest });
  expect(slides.map(({ content }) => content.title)).toEqual(['A', 'Two']);
  expect(slides[0]?.image?.source).toEqual({ from: 'path', path: 'talk/img/boat.png' });
});

it.each([
  [['Boat.png', 'boat.png'], 'The names Boat.png and boat.png are the same on many systems'],
  [['boat.png', 'boat.png'], 'boat.png is in it twice'],
])('a zip is refused whose files cannot be next to each other: %j', async (names, message) => {
  await expect(openZip(makeZip(names.map((name) => ({ name, bytes: name }))))).rejects.toThrow(message);
});
