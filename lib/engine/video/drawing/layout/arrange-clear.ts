import type { PictureDimensions } from '../../format.ts';
import type { ArrangedText } from './arrange-text.ts';
import type { ReservedEdges } from './caption-area.ts';

/** The factor by which type is set smaller in each attempt. */
const STEP = 0.88;
/** The smallest type, as a part of the usual one. */
const MIN_SIZE_SHARE = 0.3;

/** Reports whether text reaches into the heights that are kept free. */
const overlapsReservedEdges = (
  { top, height }: ArrangedText,
  reserved: ReservedEdges,
  slide: PictureDimensions,
): boolean => height > 0 && (top + height > slide.height - reserved.bottom || (reserved.top > 0 && top < reserved.top));

/**
 * Arranges the text of a slide clear of captions. Text that does not fit next to the captions, even in its smallest type, is set in smaller
 * type than slides usually have. Such text is hard to read, but text under a caption cannot be read at all. Text that does not fit in any
 * size is arranged as without captions.
 * @param arrangeIn arranges the text in a unit of type, in pixels
 */
export async function arrangeTextClearOfCaptions(
  arrangeIn: (unit: number) => Promise<ArrangedText>,
  unit: number,
  reserved: ReservedEdges,
  slide: PictureDimensions,
): Promise<{ arranged: ArrangedText; typeUnit: number }> {
  const usualArrangement = await arrangeIn(unit);
  if (reserved.top === 0 && reserved.bottom === 0) return { arranged: usualArrangement, typeUnit: unit };
  let arranged = usualArrangement;
  for (let typeUnit = unit; ; typeUnit *= STEP) {
    if (typeUnit !== unit) arranged = await arrangeIn(typeUnit);
    if (!overlapsReservedEdges(arranged, reserved, slide)) return { arranged, typeUnit };
    if (typeUnit * STEP < MIN_SIZE_SHARE * unit) return { arranged: usualArrangement, typeUnit: unit };
  }
}
