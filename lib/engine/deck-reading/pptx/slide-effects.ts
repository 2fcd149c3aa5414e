import { childElementAtPath, childElements, descendantsOf, type OfficeXmlElement } from './xml.ts';

/** A kind of content that programs other than PowerPoint draw approximately, or not at all. */
export type PowerPointOnlyContentKind =
  | 'equation'
  | 'bent_text'
  | 'ink'
  | 'model'
  | 'depth'
  | 'turned_text'
  | 'outlined_text'
  | 'text_effect';

const isBentText = ({ attributes }: OfficeXmlElement): boolean => !['textNoShape', undefined].includes(attributes.prst);

const isTurnedText = ({ attributes }: OfficeXmlElement): boolean =>
  !['horz', undefined].includes(attributes.vert) || Number(attributes.rot ?? 0) !== 0;

/** Reports whether the properties of a run give its letters an outline. */
const haveLettersOutline = (properties: OfficeXmlElement): boolean =>
  childElements(properties, 'a:ln').some((line) => childElementAtPath(line, 'a:noFill') === undefined);

/** Effects of letters, which make them stand out. */
const TEXT_EFFECTS = ['a:glow', 'a:outerShdw', 'a:innerShdw', 'a:prstShdw', 'a:reflection', 'a:softEdge', 'a:blur'];

/** Reports whether the properties of a run give its letters a shadow, a glow or another effect. */
const haveLettersEffect = (properties: OfficeXmlElement): boolean =>
  childElements(properties, 'a:effectLst').some((effects) =>
    TEXT_EFFECTS.some((name) => childElementAtPath(effects, name) !== undefined),
  );

/** The kinds of content on a slide, each once, that programs other than PowerPoint draw approximately or not at all. */
export function specialEffectsOfSlide(slide: OfficeXmlElement): PowerPointOnlyContentKind[] {
  const hasElement = (name: string): boolean => descendantsOf(slide, name).length > 0;
  const runProperties = descendantsOf(slide, 'a:rPr');
  const isOnSlide: Readonly<Record<PowerPointOnlyContentKind, boolean>> = {
    equation: hasElement('m:oMath') || hasElement('m:oMathPara'),
    bent_text: descendantsOf(slide, 'a:prstTxWarp').some(isBentText),
    ink: hasElement('p:contentPart') || hasElement('p14:contentPart'),
    model: hasElement('am3d:model3d'),
    depth: hasElement('a:sp3d'),
    turned_text: descendantsOf(slide, 'a:bodyPr').some(isTurnedText),
    outlined_text: runProperties.some(haveLettersOutline),
    text_effect: runProperties.some(haveLettersEffect),
  };
  return (Object.keys(isOnSlide) as PowerPointOnlyContentKind[]).filter((effect) => isOnSlide[effect]);
}
