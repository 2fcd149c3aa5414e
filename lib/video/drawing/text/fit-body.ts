import { fitBlock, type TextRoom } from './fit-block.ts';
import { fitCode } from './fit-code.ts';
import type { Measure } from './paragraph-node.ts';
import type { FittedBlock, TextBlock } from './text-block.ts';

/** A few short points are set larger, with larger gaps. */
const FEW = { paragraphs: 4, letters: 170, emphasis: 1.14, gap: 1.5 };

/** Points in letters smaller than this part of the largest size are set closer together. */
const MANY = { below: 0.75, gap: 0.62 };

function isShort({ paragraphs }: TextBlock): boolean {
  const letters = paragraphs
    .flatMap(({ runs }) => runs)
    .reduce((sum, run) => sum + ('text' in run ? run.text.length : 2), 0);
  return paragraphs.length <= FEW.paragraphs && letters <= FEW.letters;
}

/** Whether a list is in letters clearly below the largest size; a large heading above it is out of proportion. */
export const isCramped = ({ block, size }: FittedBlock, short: number): boolean =>
  block.role === 'list' && size < (block.paragraphs[0]?.style.largest ?? 0) * short * MANY.below;

/** Sets points closer together where that makes the letters larger. */
async function tighter(body: TextBlock, plain: FittedBlock, room: TextRoom, measure: Measure): Promise<FittedBlock> {
  if (plain.cut || !isCramped(plain, room.short)) return plain;
  const close = await fitBlock({ ...body, gap: body.gap * MANY.gap }, room, measure);
  return !close.cut && close.size > plain.size ? close : plain;
}

/** Fits the body at its best: a few short points larger and further apart, if they then still fit. */
export async function fitBody(body: TextBlock, room: TextRoom, measure: Measure): Promise<FittedBlock> {
  if (body.panel) return fitCode(body, room, measure);
  const plain = await fitBlock(body, room, measure);
  if (body.role !== 'list') return plain;
  if (!isShort(body)) return tighter(body, plain, room, measure);
  const roomy = { ...body, gap: body.gap * FEW.gap };
  const larger = await fitBlock(roomy, { ...room, emphasis: FEW.emphasis }, measure);
  return larger.size >= plain.size && !larger.cut ? larger : plain;
}
