import { countLinesOfFittedBlock } from '../text/fit-slide-body.ts';
import { type EnlargedTextReason, fitTextBlock, measureTextBlockAtSize } from '../text/fit-text-block.ts';
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
interface CompositionRoom {
  width: number;
  height: number;
  unit: number;
}

/** The part of the height that a heading may take if it is set larger than usual. */
const MAX_HEADING_SHARE = 0.58;
/** The same for a statement, which fills the page. */
const MAX_STATEMENT_SHARE = 0.86;

/** Sets a block larger than usual; returns `usual` if that is not possible, or takes more lines. @param mayWrap true: it may take more lines */
async function enlargeBlock(
  usualBlock: FittedTextBlock,
  room: CompositionRoom,
  emphasis: EnlargedTextReason,
  mayWrap: boolean,
  measure: MeasureNodes,
): Promise<FittedTextBlock> {
  const enlarged = await fitTextBlock(usualBlock.block, { ...room, emphasis, draft: true }, measure);
  return !enlarged.cut &&
    enlarged.size > usualBlock.size &&
    (mayWrap || countLinesOfFittedBlock(enlarged) <= countLinesOfFittedBlock(usualBlock))
    ? enlarged
    : usualBlock;
}

/** A heading that breaks next to its accented words instead of within them, if that takes no more lines. */
async function withWholeAccents(fitted: FittedTextBlock, measure: MeasureNodes): Promise<FittedTextBlock> {
  const { block, size, width, height } = fitted;
  const accents = block.paragraphs.flatMap((paragraph) =>
    accentedRuns(paragraph).map((run) => ({ ...paragraph, runs: [run] })),
  );
  if (accents.length === 0) return fitted;
  const widestAccent = Math.max(...(await singleLineWidths(accents, measure)));
  if (widestAccent * size > paragraphTextWidth(block, size, width)) return fitted;
  const paragraphs = block.paragraphs.map(withUnbrokenAccents);
  const unbrokenHeading = await measureTextBlockAtSize({ ...block, paragraphs }, size, width, measure);
  return unbrokenHeading.height <= height ? unbrokenHeading : fitted;
}

/**
 * Sets a heading with few words larger, and the lines under it with it, on a slide that is one composition, such as a title. The inputs are
 * both in their usual sizes.
 */
export async function fitSingleComposition(
  { heading, body }: FittedHeadingAndBody,
  { rules }: Pick<TextGroup, 'rules'>,
  room: CompositionRoom,
  measure: MeasureNodes,
): Promise<FittedHeadingAndBody> {
  if (!heading || heading.cut || body?.cut) return { heading, body };
  const mayWrap = rules.standsAlone === true;
  const share = rules.accentsMarked ? MAX_STATEMENT_SHARE : MAX_HEADING_SHARE;
  const maxHeight = Math.min(room.height * share, room.height - (body?.height ?? 0));
  const enlargedHeading = await enlargeBlock(
    heading,
    { ...room, height: maxHeight },
    mayWrap ? 'quotation' : 'composed',
    mayWrap,
    measure,
  );
  const finalHeading = rules.accentsMarked ? await withWholeAccents(enlargedHeading, measure) : enlargedHeading;
  const roomForBody = { ...room, height: room.height - finalHeading.height };
  return { heading: finalHeading, body: body && (await enlargeBlock(body, roomForBody, 'composed', false, measure)) };
}
