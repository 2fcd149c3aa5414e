import { type HostileFile, HTML, MARKDOWN, numbered } from './hostile-file.ts';
import { nestedUses, svgFilters } from './hostile-pictures.ts';

const section = (inner: string): string => `<section>${inner}</section>`;
const html = (inner: string): string =>
  `<!doctype html><html><body><div class="reveal"><div class="slides">${inner}</div></div></body></html>`;
const dataUrl = (type: string, bytes: string): string => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** Pages of HTML. */
export const HOSTILE_HTML: readonly HostileFile[] = (
  [
    ['190,000 tags', () => html(section('<p>a</p>'.repeat(95_000)))],
    ['a million tags', () => html(section('<p>a</p>'.repeat(500_000)))],
    ['elements 100,000 deep', () => html(section('<div>'.repeat(100_000)))],
    ['elements 190 deep, 500 times', () => html(section(`${'<div>'.repeat(180)}a${'</div>'.repeat(180)}`).repeat(500))],
    ['looks that are not ended', () => html(section('<b><i><u><font>a<p>'.repeat(20_000)))],
    ['an attribute of five megabytes', () => html(section(`<img alt="${'a'.repeat(5e6)}" src="x.png"><p>a</p>`))],
    ['60,000 attributes', () => html(section(`<p ${numbered(60_000, (at) => `a${at}=1`).join(' ')}>a</p>`))],
    [
      'texts in tables that belong before them',
      () => html(section(`${'<table>a<tr>b'.repeat(150)}${'<table><p>a</p>'.repeat(3000)}`)),
    ],
    [
      'a table whose cells span a billion',
      () =>
        html(section(`<table>${'<tr><td colspan="1000000000" rowspan="1000000000">a</td></tr>'.repeat(1000)}</table>`)),
    ],
    [
      'a table of 200 by 400 cells',
      () => html(section(`<table>${`<tr>${'<td>a</td>'.repeat(200)}</tr>`.repeat(400)}</table>`)),
    ],
    ['50,000 sections', () => html(section('<h2>a</h2>').repeat(50_000))],
    ['templates in templates', () => html(section('<template><p>a</p>'.repeat(150)))],
    ['a million entities', () => html(section(`<h1>a</h1><p>${'&amp;&lt;&notit;&#0;&#x110000;'.repeat(200_000)}</p>`))],
    ['comments that are not ended', () => html(section(`<h1>a</h1>${'<!-- a '.repeat(100_000)}`))],
    [
      'an SVG of uses in uses',
      () => html(section(`<h1>a</h1><img src="${dataUrl('image/svg+xml', nestedUses(12))}">`)),
    ],
    ['an SVG of filters', () => html(section(`<h1>a</h1><img src="${dataUrl('image/svg+xml', svgFilters(60))}">`))],
    [
      'a listing of five megabytes',
      () =>
        html(
          section(`<h1>a</h1><pre><code class="language-js">${'let a = (b) => `c`;\n'.repeat(250_000)}</code></pre>`),
        ),
    ],
    [
      'Markdown of 50,000 lines',
      () => html(`<section data-markdown><script type="text/template">${'- a\n'.repeat(50_000)}</script></section>`),
    ],
    ['lists 90 deep', () => html(section(`${'<ul><li>'.repeat(90)}a`))],
  ] as const
).map(([name, file]) => ({ name: `a page of HTML with ${name}`, type: HTML, file: () => Buffer.from(file()) }));

/** Markdown. */
export const HOSTILE_MARKDOWN: readonly HostileFile[] = (
  [
    ['a million headings', () => '# a\n'.repeat(1_000_000)],
    ['a million lines', () => `# A\n\n${'a\n'.repeat(1_000_000)}`],
    ['two million lines of a list', () => `# A\n\n${'- a\n'.repeat(2_000_000)}`],
    ['100,000 brackets', () => `# A\n\n${'['.repeat(100_000)}`],
    ['100,000 pictures that do not end', () => `# A\n\n${'!['.repeat(50_000)}${'](a'.repeat(50_000)}`],
    ['50,000 emphases', () => `# A\n\n${'*a _b '.repeat(50_000)}`],
    ['40,000 stars', () => `# A\n\n${'**a *b** c* '.repeat(20_000)}`],
    ['quotes 20,000 deep', () => `# A\n\n${'>'.repeat(20_000)} a`],
    ['lists 2,000 deep', () => numbered(2000, (at) => `${' '.repeat(2 * at)}- a`).join('\n')],
    [
      '50,000 definitions',
      () => `# A\n\n${numbered(50_000, (at) => `[a${at}]: http://a.example/${at}`).join('\n')}\n\n[a1]`,
    ],
    [
      '500 slides and 20,000 definitions',
      () =>
        `${'# A\n\n[a1]\n\n---\n\n'.repeat(400)}${numbered(20_000, (at) => `[a${at}]: http://a.example/${at}`).join('\n')}`,
    ],
    ['a table of 50,000 rows', () => `# A\n\n| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(50_000)}`],
    [
      'a table of 5,000 columns',
      () => `# A\n\n${'| a '.repeat(5000)}|\n${'|---'.repeat(5000)}|\n${`${'| 1 '.repeat(5000)}|\n`.repeat(20)}`,
    ],
    ['marks of code of every length', () => `# A\n\n${numbered(2000, (at) => '`'.repeat(at + 1)).join(' a ')}`],
    ['100,000 comments that do not end', () => `# A\n\n${'<!-- a\n'.repeat(100_000)}`],
    [
      'aliases in aliases of its front matter',
      () =>
        `---\na: &a [x, x, x, x, x, x, x, x, x]\n${numbered(20, (at) => `b${at}: &b${at} [${numbered(9, () => (at === 0 ? '*a' : `*b${at - 1}`)).join(', ')}]`).join('\n')}\n---\n\n# A\n`,
    ],
    ['a front matter 5,000 deep', () => `---\na: ${'['.repeat(5000)}${']'.repeat(5000)}\n---\n\n# A\n`],
    ['formulas 5,000 deep', () => `# A\n\n$$\n${'\\frac{'.repeat(5000)}a${'}{b}'.repeat(5000)}\n$$\n`],
    ['a formula that defines itself', () => '# A\n\n$$\n\\def\\a{\\a\\a}\\a\n$$\n'],
    [
      'a formula that doubles 30 times',
      () =>
        `# A\n\n$$\n\\def\\x0{a}${numbered(30, (at) => `\\newcommand{\\${letter(at + 1)}}{\\${letter(at)}\\${letter(at)}}`).join('')}\\${letter(30)}\n$$\n`,
    ],
    [
      '400 slides of formulas',
      () =>
        '# A\n\n$$\n\\int_0^1 \\frac{\\sqrt{x}}{y} \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} dx\n$$\n\n---\n\n'.repeat(
          400,
        ),
    ],
    [
      'a matrix of 300 by 300',
      () => `# A\n\n$$\n\\begin{pmatrix}${`${'a & '.repeat(300)}b \\\\`.repeat(300)}\\end{pmatrix}\n$$\n`,
    ],
    ['100,000 addresses', () => `# A\n\n${'www.a.a.'.repeat(50_000)} ${'a@a.'.repeat(50_000)}`],
    [
      '20,000 footnotes',
      () =>
        `# A\n\n${numbered(20_000, (at) => `[^${at}]`).join('')}\n\n${numbered(20_000, (at) => `[^${at}]: a`).join('\n')}`,
    ],
    ['a listing of seven megabytes', () => `# A\n\n\`\`\`js\n${'let a = (b) => `c`;\n'.repeat(350_000)}\`\`\`\n`],
    ['elements 20,000 deep', () => `# A\n\n${'<div>\n\n'.repeat(20_000)}`],
    ['a line of seven megabytes', () => `# ${'a'.repeat(7e6)}`],
    ['backslashes', () => `# A\n\n${'\\'.repeat(1_000_000)}`],
    ['tabs and spaces', () => `# A\n\n${' \t'.repeat(500_000)}a`],
    ['bytes that are not text', () => `# A\n\n${'\u0000\ud800\ufffe'.repeat(100_000)}`],
    [
      '400 pictures in the text',
      () =>
        numbered(400, (at) => `# A${at}\n\n![a](${dataUrl('image/png', `\x89PNG\r\n\x1a\n${'a'.repeat(5000)}`)})`).join(
          '\n\n---\n\n',
        ),
    ],
  ] as const
).map(([name, file]) => ({ name: `Markdown with ${name}`, type: MARKDOWN, file: () => Buffer.from(file()) }));

/** A name of a macro: letters only. */
function letter(at: number): string {
  return `m${String.fromCharCode(97 + Math.floor(at / 26))}${String.fromCharCode(97 + (at % 26))}`;
}
