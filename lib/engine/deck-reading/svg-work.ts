/** Most elements that are drawn of one SVG, those that are repeated by references counted each time. */
const MAX_DRAWN = 100_000;
/** Most steps of all filters of an SVG. */
const MAX_FILTER_STEPS = 24;
/** Greatest radius of a step that thickens or thins, in units of the picture: its work grows with the square of it. */
const MAX_MORPHOLOGY = 20;
/** Most layers of noise. */
const MAX_OCTAVES = 8;

const TAG = /<(\/?)([A-Za-z][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const ID = /\sid\s*=\s*["']([^"']*)["']/;
const REFERENCE = /href\s*=\s*["']#([^"']+)["']|url\(\s*["']?#([^"')]+)/g;
/** Elements whose references cost the same however often they are used. */
const CHEAP = /^(?:linearGradient|radialGradient|stop)$/;

/** An element with an id, or the document: elements directly in it, and the ids that it contains or refers to. */
interface Piece {
  isCheap: boolean;
  elements: number;
  parts: string[];
}

const ROOT = '';

/** The elements of a text by their ids, in one pass. */
function piecesOf(svg: string): Map<string, Piece> {
  const root: Piece = { isCheap: false, elements: 0, parts: [] };
  const pieces = new Map([[ROOT, root]]);
  const open: Piece[] = [root];
  for (const [, end, name = '', attributes = ''] of svg.matchAll(TAG)) {
    const around = open.at(-1) ?? root;
    if (end) {
      if (open.length > 1) open.pop();
      continue;
    }
    const id = ID.exec(attributes)?.[1];
    const isNew = id !== undefined && id !== ROOT && !pieces.has(id);
    const piece: Piece = isNew ? { isCheap: CHEAP.test(name), elements: 0, parts: [] } : around;
    if (isNew) {
      pieces.set(id, piece);
      around.parts.push(id);
    }
    piece.elements += 1;
    for (const [, link, paint] of attributes.matchAll(REFERENCE)) piece.parts.push(link ?? paint ?? '');
    if (!attributes.endsWith('/')) open.push(piece);
  }
  return pieces;
}

/** Elements that are drawn, with those that references repeat. More than the limit is as good as any number. */
function drawnElements(pieces: ReadonlyMap<string, Piece>): number {
  const known = new Map<string, number>();
  const count = (id: string): number => {
    const piece = pieces.get(id);
    if (!piece || piece.isCheap) return 0;
    const before = known.get(id);
    if (before !== undefined) return before;
    // A reference to itself adds nothing: what draws the SVG does not follow it.
    known.set(id, 0);
    let all = piece.elements;
    for (const part of piece.parts) {
      all += count(part);
      if (all > MAX_DRAWN) break;
    }
    known.set(id, all);
    return all;
  };
  return count(ROOT);
}

const numbersOf = (attributes: string, name: string): number[] =>
  (new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1] ?? '').split(/[\s,]+/).map(Number);

function isFilterTooMuch(svg: string): boolean {
  let steps = 0;
  for (const [, end, name = '', attributes = ''] of svg.matchAll(TAG)) {
    if (end || !name.startsWith('fe')) continue;
    steps += 1;
    if (steps > MAX_FILTER_STEPS) return true;
    if (name === 'feMorphology' && numbersOf(attributes, 'radius').some((radius) => radius > MAX_MORPHOLOGY))
      return true;
    if (name === 'feTurbulence' && numbersOf(attributes, 'numOctaves').some((octaves) => octaves > MAX_OCTAVES))
      return true;
  }
  return false;
}

/**
 * Reports whether an SVG takes far more work to draw than a picture of a slide does: what draws it cannot be interrupted. References that
 * repeat references (SVG 2, 5.6) and filters (Filter Effects 1) make a short text expensive.
 */
export function isTooMuchWork(bytes: Uint8Array): boolean {
  const svg = Buffer.from(bytes).toString('utf8');
  return isFilterTooMuch(svg) || drawnElements(piecesOf(svg)) > MAX_DRAWN;
}
