import { createSlideMeasurer } from '#engine/video/drawing/paint/measure-slide-layout.ts';
import { pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { doesLayoutLookEmptyIfSparse, slidePageWarnings } from '#features/renders/check/slide-page-warnings.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';
import { coverageOf } from './content-ink.ts';
import type { PixelFault } from './pixel-faults.ts';
import type { SeededSlide } from './seeded-slides.ts';

const measure = createSlideMeasurer();
/** Parts of the text area by which ink and arranged boxes may differ at a bound. */
const NEAR = 0.04;

/** What a check says of the page of a slide that its pictures do not show, and what it does not say of what they show. */
export async function pageDifferences(
  { slide, format, template: id }: SeededSlide,
  faults: readonly PixelFault[],
): Promise<string[]> {
  const [size, template] = [pictureDimensionsOfFormat(format, '480p'), requireBuiltInTemplate(id)];
  const measures = await measure(slide, size, template);
  const codes = slidePageWarnings(measures).map(([code]) => code);
  const found: string[] = [];
  if (codes.includes('overlap') !== faults.some(({ kind }) => kind === 'overlap'))
    found.push(codes.includes('overlap') ? 'overlap is told, and not seen' : 'overlap is seen, and not told');
  const drawn = await coverageOf(slide, size, template);
  const told = measures.page?.coverage ?? 0;
  const isOtherSide = drawn < 0.2 !== told < 0.2 && Math.abs(drawn - told) > NEAR;
  if (isOtherSide && doesLayoutLookEmptyIfSparse(measures.layout))
    found.push(`covers ${told.toFixed(3)} by the check, ${drawn.toFixed(3)} in the picture`);
  return found;
}
