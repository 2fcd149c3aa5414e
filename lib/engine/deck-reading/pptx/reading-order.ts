import type { TextOutsidePlaceholders } from './read-slide.ts';
import type { ShapeBox } from './shapes.ts';

/** The texts of a slide in their reading order. */
export interface ReadingOrder {
  ordered: readonly TextOutsidePlaceholders[];
  /** False if the texts form neither one column nor one row: the author may mean another order. */
  isSure: boolean;
}

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

const middleOf = ({ y, height }: ShapeBox): number => y + height / 2;
const areInOneRow = (first: ShapeBox, second: ShapeBox): boolean =>
  (middleOf(second) >= first.y && middleOf(second) <= first.y + first.height) ||
  (middleOf(first) >= second.y && middleOf(first) <= second.y + second.height);
const overlapHorizontally = (first: ShapeBox, second: ShapeBox): boolean =>
  Math.min(first.x + first.width, second.x + second.width) > Math.max(first.x, second.x);

const EMPTY_BOX: ShapeBox = { x: 0, y: 0, width: 0, height: 0 };
const boxOf = ({ box }: TextOutsidePlaceholders): ShapeBox => box ?? EMPTY_BOX;

/** Groups of texts whose vertical centres overlap, each from the left, or from the right for right-to-left scripts. */
function groupIntoRows(texts: readonly TextOutsidePlaceholders[]): TextOutsidePlaceholders[][] {
  const rows: TextOutsidePlaceholders[][] = [];
  for (const text of [...texts].sort((a, b) => boxOf(a).y - boxOf(b).y || boxOf(a).x - boxOf(b).x)) {
    const row = rows.at(-1);
    if (row?.[0] && areInOneRow(boxOf(row[0]), boxOf(text))) row.push(text);
    else rows.push([text]);
  }
  return rows.map((row) => {
    const direction = row.some(({ paragraphs }) => RIGHT_TO_LEFT.test(paragraphs[0]?.text ?? '')) ? -1 : 1;
    return row.sort((a, b) => direction * (boxOf(a).x - boxOf(b).x));
  });
}

/** The texts from the top, and in a row from the left. The order of two texts is always certain. */
export function computePptxTextReadingOrder(texts: readonly TextOutsidePlaceholders[]): ReadingOrder {
  const rows = groupIntoRows(texts);
  const ordered = rows.flat();
  const areAllPlaced = texts.every(({ box }) => box !== null);
  if (texts.length <= 2 || !areAllPlaced || rows.length === 1) return { ordered, isSure: true };
  const [wideRow, ...furtherWideRows] = rows.filter(({ length }) => length > 1);
  if (furtherWideRows.length > 0) return { ordered, isSure: false };
  // One column; a row within it continues below a text that spans several of its texts.
  const isSure = rows.every((row, index) => {
    const nextRow = rows[index + 1];
    if (!nextRow) return true;
    const overlappingPairs = row.flatMap((first) =>
      nextRow.filter((second) => overlapHorizontally(boxOf(first), boxOf(second))),
    );
    return overlappingPairs.length >= (row === wideRow || nextRow === wideRow ? 2 : 1);
  });
  return { ordered, isSure };
}
