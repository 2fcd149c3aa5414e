/** The part of a shape that an effect is about: paragraphs from and to, its form, a part of a chart or diagram, or another part; absent: all of it. */
type TestPart =
  | readonly [from: number, to: number]
  | 'form'
  | 'other'
  | { series: number; category: number; step?: string }
  | { diagram: string; step?: string };

const partXml = (part: TestPart | undefined): string => {
  if (part === undefined) return '';
  if (part === 'form') return '<p:bg/>';
  if (part === 'other') return '<p:txEl><p:charRg st="0" end="2"/></p:txEl>';
  if ('diagram' in part)
    return `<p:graphicEl><a:dgm id="${part.diagram}" bldStep="${part.step ?? 'sp'}"/></p:graphicEl>`;
  if ('series' in part)
    return `<p:graphicEl><a:chart seriesIdx="${part.series}" categoryIdx="${part.category}" bldStep="${part.step ?? 'series'}"/></p:graphicEl>`;
  return `<p:txEl><p:pRg st="${part[0]}" end="${part[1]}"/></p:txEl>`;
};

const par = (inner: string, delay: number | 'indefinite' = 'indefinite'): string =>
  `<p:par><p:cTn fill="hold"><p:stCondLst><p:cond delay="${delay}"/></p:stCondLst><p:childTnLst>${inner}</p:childTnLst></p:cTn></p:par>`;

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

/** An effect that starts a number of milliseconds after the others of its step. */
export const delayed = (milliseconds: number, one: string): string =>
  one.replace('<p:childTnLst>', `<p:stCondLst><p:cond delay="${milliseconds}"/></p:stCondLst><p:childTnLst>`);

/** The colour of what is dimmed. */
export const DIM = 'E0B0E0';

/** An effect after which its shape is hidden: when it has ended, or with the next click; or dimmed. */
export const andThen = (
  what: 'hidden' | 'hidden_by_next_click' | 'dimmed',
  shape: number,
  one: string,
  part?: TestPart,
): string => {
  const target = `<p:tgtEl><p:spTgt spid="${shape}">${partXml(part)}</p:spTgt></p:tgtEl>`;
  const node = `<p:cTn dur="1" fill="hold" display="0" masterRel="${what === 'hidden' ? 'sameClick' : 'nextClick'}" afterEffect="1"/>`;
  const behaviour =
    what === 'dimmed'
      ? `<p:animClr clrSpc="rgb"><p:cBhvr override="childStyle">${node}${target}<p:attrNameLst><p:attrName>ppt_c</p:attrName></p:attrNameLst></p:cBhvr><p:to><a:srgbClr val="${DIM}"/></p:to></p:animClr>`
      : `<p:set><p:cBhvr override="childStyle">${node}${target}<p:attrNameLst><p:attrName>style.visibility</p:attrName></p:attrNameLst></p:cBhvr><p:to><p:strVal val="hidden"/></p:to></p:set>`;
  return one.replace(/<\/p:cTn><\/p:par>$/, `<p:subTnLst>${behaviour}</p:subTnLst></p:cTn></p:par>`);
};

/** Effects that one click starts. */
export const click = (...effects: string[]): string => effects.join('');

/** The timing of a slide, with a step for each argument. */
export const timing = (...steps: string[]): string =>
  `<p:timing><p:tnLst><p:par><p:cTn nodeType="tmRoot"><p:childTnLst><p:seq><p:cTn nodeType="mainSeq"><p:childTnLst>${steps.map((step) => par(par(step))).join('')}</p:childTnLst></p:cTn></p:seq></p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>`;
