import { fitBlock, isSmall, type TextRoom } from './fit-block.ts';
import { fitCode } from './fit-code.ts';
import type { Measure } from './paragraph-node.ts';
import { type FittedBlock, paragraphSize, type TextBlock } from './text-block.ts';

/** Limits of few short points, which are set larger, and the factor of their gaps. */
const FEW = { paragraphs: 4, letters: 170, gap: 1.5 };
/** Limits of very few short points, which are set larger still if they need no more lines than in the usual size. */
const SPARSE = { paragraphs: 3, letters: 110, gap: 1.6 };

/** Factor of the gaps between points in small letters. */
const CLOSER = 0.62;

function isWithin({ paragraphs }: TextBlock, most: { paragraphs: number; letters: number }): boolean {
  const letters = paragraphs
    .flatMap(({ runs }) => runs)
    .reduce((sum, run) => sum + ('text' in run ? run.text.length : 2), 0);
  return paragraphs.length <= most.paragraphs && letters <= most.letters;
}

/** Reports whether a list has very few short points. */
export const isSparse = (block: TextBlock): boolean => block.role === 'list' && isWithin(block, SPARSE);

/** Lines of all paragraphs. */
const linesOf = ({ block, size, heights }: FittedBlock): number =>
  heights.reduce(
    (sum, height, i) =>
      sum + Math.round(height / ((block.paragraphs[i]?.leading ?? 1) * paragraphSize(block, i, size))),
    0,
  );

/** Reports whether a list is in small letters, so that a large heading above it would be out of proportion. */
export const isCramped = (fitted: FittedBlock, unit: number): boolean =>
  fitted.block.role === 'list' && isSmall(fitted, unit);

/** Sets points closer together if that makes the letters larger. */
async function fitCloser(body: TextBlock, plain: FittedBlock, room: TextRoom, measure: Measure): Promise<FittedBlock> {
  if (plain.cut || !isCramped(plain, room.unit)) return plain;
  const close = await fitBlock({ ...body, gap: body.gap * CLOSER }, room, measure);
  return !close.cut && close.size > plain.size ? close : plain;
}

/** Fits the points, lines or code of a slide. Few short points are set larger and further apart if they still fit. */
export async function fitBody(body: TextBlock, room: TextRoom, measure: Measure): Promise<FittedBlock> {
  if (body.panel) return fitCode(body, room, measure);
  const plain = await fitBlock(body, room, measure);
  if (body.role !== 'list') return plain;
  if (!isWithin(body, FEW)) return fitCloser(body, plain, room, measure);
  const keepsLines = (large: FittedBlock): boolean => linesOf(large) <= linesOf(plain);
  if (isSparse(body)) {
    const spaced = { ...body, gap: body.gap * SPARSE.gap };
    const large = await fitBlock(spaced, { ...room, emphasis: 'sparse' }, measure);
    if (!large.cut && large.size > plain.size && keepsLines(large)) return large;
  }
  const roomy = { ...body, gap: body.gap * FEW.gap };
  const larger = await fitBlock(roomy, { ...room, emphasis: 'few' }, measure);
  // A single word on a line looks worse than smaller letters.
  return larger.size >= plain.size && !larger.cut && (!isSparse(body) || keepsLines(larger)) ? larger : plain;
}
