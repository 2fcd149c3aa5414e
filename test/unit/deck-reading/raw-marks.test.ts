import { describe, expect, it } from 'vitest';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';

/** The line about marks that a slide shows as they are typed; undefined: there is none. */
async function lineOf(markdown: string): Promise<string | undefined> {
  const { warnings } = await readMarkdownDeck(`# A title\n\n${markdown}\n`, { maxSlides: 9 });
  return warnings.find(({ code }) => code === 'markup_raw')?.message;
}

describe('syntax of other programs', () => {
  it.each([
    ['a footnote without a text', 'A fact[^9]', '[^9]'],
    ['a footnote in the line', 'A fact^[of mine]', '^[of mine]'],
    ['a fenced block', '::: warning\nCareful\n:::', '::: warning'],
    ['attributes', 'A point {.highlight}', '{.highlight}'],
    ['attributes of kramdown', 'A point\n{: .lead}', '{: .lead}'],
    ['an unknown emoji', 'Go :fa-rocket: go', ':fa-rocket:'],
    ['a link of a wiki', 'See [[Other page]]', '[[Other page]]'],
    ['a link to nowhere', 'See [the page][nope]', '[the page][nope]'],
    ['a citation', 'As shown [@smith2020]', '[@smith2020]'],
    ['an insertion', 'It is ++new++', '++new++'],
    ['a change of CriticMarkup', 'It is {--old--} new', '{--old--}'],
    ['a template of Jekyll', '{% include a.md %}', '{% include a.md %}'],
    ['a shortcode of Hugo', '{{< tweet 1 >}}', '{{< tweet 1 >}}'],
    ['a block of MkDocs', '!!! note\n    Text', '!!! note'],
    ['a table of contents', '[TOC]', '[TOC]'],
    ['a pause of Pandoc', 'One\n\n. . .\n\nTwo', '. . .'],
    ['emphasis that does not open', '这是**「强调」**的文字', '**'],
    ['a mark in a cell', '| a |\n|---|\n| b {.c} |', '{.c}'],
  ])('%s is named in the report, because the slide shows it', async (_, markdown, mark) => {
    expect(await lineOf(markdown)).toContain(`"${mark}`);
  });

  it.each([
    ['code', 'Use `{.class}`, `:::`, `[[show]]` and `**` here'],
    ['code in a long paragraph', `${'Some words about it. '.repeat(30)}Use \`[[show]]\` there.`],
    ['a listing', '```\n::: warning\n{.class}\n```'],
    ['marks that are drawn', '**bold** ==marked== ~~gone~~ x^2^ :rocket: [^1]\n\n[^1]: A note.'],
    ['times, code words and powers', 'At 12:30:45, std::vector::size and 2**8 in C++ or a[i][j]'],
    ['variables', 'Dear {{name}}, welcome'],
  ])('%s has no line in the report', async (_, markdown) => {
    expect(await lineOf(markdown)).toBeUndefined();
  });

  it('is in one line for a slide, with six marks at most', async () => {
    const marks = Array.from({ length: 9 }, (_, at) => `- point {.c${at}}`).join('\n');
    expect(await lineOf(marks)).toMatch(/^"\{\.c0\}",.*"\{\.c5\}" and 3 more are shown as typed/);
  });
});
