import { countFittedLines } from '../text/fit-slide-body.ts';
import { blockAtSize, type EnlargedTextReason, fitTextBlock } from '../text/fit-text-block.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import { singleLineWidths } from '../text/single-line-widths.ts';
import { type FittedTextBlock, paragraphTextWidth } from '../text/text-block.ts';
import { accentedRuns, withUnbrokenAccents } from './accent-words.ts';
import type { TextGroup } from './text-group.ts';

/** A heading and the body under it, fitted into one box. */
export interface FittedHeadingAndBody {
  heading: FittedTextBlock | undefined;
  body: FittedTextBlock | undefined;
}

/** The room of a composition, in pixels, and its unit. */
interface ComposedRoom {
  width: number;
  height: number;
  unit: number;
}

/** The part of the height that a heading may take when it is set larger than usual. */
const HEADING_SHARE = 0.58;
/** The same for a statement, which fills the page. */
const STATEMENT_SHARE = 0.86;

/** Sets a block larger than usual, unless it would take more lines; a quotation may take more. */
async function larger(
  usual: FittedTextBlock,
  room: ComposedRoom,
  emphasis: EnlargedTextReason,
  mayWrap: boolean,
  measure: MeasureNodes,
): Promise<FittedTextBlock> {
  const set = await fitTextBlock(usual.block, { ...room, emphasis, draft: true }, measure);
  return !set.cut && set.size > usual.size && (mayWrap || countFittedLines(set) <= countFittedLines(usual))
    ? set
    : usual;
}

/** A heading that breaks next to its accented words instead of within them, if that takes no more lines. */
async function withWholeAccents(fitted: FittedTextBlock, measure: MeasureNodes): Promise<FittedTextBlock> {
  const { block, size, width, height } = fitted;
  const accents = block.paragraphs.flatMap((paragraph) =>
    accentedRuns(paragraph).map((run) => ({ ...paragraph, runs: [run] })),
  );
  if (accents.length === 0) return fitted;
  const widest = Math.max(...(await singleLineWidths(accents, measure)));
  if (widest * size > paragraphTextWidth(block, size, width)) return fitted;
  const paragraphs = block.paragraphs.map(withUnbrokenAccents);
  const whole = await blockAtSize({ ...block, paragraphs }, size, width, measure);
  return whole.height <= height ? whole : fitted;
}

/**
 * Heading and lines of a slide that is one composition, such as a title: a heading with few words is set larger, and its lines with it.
 * @param usual both in their usual sizes
 */
export async function fitSingleComposition(
  { heading, body }: FittedHeadingAndBody,
  { rules }: Pick<TextGroup, 'rules'>,
  room: ComposedRoom,
  measure: MeasureNodes,
): Promise<FittedHeadingAndBody> {
  if (!heading || heading.cut || body?.cut) return { heading, body };
  const mayWrap = rules.standsAlone === true;
  const share = rules.accentsMarked ? STATEMENT_SHARE : HEADING_SHARE;
  const most = Math.min(room.height * share, room.height - (body?.height ?? 0));
  const set = await larger(heading, { ...room, height: most }, mayWrap ? 'quotation' : 'composed', mayWrap, measure);
  const above = rules.accentsMarked ? await withWholeAccents(set, measure) : set;
  const under = { ...room, height: room.height - above.height };
  return { heading: above, body: body && (await larger(body, under, 'composed', false, measure)) };
}
