import { describe, expect, it } from 'vitest';
import { readWebPageLook } from '#features/brands/page/read-web-page-look.ts';
import { webPageFactsSchema } from '#features/brands/web-page-facts.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { CPU_TIME_FACTOR } from '#test/support/cpu-time-factor.ts';

const PAGE = 'https://acme.example/shop/';
const HEAD = `<title> Acme
  tools </title><meta name="theme-color" content="#e4572e"><link rel=stylesheet href=/site.css><link rel=manifest href=app.json>
  <link rel="icon" href="/favicon.ico"><link rel="icon" sizes="32x32" href="i32.png"><link rel="apple-touch-icon" href="touch.png">`;
const BODY = `<body class="page"><header><img class="brand" alt="Acme logo" src="/img/mark.png"></header>
  <h1>Hello</h1><main><p>Some text that is longer than its heading</p><a class="btn btn-main" href=x>Buy</a></main></body>`;
const SITE = `
  :root { --brand: #e4572e; --ink: 220 40% 15%; --page: var(--missing, #fffaf0) }
  body { background: var(--page) url(x.png) no-repeat; color: hsl(var(--ink)); font: 400 1rem/1.5 "Lora", Georgia, serif }
  h1, h2 { font-family: 'Poppins', sans-serif }
  .btn { background-color: #0a7d5a !important } .btn.btn-main { background-color: #999 }
  @media (prefers-color-scheme: dark) { body { background: #000; color: #fff } }
  @supports (display: grid) { @media (min-width: 1px) { .page > main { color: #334155 } } }
  @font-face { font-family: Lora; src: url(l.woff2) } /* body { color: red } */`;

const read = (over: Partial<Parameters<typeof readWebPageLook>[0]> = {}) =>
  readWebPageLook({
    ...{ url: PAGE, html: `<!doctype html><html><head>${HEAD}</head>${BODY}</html>` },
    sheets: [{ url: 'https://acme.example/site.css', css: SITE }],
    ...over,
  });

describe('a web page', () => {
  it('names its files and itself, with absolute addresses and the best logo first', () => {
    expect(read()).toMatchObject({
      ...{ name: 'Acme tools', sheets: ['https://acme.example/site.css'], manifest: `${PAGE}app.json` },
      logos: [
        { kind: 'logo', url: 'https://acme.example/img/mark.png' },
        { kind: 'icon', url: `${PAGE}touch.png` },
        { kind: 'icon', url: `${PAGE}i32.png` },
      ],
    });
  });

  it('has the colours and fonts that most of its text is shown in, by its cascade', () => {
    expect(read()).toMatchObject({
      background: { color: '#fffaf0', where: '`body` in site.css' },
      text: { color: '#334155', where: '`.page > main` in site.css' },
      heading: { families: ['Poppins', 'sans-serif'], where: '`h1` in site.css' },
      body: { families: ['Lora', 'Georgia', 'serif'] },
    });
  });

  it('has accents: named for the brand, of the window, of buttons', () => {
    expect(read().accents.map(({ color }) => color)).toEqual(['#e4572e', '#0a7d5a']);
  });

  it('takes what its manifest says', () => {
    const text = JSON.stringify({
      ...{ short_name: 'Acme', theme_color: '#1d4ed8', background_color: '#f8fafc' },
      icons: [
        { src: '/big.png', sizes: '512x512' },
        { src: '/mask.png', sizes: '900x900', purpose: 'maskable' },
      ],
    });
    const manifest = { url: 'https://acme.example/app.json', text };
    const facts = read({ html: '<p>No style</p>', sheets: [], manifest });
    expect(facts).toMatchObject({
      ...{ name: 'Acme', background: { color: '#f8fafc' }, accents: [{ color: '#1d4ed8' }] },
      logos: [{ kind: 'icon', url: 'https://acme.example/big.png' }],
    });
    expect(read({ manifest: { ...manifest, text: '{"icons": 3' } }).name).toBe('Acme tools');
  });

  it('may have its styles in it, and nothing else', () => {
    const html =
      '<style>body{background:oklch(62.8% 0.2577 29.23);color:#fff}</style><p style="font-family:system-ui">x</p>';
    expect(read({ html, sheets: [] })).toMatchObject({
      ...{ name: 'acme.example', sheets: [], logos: [], background: { color: '#ff0000' }, text: { color: '#ffffff' } },
      body: { families: ['system-ui'], where: '`style` in the page' },
    });
    const bare = read({ html: 'no page', sheets: [] });
    expect([bare.background, bare.text, bare.accents, bare.body]).toEqual([undefined, undefined, [], undefined]);
  });

  it.each([
    ['variables in a circle', ':root{--a:var(--b);--b:var(--a)}body{color:var(--a)}'],
    [
      'variables that double',
      `:root{${Array.from({ length: 60 }, (_, i) => `--v${i}:var(--v${i + 1})var(--v${i + 1})`).join(';')}}body{color:var(--v0)}`,
    ],
    ['blocks that do not end', `${'@media all{'.repeat(50_000)}a{color:red`],
    ['a hundred thousand open parentheses', `a{color:${'('.repeat(100_000)}`],
    ['a string that does not end', `a{color:"${'x{'.repeat(100_000)}`],
    ['a hundred thousand rules', 'p{color:#123456}'.repeat(100_000)],
    ['comments that open', '/*'.repeat(200_000)],
    ['a long selector', `${'a '.repeat(50_000)}{color:red}`],
  ])('with %s is read in moments', (_, css) => {
    const start = performance.now();
    const facts = read({ sheets: [{ url: 'https://acme.example/site.css', css }] });
    expect(facts.name).toBe('Acme tools');
    expect(performance.now() - start).toBeLessThan(5000 * CPU_TIME_FACTOR);
  });

  const PARAGRAPHS = '<p>x'.repeat(6000);
  const numbers = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, i) => text(i));
  it.each([
    ['gradients in gradients', PARAGRAPHS, `p{background:${'linear-gradient('.repeat(240)}red}`],
    [
      'hundreds of colours in each element',
      PARAGRAPHS,
      `p{background:${numbers(480, (i) => `#${(i * 34567).toString(16).padStart(6, '0')}`).join()}}`,
    ],
    ['thousands of properties in each element', PARAGRAPHS, `p{${numbers(30_000, (i) => `--a${i}:0`).join(';')}}`],
    [
      'long variables in different values',
      numbers(3000, (i) => `<p style="color:var(--a,${i})">`).join(''),
      `:root{${numbers(38, (i) => `--b${i}:${'x'.repeat(95)} var(--b${i + 1})`).join(';')};--a:var(--b0);--b38:red}`,
    ],
    ['ancestors that are searched', `${'<div>'.repeat(150)}${PARAGRAPHS}`, '.b p{color:red}'.repeat(20_000)],
  ])('with %s takes less than 3 CPU s', (_, body, css) => {
    const before = process.cpuUsage();
    const facts = read({ html: `<body>${body}`, sheets: [{ url: `${PAGE}site.css`, css }] });
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000 * CPU_TIME_FACTOR);
    expect(webPageFactsSchema.safeParse(facts).error).toBeUndefined();
  });

  it('with many sizes of an icon, long names and cut signs has facts within their bounds', () => {
    const html = `<title>${'a'.repeat(79)}😀😀</title><link rel=icon href=a.png sizes="${'1x1 '.repeat(200_000)}256x256"><body>`;
    const css = `:root{--brand${'x'.repeat(500)}:#e4572e}body{color:#123456}`;
    const facts = read({ html, sheets: [{ url: `${PAGE}${'s'.repeat(900)}.css`, css }] });
    expect(webPageFactsSchema.parse(facts)).toMatchObject({
      ...{ name: `${'a'.repeat(79)}…`, logos: [{ url: `${PAGE}a.png` }], text: { color: '#123456' } },
      accents: [{ color: '#e4572e', where: expect.stringMatching(/^`--brandx+…` of `:root` in s+…$/) }, {}],
    });
  });

  it('that is nested too deeply is refused with the code of pages', () => {
    const html = '<div>'.repeat(5000);
    expect(() => read({ html })).toThrow(ServiceError);
    expect(() => read({ html })).toThrow('more elements than are read');
  });
});
