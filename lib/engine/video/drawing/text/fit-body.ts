import { fitBlock, isSmall, type TextRoom } from './fit-block.ts';
import { fitCode } from './fit-code.ts';
import type { Measure } from './paragraph-node.ts';
import { type FittedBlock, paragraphSize, type TextBlock } from './text-block.ts';

/** Few short points are set larger, with larger gaps. */
const FEW = { paragraphs: 4, letters: 170, gap: 1.5 };
/** Very few are set larger still, as long as each stays on the lines that it has in the usual size. */
const SPARSE = { paragraphs: 3, letters: 110, gap: 1.6 };

/** Points in small letters are set closer together by this factor. */
const CLOSER = 0.62;

function isWithin({ paragraphs }: TextBlock, most: { paragraphs: number; letters: number }): boolean {
  const letters = paragraphs
    .flatMap(({ runs }) => runs)
    .reduce((sum, run) => sum + ('text' in run ? run.text.length : 2), 0);
  return paragraphs.length <= most.paragraphs && letters <= most.letters;
}

/** Reports whether a list is so short that it would look lost in a corner of its slide. */
export const isSparse = (block: TextBlock): boolean => block.role === 'list' && isWithin(block, SPARSE);

/** Lines of all paragraphs. */
const linesOf = ({ block, size, heights }: FittedBlock): number =>
  heights.reduce(
    (sum, height, i) =>
      sum + Math.round(height / ((block.paragraphs[i]?.leading ?? 1) * paragraphSize(block, i, size))),
    0,
  );

/** Reports whether a list is in small letters; a large heading above it is out of proportion. */
export const isCramped = (fitted: FittedBlock, short: number): boolean =>
  fitted.block.role === 'list' && isSmall(fitted, short);

/** Sets points closer together where that makes the letters larger. */
async function tighter(body: TextBlock, plain: FittedBlock, room: TextRoom, measure: Measure): Promise<FittedBlock> {
  if (plain.cut || !isCramped(plain, room.short)) return plain;
  const close = await fitBlock({ ...body, gap: body.gap * CLOSER }, room, measure);
  return !close.cut && close.size > plain.size ? close : plain;
}

/** Fits the body at its best: a few short points larger and further apart, if they then still fit. */
export async function fitBody(body: TextBlock, room: TextRoom, measure: Measure): Promise<FittedBlock> {
  if (body.panel) return fitCode(body, room, measure);
  const plain = await fitBlock(body, room, measure);
  if (body.role !== 'list') return plain;
  if (!isWithin(body, FEW)) return tighter(body, plain, room, measure);
  const keepsLines = (large: FittedBlock): boolean => linesOf(large) <= linesOf(plain);
  if (isSparse(body)) {
    const apart = { ...body, gap: body.gap * SPARSE.gap };
    const large = await fitBlock(apart, { ...room, emphasis: 'sparse' }, measure);
    if (!large.cut && large.size > plain.size && keepsLines(large)) return large;
  }
  const roomy = { ...body, gap: body.gap * FEW.gap };
  const larger = await fitBlock(roomy, { ...room, emphasis: 'few' }, measure);
  // A word that stands alone on a line looks worse than smaller letters.
  return larger.size >= plain.size && !larger.cut && (!isSparse(body) || keepsLines(larger)) ? larger : plain;
}
