import type { Block } from './block.ts';
import { joinUnits, unitsOf } from './cut-paragraph.ts';
import type { Piece } from './emoji.ts';
import { isAlphabetic } from './writing-system.ts';

const INDENT = '\u00a0';
const HANGING = 4;
/** A line begins at most so far in, as a part of the columns, when it goes on in the next row. */
const DEEPEST = 0.5;
/** How far a row may be short so that it ends between two words, in columns. */
const WORD_SEARCH = 16;

/** Everything that is no letter of a font for code may be up to two columns wide. */
const columnsOf = (unit: Piece): number => ('text' in unit && isAlphabetic(unit.text) ? 1 : 2);

const isGap = (unit: Piece | undefined): boolean =>
  unit !== undefined && 'text' in unit && /^[\s\u00a0,;]$/u.test(unit.text);

/** The pieces of one line as rows of at most so many columns; rows after the first are indented further. */
export function wrapLine(pieces: readonly Piece[], columns: number): Piece[][] {
  const units = unitsOf(pieces);
  const indent = units.findIndex((unit) => !('text' in unit) || unit.text !== INDENT);
  const hanging = Math.min(Math.max(0, indent) + HANGING, Math.floor(columns * DEEPEST));
  const rows: Piece[][] = [];
  let from = 0;
  while (from < units.length || rows.length === 0) {
    const room = rows.length === 0 ? columns : columns - hanging;
    let end = from;
    let used = 0;
    for (let next = units[end]; next && used + columnsOf(next) <= room; next = units[end]) {
      used += columnsOf(next);
      end++;
    }
    if (end < units.length) {
      let back = end;
      while (back > from && back > end - WORD_SEARCH && !isGap(units[back - 1])) back--;
      if (back > from && isGap(units[back - 1])) end = back;
    }
    end = Math.max(end, from + 1);
    const row = units.slice(from, end);
    rows.push(joinUnits(rows.length === 0 ? row : [{ text: INDENT.repeat(hanging) }, ...row]));
    from = end;
  }
  return rows;
}

/** A block of code with its long lines wrapped to so many columns; each row still belongs to its bullet point. */
export function wrapCode(block: Block, columns: number): Block {
  const rows = block.paragraphs.flatMap((line, i) =>
    wrapLine(line.pieces, Math.max(HANGING * 2, columns)).map((pieces) => ({
      paragraph: { ...line, pieces },
      owner: block.owners?.[i] ?? i,
    })),
  );
  return { ...block, paragraphs: rows.map(({ paragraph }) => paragraph), owners: rows.map(({ owner }) => owner) };
}
