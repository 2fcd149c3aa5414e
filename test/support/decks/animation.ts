/** The part of a shape that an effect is about: paragraphs from and to, its form, or another part; absent: all of it. */
type TestPart = readonly [from: number, to: number] | 'form' | 'other';

const partXml = (part: TestPart | undefined): string => {
  if (part === undefined) return '';
  if (part === 'form') return '<p:bg/>';
  if (part === 'other') return '<p:graphicEl><a:dgm id="{1}"/></p:graphicEl>';
  return `<p:txEl><p:pRg st="${part[0]}" end="${part[1]}"/></p:txEl>`;
};

const par = (inner: string): string =>
  `<p:par><p:cTn fill="hold"><p:stCondLst><p:cond delay="indefinite"/></p:stCondLst><p:childTnLst>${inner}</p:childTnLst></p:cTn></p:par>`;

/** An effect on a shape, as PowerPoint writes it. @param type of the first one of a click: clickEffect */
export function effect(
  presetClass: 'entr' | 'exit' | 'emph' | 'path',
  shape: number | string,
  part?: TestPart,
  type: 'clickEffect' | 'withEffect' | 'afterEffect' = 'clickEffect',
): string {
  const target = `<p:tgtEl><p:spTgt spid="${shape}">${partXml(part)}</p:spTgt></p:tgtEl>`;
  return `<p:par><p:cTn presetID="10" presetClass="${presetClass}" nodeType="${type}"><p:childTnLst><p:set><p:cBhvr><p:cTn/>${target}</p:cBhvr></p:set><p:animEffect><p:cBhvr><p:cTn/>${target}</p:cBhvr></p:animEffect></p:childTnLst></p:cTn></p:par>`;
}

/** Effects that one click starts. */
export const click = (...effects: string[]): string => effects.join('');

/** The timing of a slide, with a step for each argument. */
export const timing = (...steps: string[]): string =>
  `<p:timing><p:tnLst><p:par><p:cTn nodeType="tmRoot"><p:childTnLst><p:seq><p:cTn nodeType="mainSeq"><p:childTnLst>${steps.map((step) => par(par(step))).join('')}</p:childTnLst></p:cTn></p:seq></p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>`;
