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
import { MAX_FORMULA_CHARACTERS } from './formula-rules.ts';

/** A formula that is not valid TeX, or uses a command that MathJax does not know. */
export class FormulaError extends Error {
  override name = 'FormulaError';
}

// All lengths are in thousandths of an em, as in MathJax's pictures.
const EM = 1000;
/** Width of the empty paper around the formulas. */
const PADDING = EM;
/** Height of the empty paper between two formulas. */
const GAP = 0.8 * EM;
/**
 * The smallest sides of a picture, by its place on the slide: pictures are enlarged, and a short formula would become larger than the
 * title.
 */
const MIN_PAPER = {
  alone: { width: 18 * EM, height: 5 * EM },
  next_to_points: { width: 9 * EM, height: 8 * EM },
};
const INK_COLOR = '#16181d';
const PAPER_COLOR = '#ffffff';

const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);
const packages = ['base', 'ams', 'newcommand', 'boldsymbol', 'braket', 'cancel', 'color'];
const mathDocument = mathjax.document('', {
  InputJax: new TeX({ packages }),
  // Glyphs are paths in the picture, so that drawing it needs no font.
  OutputJax: new SVG({ fontData: MathJaxTexFont, fontCache: 'none' }),
});

/** A formula without equation numbers: texts of a document refer to these, slides do not. */
const removeEquationNumbers = (tex: string): string =>
  tex.replace(/\\(?:tag\*?|label)\s*\{[^{}]*\}|\\(?:nonumber|notag)\b/g, '');

/** A formula as an SVG element, with its sides. */
interface TypesetFormula {
  node: LiteElement;
  width: number;
  height: number;
}

async function typesetFormula(tex: string): Promise<TypesetFormula> {
  if (tex.length > MAX_FORMULA_CHARACTERS) throw new FormulaError('it is too long');
  const container: LiteElement = await mathDocument.convertPromise(removeEquationNumbers(tex), { display: true });
  const [node] = adaptor.tags(container, 'svg');
  const [, , width = 0, height = 0] = (node ? adaptor.getAttribute(node, 'viewBox') : '').split(/\s+/).map(Number);
  if (!node || !(width > 0) || !(height > 0)) throw new FormulaError('it shows nothing');
  const [errorNode] = adaptor.tags(node, 'g').filter((group) => adaptor.hasAttribute(group, 'data-mjx-error'));
  if (errorNode) throw new FormulaError(adaptor.getAttribute(errorNode, 'data-mjx-error'));
  // A letter that is text instead of a path would be drawn in a font of the machine.
  if (adaptor.tags(node, 'text').length > 0) throw new FormulaError('it has letters that no font for formulas has');
  return { node, width, height };
}

/**
 * Draws formulas below one another as one SVG, on white paper, so that they can be read in every template.
 * @param formulas TeX, at least one
 * @param place on the slide, which decides the smallest paper
 * @throws FormulaError for a formula that is invalid or longer than `MAX_FORMULA_CHARACTERS`
 */
export async function drawFormulasAsSvg(
  formulas: readonly string[],
  place: keyof typeof MIN_PAPER = 'alone',
): Promise<Uint8Array> {
  const minPaper = MIN_PAPER[place];
  const typesetFormulas: TypesetFormula[] = [];
  for (const tex of formulas) typesetFormulas.push(await typesetFormula(tex));
  const paperWidth = Math.max(minPaper.width, ...typesetFormulas.map(({ width }) => width + 2 * PADDING));
  const contentHeight =
    typesetFormulas.reduce((sum, { height }) => sum + height, 0) + GAP * (typesetFormulas.length - 1);
  const paperHeight = Math.max(minPaper.height, contentHeight + 2 * PADDING);
  let y = (paperHeight - contentHeight) / 2;
  for (const { node, width, height } of typesetFormulas) {
    const attributes = { x: (paperWidth - width) / 2, y, width, height, color: INK_COLOR };
    for (const [name, value] of Object.entries(attributes)) adaptor.setAttribute(node, name, String(value));
    adaptor.removeAttribute(node, 'style');
    y += height + GAP;
  }
  const content = typesetFormulas.map(({ node }) => adaptor.serializeXML(node)).join('');
  // 100 pixels for an em.
  const [width, height] = [paperWidth / 10, paperHeight / 10];
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${paperWidth} ${paperHeight}"><rect width="${paperWidth}" height="${paperHeight}" fill="${PAPER_COLOR}"/>${content}</svg>`,
  );
}
