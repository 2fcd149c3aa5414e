import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { hideableChartPartName, hideableDiagramPartName } from './graphics-with-hideable-parts.ts';
import { childElementAtPath, childElements, descendantsOf, numberInAttribute, type OfficeXmlElement } from './xml.ts';

/** Changes that an effect makes: something comes in, goes out, gets another colour after its animation, or is changed while it is there. */
export type EffectChange = 'in' | 'out' | 'dims' | 'stays';

/** One effect on one target. */
export interface AnimationEffect {
  change: EffectChange;
  /** Id of the shape. */
  shape: string;
  /**
   * The part of the shape: all of it, its form without its text, some paragraphs (counted from 0), a part of a chart or diagram
   * (`graphics-with-hideable-parts.ts`), or another part (a letter).
   */
  part: 'whole' | 'form' | 'other' | { from: number; to: number } | { graphic: string };
  /** The colour that it gets when it dims: an element of DrawingML. */
  colour?: OfficeXmlElement | undefined;
  /** Seconds after the start of its step at which it starts. */
  at: number;
}

/** Effects that one click starts, or the start of the slide. */
export interface AnimationStep {
  /** It starts with the slide, without a click. */
  isAutomatic: boolean;
  /** In the order of their times, else of the file. */
  effects: AnimationEffect[];
  /** Effects that still pictures cannot show, because they only change visible parts. */
  lost: ('emphasis' | 'path')[];
}

/** The animation of a slide. */
export interface SlideAnimation {
  steps: AnimationStep[];
  /** Effects that a click on a shape starts: they have no position in the order. */
  hasTriggers: boolean;
}

const CHANGES: Readonly<Record<string, EffectChange>> = { entr: 'in', exit: 'out' };
const VISIBLE: Readonly<Record<string, EffectChange>> = { visible: 'in', hidden: 'out' };

/** Reports whether a time node is an effect: it has a class, or a type of an effect. */
const isEffect = ({ attributes: { presetClass, nodeType = '' } }: OfficeXmlElement): boolean =>
  presetClass !== undefined || /^(click|with|after)Effect$/.test(nodeType);

const attributeNames = (behaviour: OfficeXmlElement): string[] =>
  descendantsOf(behaviour, 'p:attrName').map(({ children }) => children.join(''));

/** The visibility that a behaviour sets; undefined if it sets another property. */
function visibilitySet(set: OfficeXmlElement): EffectChange | undefined {
  if (!attributeNames(set).includes('style.visibility')) return undefined;
  return ownPropertyValue(VISIBLE, descendantsOf(childElementAtPath(set, 'p:to'), 'p:strVal')[0]?.attributes.val ?? '');
}

/** The longest time that is read, in milliseconds: a day. */
const MAX_MS = 86_400_000;

const milliseconds = (value: string | undefined): number => {
  const read = Number(value ?? 0);
  return Number.isFinite(read) ? Math.min(MAX_MS, Math.max(0, read)) : 0;
};

/** Milliseconds after which a time node starts; 0 for one that waits for something. */
const delayOf = (node: OfficeXmlElement | undefined): number =>
  milliseconds(childElementAtPath(node, 'p:stCondLst', 'p:cond')?.attributes.delay);

/** The part of a chart or diagram; `ground`: its axes, or its background, with which the whole comes in. */
function graphicPartOf(graphic: OfficeXmlElement | undefined): string | undefined {
  const { id, bldStep: ofDiagram } = childElementAtPath(graphic, 'a:dgm')?.attributes ?? {};
  if (id !== undefined) return ofDiagram === 'bg' ? 'ground' : hideableDiagramPartName(id);
  const chart = childElementAtPath(graphic, 'a:chart');
  if (!chart) return undefined;
  if (chart.attributes.bldStep === 'gridLegend') return 'ground';
  return hideableChartPartName(
    numberInAttribute(chart, 'seriesIdx') ?? -1,
    numberInAttribute(chart, 'categoryIdx') ?? -1,
  );
}

function partOf(target: OfficeXmlElement): AnimationEffect['part'] {
  if (childElementAtPath(target, 'p:bg')) return 'form';
  const range = childElementAtPath(target, 'p:txEl', 'p:pRg');
  const [from, to] = [numberInAttribute(range, 'st'), numberInAttribute(range, 'end')];
  if (from !== undefined && to !== undefined) return { from, to };
  const graphic = graphicPartOf(childElementAtPath(target, 'p:graphicEl'));
  if (graphic !== undefined) return graphic === 'ground' ? 'whole' : { graphic };
  return childElements(target).length === 0 ? 'whole' : 'other';
}

/** An effect of a step, and its start in milliseconds after the start of the step. */
interface StartedEffect {
  node: OfficeXmlElement;
  start: number;
}

/** The effects below a time node, each with its start: delays add up. */
function startedEffects(element: OfficeXmlElement, from = 0): StartedEffect[] {
  return childElements(element).flatMap((child): StartedEffect[] => {
    const start = child.name === 'p:cTn' ? from + delayOf(child) : from;
    return child.name === 'p:cTn' && isEffect(child) ? [{ node: child, start }] : startedEffects(child, start);
  });
}

/** Milliseconds of the longest behaviour of an effect. */
const lengthOf = (main: OfficeXmlElement | undefined): number =>
  descendantsOf(main, 'p:cTn').reduce((most, node) => {
    return Math.max(most, delayOf(node) + milliseconds(node.attributes.dur));
  }, 0);

/** The effects that a time node makes, on each of its targets. */
function changesOf({ node, start }: StartedEffect): AnimationEffect[] {
  const { presetClass } = node.attributes;
  const main = childElementAtPath(node, 'p:childTnLst');
  const [visibility] = descendantsOf(main, 'p:set').flatMap((set) => visibilitySet(set) ?? []);
  const change = (presetClass === undefined ? visibility : ownPropertyValue(CHANGES, presetClass)) ?? 'stays';
  const found = descendantsOf(main, 'p:spTgt').map((target) => ({
    change,
    shape: target.attributes.spid ?? '',
    part: partOf(target),
    at: start / 1000,
  }));
  // Every behaviour of an effect names its target again.
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/** State of a shape after an effect has ended or with the next click: gone, or in a dimmed colour. */
function aftermathOf(effect: StartedEffect): { now: AnimationEffect[]; atNextClick: AnimationEffect[] } {
  const nodes = childElements(childElementAtPath(effect.node, 'p:subTnLst'));
  const end = (effect.start + lengthOf(childElementAtPath(effect.node, 'p:childTnLst'))) / 1000;
  const changed = (node: OfficeXmlElement): AnimationEffect[] => {
    const isHiding = node.name === 'p:set' && visibilitySet(node) === 'out';
    return descendantsOf(node, 'p:spTgt').map((target) => ({
      change: isHiding ? 'out' : 'dims',
      shape: target.attributes.spid ?? '',
      part: partOf(target),
      at: end,
      ...(isHiding ? {} : { colour: childElements(childElementAtPath(node, 'p:to'))[0] }),
    }));
  };
  const isLater = (node: OfficeXmlElement): boolean =>
    descendantsOf(node, 'p:cTn')[0]?.attributes.masterRel === 'nextClick';
  return {
    now: nodes.filter((node) => !isLater(node)).flatMap(changed),
    atNextClick: nodes.filter(isLater).flatMap(changed),
  };
}

function lostIn({ node }: StartedEffect): AnimationStep['lost'] {
  const { presetClass } = node.attributes;
  return [
    ...(presetClass === 'emph' ? ['emphasis' as const] : []),
    ...(presetClass === 'path' ? ['path' as const] : []),
  ];
}

/** A step, and the targets that disappear with the next click. */
function stepOf(step: OfficeXmlElement): { step: AnimationStep; atNextClick: AnimationEffect[] } {
  const started = startedEffects(step);
  const types = started.map(({ node }) => node.attributes.nodeType);
  const aftermaths = started.map(aftermathOf);
  const effects = started.flatMap((effect, at) => [...changesOf(effect), ...(aftermaths[at]?.now ?? [])]);
  return {
    step: {
      isAutomatic: types.length > 0 && !types.includes('clickEffect') && types.some((type) => type !== undefined),
      effects: effects.sort((a, b) => a.at - b.at),
      lost: started.flatMap(lostIn),
    },
    atNextClick: aftermaths.flatMap((aftermath) => aftermath.atNextClick),
  };
}

/** The steps in their order, each with the targets of the step before it that disappear with its click. */
function stepsIn(sequence: OfficeXmlElement | undefined): AnimationStep[] {
  let leaving: AnimationEffect[] = [];
  return childElements(childElementAtPath(sequence, 'p:childTnLst'), 'p:par').map((each) => {
    const { step, atNextClick } = stepOf(each);
    const left = step.isAutomatic ? [] : leaving;
    leaving = [...(step.isAutomatic ? leaving : []), ...atNextClick];
    return { ...step, effects: [...left.map((effect) => ({ ...effect, at: 0 })), ...step.effects] };
  });
}

/** The animation of a slide: the steps of its main sequence. */
export function parseSlideAnimation(slide: OfficeXmlElement): SlideAnimation {
  const nodes = descendantsOf(childElementAtPath(slide, 'p:timing'), 'p:cTn');
  const main = nodes.find(({ attributes }) => attributes.nodeType === 'mainSeq');
  return {
    steps: stepsIn(main),
    hasTriggers: nodes.some(
      (node) =>
        node.attributes.nodeType === 'interactiveSeq' &&
        descendantsOf(node, 'p:cTn').some(({ attributes: { presetClass = '' } }) =>
          Object.hasOwn(CHANGES, presetClass),
        ),
    ),
  };
}
