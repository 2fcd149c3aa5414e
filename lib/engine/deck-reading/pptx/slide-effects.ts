import { descendantsOf, type OfficeXmlElement } from './xml.ts';

/** A kind of content that programs other than PowerPoint draw approximately, or not at all. */
export type SpecialSlideEffect = 'equation' | 'bent_text' | 'ink' | 'model' | 'depth' | 'turned_text';

const isBent = ({ attributes }: OfficeXmlElement): boolean => !['textNoShape', undefined].includes(attributes.prst);

const isTurnedText = ({ attributes }: OfficeXmlElement): boolean =>
  !['horz', undefined].includes(attributes.vert) || Number(attributes.rot ?? 0) !== 0;

/** The kinds of content on a slide, each once, that programs other than PowerPoint draw approximately or not at all. */
export function specialEffectsOfSlide(slide: OfficeXmlElement): SpecialSlideEffect[] {
  const has = (name: string): boolean => descendantsOf(slide, name).length > 0;
  const found: Readonly<Record<SpecialSlideEffect, boolean>> = {
    equation: has('m:oMath') || has('m:oMathPara'),
    bent_text: descendantsOf(slide, 'a:prstTxWarp').some(isBent),
    ink: has('p:contentPart') || has('p14:contentPart'),
    model: has('am3d:model3d'),
    depth: has('a:sp3d'),
    turned_text: descendantsOf(slide, 'a:bodyPr').some(isTurnedText),
  };
  return (Object.keys(found) as SpecialSlideEffect[]).filter((effect) => found[effect]);
}
