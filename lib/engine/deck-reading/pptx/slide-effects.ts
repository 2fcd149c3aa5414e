import { descendantsOf, type OfficeXmlElement } from './xml.ts';

/** A kind of content that programs other than PowerPoint draw approximately, or not at all. */
export type PowerPointOnlyContentKind = 'equation' | 'bent_text' | 'ink' | 'model' | 'depth' | 'turned_text';

const isBentText = ({ attributes }: OfficeXmlElement): boolean => !['textNoShape', undefined].includes(attributes.prst);

const isTurnedText = ({ attributes }: OfficeXmlElement): boolean =>
  !['horz', undefined].includes(attributes.vert) || Number(attributes.rot ?? 0) !== 0;

/** The kinds of content on a slide, each once, that programs other than PowerPoint draw approximately or not at all. */
export function specialEffectsOfSlide(slide: OfficeXmlElement): PowerPointOnlyContentKind[] {
  const hasElement = (name: string): boolean => descendantsOf(slide, name).length > 0;
  const isOnSlide: Readonly<Record<PowerPointOnlyContentKind, boolean>> = {
    equation: hasElement('m:oMath') || hasElement('m:oMathPara'),
    bent_text: descendantsOf(slide, 'a:prstTxWarp').some(isBentText),
    ink: hasElement('p:contentPart') || hasElement('p14:contentPart'),
    model: hasElement('am3d:model3d'),
    depth: hasElement('a:sp3d'),
    turned_text: descendantsOf(slide, 'a:bodyPr').some(isTurnedText),
  };
  return (Object.keys(isOnSlide) as PowerPointOnlyContentKind[]).filter((effect) => isOnSlide[effect]);
}
