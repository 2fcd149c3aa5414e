import { MathJaxTexFont } from '@mathjax/mathjax-tex-font/js/svg.js';
import type { LiteElement } from '@mathjax/src/js/adaptors/lite/Element.js';
import { liteAdaptor } from '@mathjax/src/js/adaptors/liteAdaptor.js';
import { RegisterHTMLHandler } from '@mathjax/src/js/handlers/html.js';
import { TeX } from '@mathjax/src/js/input/tex.js';
import '@mathjax/src/js/input/tex/ams/AmsConfiguration.js';
import '@mathjax/src/js/input/tex/base/BaseConfiguration.js';
import '@mathjax/src/js/input/tex/boldsymbol/BoldsymbolConfiguration.js';
import '@mathjax/src/js/input/tex/braket/BraketConfiguration.js';
import '@mathjax/src/js/input/tex/cancel/CancelConfiguration.js';
import '@mathjax/src/js/input/tex/color/ColorConfiguration.js';
import '@mathjax/src/js/input/tex/newcommand/NewcommandConfiguration.js';
import { mathjax } from '@mathjax/src/js/mathjax.js';
import { SVG } from '@mathjax/src/js/output/svg.js';
import { MAX_FORMULA_LENGTH } from './formula-rules.ts';

/** A formula that is no TeX, or uses what MathJax does not know. */
export class FormulaError extends Error {
  override name = 'FormulaError';
}

// All lengths in thousandths of an em, as in MathJax's pictures.
const EM = 1000;
const PADDING = EM;
const GAP = 0.8 * EM;
/** The least paper, so that a short formula gets no larger than a title: on its own slide, and next to points. */
const MIN_PAPER = { own: { width: 18 * EM, height: 5 * EM }, beside: { width: 9 * EM, height: 8 * EM } };
const INK = '#16181d';
const PAPER = '#ffffff';

const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);
const packages = ['base', 'ams', 'newcommand', 'boldsymbol', 'braket', 'cancel', 'color'];
const document = mathjax.document('', {
  InputJax: new TeX({ packages }),
  // Glyphs stand in the picture as paths: no font is needed where it is drawn.
  OutputJax: new SVG({ fontData: MathJaxTexFont, fontCache: 'none' }),
});

/** Numbers of equations stand at the edge of a page, and a slide has none. */
const withoutNumbers = (tex: string): string =>
  tex.replace(/\\(?:tag\*?|label)\s*\{[^{}]*\}|\\(?:nonumber|notag)\b/g, '');

interface SetFormula {
  node: LiteElement;
  width: number;
  height: number;
}

async function setFormula(tex: string): Promise<SetFormula> {
  if (tex.length > MAX_FORMULA_LENGTH) throw new FormulaError('it is too long');
  const container: LiteElement = await document.convertPromise(withoutNumbers(tex), { display: true });
  const [node] = adaptor.tags(container, 'svg');
  const [, , width = 0, height = 0] = (node ? adaptor.getAttribute(node, 'viewBox') : '').split(/\s+/).map(Number);
  if (!node || !(width > 0) || !(height > 0)) throw new FormulaError('it shows nothing');
  const [fault] = adaptor.tags(node, 'g').filter((group) => adaptor.hasAttribute(group, 'data-mjx-error'));
  if (fault) throw new FormulaError(adaptor.getAttribute(fault, 'data-mjx-error'));
  // Letters that are no path would be set in whatever font the machine has.
  if (adaptor.tags(node, 'text').length > 0) throw new FormulaError('it has letters that no font for formulas has');
  return { node, width, height };
}

/**
 * Formulas as one SVG, beneath one another on white paper: whatever template it stands in, it can be read.
 * @throws FormulaError for one that cannot be set
 */
export async function drawFormulas(
  formulas: readonly string[],
  place: keyof typeof MIN_PAPER = 'own',
): Promise<Uint8Array> {
  const paper = MIN_PAPER[place];
  const set: SetFormula[] = [];
  for (const tex of formulas) set.push(await setFormula(tex));
  const across = Math.max(paper.width, ...set.map(({ width }) => width + 2 * PADDING));
  const content = set.reduce((sum, { height }) => sum + height, 0) + GAP * (set.length - 1);
  const down = Math.max(paper.height, content + 2 * PADDING);
  let y = (down - content) / 2;
  for (const { node, width, height } of set) {
    const box = { x: (across - width) / 2, y, width, height, color: INK };
    for (const [name, value] of Object.entries(box)) adaptor.setAttribute(node, name, String(value));
    adaptor.removeAttribute(node, 'style');
    y += height + GAP;
  }
  const shown = set.map(({ node }) => adaptor.serializeXML(node)).join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${across / 10}" height="${down / 10}" viewBox="0 0 ${across} ${down}"><rect width="${across}" height="${down}" fill="${PAPER}"/>${shown}</svg>`,
  );
}
