import { describe, expect, it } from 'vitest';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { frameShape, makePptx, richShape, run, type TestSlide, tableXml } from '#test/support/decks/pptx.ts';

const letter = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
const part = (name: string, ...inner: string[]): string => `<m:${name}>${inner.join('')}</m:${name}>`;
const power = (base: string, above: string): string => part('sSup', part('e', base), part('sup', above));
const property = (name: string, value: string): string => `<m:${name} m:val="${value}"/>`;
const equation = (...inner: string[]): string => `<a14:m>${part('oMathPara', part('oMath', ...inner))}</a14:m>`;
const ENERGY = equation(letter('E'), letter('='), letter('m'), power(letter('c'), letter('2')));

async function only(slide: TestSlide) {
  const { deck } = await readPptx(makePptx({ slides: [slide] }), { maxSlides: 9 });
  const [first] = deck.slides;
  if (!first) throw new Error('no slide');
  return { content: first.content, warnings: deck.warnings };
}
const pointOf = async (content: string) => {
  const { content: slide, warnings } = await only({ shapes: richShape(3, '', content) });
  return { text: slide.bullet_points[0], warnings };
};

describe('an equation', () => {
  it.each([
    ['a power', [letter('E='), letter('m'), power(letter('c'), letter('2'))], 'E=mc²'],
    ['an index', [part('sSub', part('e', letter('x')), part('sub', letter('i')))], 'xᵢ'],
    ['both', [part('sSubSup', part('e', letter('x')), part('sub', letter('1')), part('sup', letter('−1')))], 'x₁⁻¹'],
    ['a prime', [power(letter('t'), letter('′'))], 't′'],
    [
      'signs in front',
      [part('sPre', part('sub', letter('2')), part('sup', letter('4')), part('e', letter('He')))],
      '₂⁴He',
    ],
    ['letters of mathematics', [letter('𝐸=𝑚ℎ')], 'E=mh'],
    ['a function', [part('func', part('fName', letter('sin\u2061')), part('e', letter('x')))], 'sin x'],
    ['a mark on a letter', [part('acc', part('accPr', property('chr', '\u0304')), part('e', letter('x')))], 'x̄'],
    ['a bar', [part('bar', part('barPr', property('pos', 'top')), part('e', letter('y')))], 'ȳ'],
    ['a second one below it', [letter('a=b'), '</m:oMath><m:oMath>', letter('c=d')], 'a=b, c=d'],
    [
      'brackets of its own',
      [
        part(
          'd',
          part('dPr', property('begChr', '['), property('endChr', ')')),
          part('e', letter('0')),
          part('e', letter('1')),
        ),
      ],
      '[0|1)',
    ],
    ['a box', [part('borderBox', part('e', letter('x')))], 'x'],
    [
      'what is only a gap',
      [letter('a'), part('phant', part('phantPr', property('show', '0')), part('e', letter('b')))],
      'a',
    ],
  ])('with %s is said in full', async (_, inner, expected) => {
    const { text, warnings } = await pointOf(equation(...inner));
    expect(text).toBe(expected);
    expect(warnings).toEqual([]);
  });

  const fraction = (above: string, below: string, type = ''): string =>
    part('f', type && part('fPr', property('type', type)), part('num', above), part('den', below));
  const rad = (inner: string, degree = ''): string =>
    part('rad', part('radPr', degree === '' ? '<m:degHide/>' : ''), part('deg', degree), part('e', inner));

  it.each([
    ['a fraction', fraction(letter('a+b'), letter('2a')), '(a+b)/(2a)'],
    ['a fraction of words', fraction(letter('distance'), letter('t')), 'distance/t'],
    ['a root', rad(letter('2')), '√2'],
    ['a root of a sum', rad(letter('a+b')), '√(a+b)'],
    ['a cube root', rad(letter('x'), letter('3')), '∛x'],
    ['another root', rad(letter('x'), letter('n')), 'ⁿ√x'],
    [
      'a sum',
      part(
        'nary',
        part('naryPr', property('chr', '∑')),
        part('sub', letter('i=1')),
        part('sup', letter('n')),
        part('e', letter('i')),
      ),
      '∑ᵢ₌₁ⁿ i',
    ],
    ['an integral', part('nary', part('naryPr', '<m:subHide/><m:supHide/>'), part('e', letter('f'))), '∫ f'],
    [
      'a limit',
      part(
        'func',
        part('fName', part('limLow', part('e', letter('lim')), part('lim', letter('x→0')))),
        part('e', letter('f')),
      ),
      'lim_(x→0) f',
    ],
    ['ways to choose', part('d', part('e', fraction(letter('n'), letter('k'), 'noBar'))), 'C(n, k)'],
    [
      'a matrix',
      part(
        'd',
        part(
          'e',
          part(
            'm',
            part('mr', part('e', letter('a')), part('e', letter('b'))),
            part('mr', part('e', letter('c')), part('e', letter('d'))),
          ),
        ),
      ),
      '(a, b; c, d)',
    ],
    [
      'cases',
      part(
        'd',
        part('dPr', property('begChr', '{'), '<m:endChr m:val=""/>'),
        part('e', part('eqArr', part('e', letter('x,&amp;x&gt;0')), part('e', letter('0,&amp;x≤0')))),
      ),
      '{x,x>0; 0,x≤0',
    ],
    ['a power that no letter has', power(letter('e'), letter('kT')), 'e^(kT)'],
  ])('with %s is written in one line, and the report says so', async (_, inner, expected) => {
    const { text, warnings } = await pointOf(equation(inner));
    expect(text).toBe(expected);
    expect(warnings).toMatchObject([{ slide: 1, code: 'drawing_lost', message: expect.stringContaining(expected) }]);
  });

  it('stands in its sentence, in titles, cells and notes', async () => {
    const table = tableXml([['Energy', 'HERE']], false).replace(run('HERE'), ENERGY);
    const { content } = await only({
      shapes:
        richShape(2, 'type="title"', run('Why ') + ENERGY) +
        richShape(3, '', run('Einstein wrote ') + ENERGY + run(' in 1905.')) +
        frameShape(4, 'table', table),
      notesShapes: richShape(3, 'type="body" idx="1"', run('Read ') + ENERGY + run(' aloud.')),
    });
    expect(content).toMatchObject({
      title: 'Why E=mc²',
      bullet_points: ['Einstein wrote E=mc² in 1905.'],
      speaker_notes: 'Read E=mc² aloud.',
      table: { rows: [['Energy', 'E=mc²']] },
    });
  });

  it('in the notes that is not a plain line has a separate entry in the report: it is spoken', async () => {
    const { warnings } = await only({
      shapes: richShape(2, 'type="title"', run('Halves')),
      notesShapes: richShape(3, 'type="body"', equation(fraction(letter('1'), letter('2')))),
    });
    expect(warnings).toMatchObject([{ slide: 1, code: 'look_approximate', message: expect.stringContaining('“1/2”') }]);
  });
});
