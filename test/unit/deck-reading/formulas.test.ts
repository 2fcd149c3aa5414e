import { describe, expect, it } from 'vitest';
import { drawFormulasAsSvg } from '#engine/deck-reading/formulas/draw-formulas-as-svg.ts';
import { MAX_FORMULA_CHARACTERS } from '#engine/deck-reading/formulas/formula-rules.ts';
import { isPlainTextOfFormulaLossless } from '#engine/deck-reading/markdown/plain-text-of-formula.ts';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';

const read = async (text: string) =>
  (await readMarkdownDeck(`---\nmarp: true\n---\n${text}`, { maxSlides: 50 })).slides;
const svgOf = async (...formulas: string[]): Promise<string> =>
  Buffer.from(await drawFormulasAsSvg(formulas)).toString();
/** The sides of an SVG, as it says them. */
function sidesOf(svg: string): { width: number; height: number } {
  const [, width, height] = /^<svg [^>]*width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return { width: Number(width), height: Number(height) };
}

describe('formulas of a Markdown deck', () => {
  it('in their own block are a picture below the title', async () => {
    const [slide] = await read('# Roots\n\n$$\nx = \\frac{-b}{2a}\n$$\n');
    expect(slide).toMatchObject({
      content: { title: 'Roots', layout: 'figure', bullet_points: [] },
      image: {
        source: { from: 'formulas', formulas: ['x = \\frac{-b}{2a}'], place: 'alone' },
        fit: 'contain',
        alt: 'x = (-b)/(2a)',
      },
    });
  });

  it.each([
    ['$$x^2$$', 'Then\n$$x^2$$\nfollows'],
    ['$x^2$', 'Then\n\n$x^2$\n\nfollows'],
  ])('alone in a line (%s) are a picture, and the lines around them stay texts', async (_, text) => {
    const [slide] = await read(`# A\n\n${text}\n`);
    expect(slide?.content.bullet_points).toEqual(['Then', 'follows']);
    expect(slide?.content.layout).toBe('image_right');
    expect(slide?.image?.source).toEqual({ from: 'formulas', formulas: ['x^2'], place: 'next_to_points' });
  });

  it('within a sentence are text, and only what text cannot say is reported', async () => {
    const deck = await readMarkdownDeck('# A\n\n- where $E = mc^2$ holds\n- and $\\frac{a}{b}$ too\n', {
      maxSlides: 50,
    });
    expect(deck.slides[0]?.content.bullet_points).toEqual(['where E = mc² holds', 'and (a)/(b) too']);
    expect(deck.slides[0]?.image).toBeUndefined();
    expect(deck.warnings.filter(({ code }) => code === 'markup_not_taken')).toMatchObject([
      { message: expect.stringContaining('A formula within a text was set as plain text (\\frac{a}{b})') },
    ]);
  });

  it('that follow one another are one picture', async () => {
    const [slide] = await read('# A\n\n$$a$$\n\n$$b$$\n');
    expect(slide?.image?.source).toEqual({ from: 'formulas', formulas: ['a', 'b'], place: 'alone' });
  });

  it('that are too wide next to points get their own slide, with the title', async () => {
    const wide = 'a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8 + a_9';
    const slides = await read(`# A\n\n- one\n\n$$${wide}$$\n`);
    expect(slides.map(({ content: { title, layout }, image }) => [title, layout, image !== undefined])).toEqual([
      ['A', 'auto', false],
      ['A', 'figure', true],
    ]);
  });

  it.each([
    ['x^2 + \\alpha', true],
    ['\\mathbb{R}', true],
    ['\\sqrt{2}', false],
    ['x^q', false],
    ['\\unknown', false],
  ])('%s loses nothing as plain text: %s', (tex, isFull) => {
    expect(isPlainTextOfFormulaLossless(tex)).toBe(isFull);
  });
});

describe('the picture of formulas', () => {
  it('needs no font, and names nothing outside of itself', async () => {
    const svg = await svgOf(
      '\\int_0^\\infty e^{-x^2}\\,dx',
      '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}',
      '\\mathfrak{g}',
    );
    expect(svg).not.toMatch(/<text|href|url\(|font-family/);
  });

  it('is as large as its formulas need, and a short one stands in more paper', async () => {
    const svgs = await Promise.all([
      svgOf('x'),
      svgOf('x'.repeat(100)),
      svgOf('\\begin{matrix}1\\\\2\\\\3\\\\4\\end{matrix}', 'y'),
    ]);
    const [short, long, two] = svgs.map(sidesOf);
    if (!short || !long || !two) throw new Error('three pictures');
    expect(long.width).toBeGreaterThan(short.width);
    expect(long.height).toBe(short.height);
    expect(two.height).toBeGreaterThan(short.height);
    expect(two.width).toBe(short.width);
  });

  it('is narrower next to points, so that its letters are as large', async () => {
    const nextToPoints = sidesOf(Buffer.from(await drawFormulasAsSvg(['x'], 'next_to_points')).toString());
    expect(nextToPoints.width).toBeLessThan(sidesOf(await svgOf('x')).width);
  });

  it('has no numbers of equations, which stand at the edge of a page', async () => {
    expect(await svgOf('x \\tag{7} \\label{a}')).toBe(await svgOf('x  '));
  });

  it.each([
    ['that ends too early', '\\frac{', 'Missing'],
    ['with an unknown command', '\\foo', 'Undefined control sequence'],
    ['that calls itself', '\\def\\a{\\a\\a}\\a', 'macro'],
    ['with letters of other fonts', '\\text{漢字}', 'no font'],
    ['that is too long', 'x'.repeat(MAX_FORMULA_CHARACTERS + 1), 'too long'],
  ])('is refused for one %s', async (_, tex, why) => {
    await expect(drawFormulasAsSvg([tex])).rejects.toThrow(why);
  });
});
