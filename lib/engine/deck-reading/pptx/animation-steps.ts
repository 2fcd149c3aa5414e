import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { hideableChartPartName, hideableDiagramPartNameOf } from './graphics-with-hideable-parts.ts';
import { childElementAtPath, childElements, descendantsOf, numberInAttribute, type OfficeXmlElement } from './xml.ts';

/** A change that an effect makes: its target comes in, goes out, gets another colour after its animation, or changes while it is visible. */
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
  /** The colour of a target that dims, as an element of DrawingML. */
  colour?: OfficeXmlElement | undefined;
  /** Seconds after the start of its step at which it starts. */
  at: number;
}

/** Effects that one click starts, or the start of the slide. */
export interface AnimationStep {
  /** True if it starts without a click. */
  isAutomatic: boolean;
  /** In the order of their times; those at one time, in the order of the file. */
  effects: AnimationEffect[];
  /** Effects that still pictures cannot show, because they only change visible parts. */
  lost: ('emphasis' | 'path')[];
}

/** The animation of a slide. */
export interface SlideAnimation {
  steps: AnimationStep[];
  /** True if clicks on shapes start effects by which something comes in or goes out. Such effects have no position in the order. */
  hasTriggers: boolean;
}

const CHANGE_BY_CLASS: Readonly<Record<string, EffectChange>> = { entr: 'in', exit: 'out' };
const CHANGE_BY_VISIBILITY: Readonly<Record<string, EffectChange>> = { visible: 'in', hidden: 'out' };

/** Reports whether a time node is an effect: it has a class, or a type of an effect. */
const isEffect = ({ attributes: { presetClass, nodeType = '' } }: OfficeXmlElement): boolean =>
  presetClass !== undefined || /^(click|with|after)Effect$/.test(nodeType);

const attributeNames = (behaviour: OfficeXmlElement): string[] =>
  descendantsOf(behaviour, 'p:attrName').map(({ children }) => children.join(''));

/** The visibility that a behaviour sets; undefined if it sets another property. */
function readVisibilityChange(set: OfficeXmlElement): EffectChange | undefined {
  if (!attributeNames(set).includes('style.visibility')) return undefined;
  return ownPropertyValue(
    CHANGE_BY_VISIBILITY,
    descendantsOf(childElementAtPath(set, 'p:to'), 'p:strVal')[0]?.attributes.val ?? '',
  );
}

/** The longest time, a day: a longer one counts as this. */
const MAX_MS = 86_400_000;

const parseMilliseconds = (value: string | undefined): number => {
  const parsedValue = Number(value ?? 0);
  return Number.isFinite(parsedValue) ? Math.min(MAX_MS, Math.max(0, parsedValue)) : 0;
};

/** Milliseconds after which a time node starts; 0 for one that waits for something. */
const delayOf = (node: OfficeXmlElement | undefined): number =>
  parseMilliseconds(childElementAtPath(node, 'p:stCondLst', 'p:cond')?.attributes.delay);

/** The part of a chart or diagram that an effect names; `ground`: its axes or its background, which stand for the whole. */
function graphicPartOf(graphic: OfficeXmlElement | undefined): string | undefined {
  const { id, bldStep: buildStep } = childElementAtPath(graphic, 'a:dgm')?.attributes ?? {};
  if (id !== undefined) return buildStep === 'bg' ? 'ground' : hideableDiagramPartNameOf(id);
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

/** An effect of a step, and its start, in milliseconds after the start of the step. */
interface TimedEffect {
  node: OfficeXmlElement;
  startMs: number;
}

/** The effects below a time node, each with its start: delays add up. @param parentStartMs start of the time node */
function timedEffectsIn(element: OfficeXmlElement, parentStartMs = 0): TimedEffect[] {
  return childElements(element).flatMap((child): TimedEffect[] => {
    const startMs = child.name === 'p:cTn' ? parentStartMs + delayOf(child) : parentStartMs;
    return child.name === 'p:cTn' && isEffect(child) ? [{ node: child, startMs }] : timedEffectsIn(child, startMs);
  });
}

/** Milliseconds of the longest behaviour of an effect. */
const longestBehaviourMs = (behaviours: OfficeXmlElement | undefined): number =>
  descendantsOf(behaviours, 'p:cTn').reduce((longest, node) => {
    return Math.max(longest, delayOf(node) + parseMilliseconds(node.attributes.dur));
  }, 0);

/** The effects that a time node makes, on each of its targets. */
function effectsOf({ node, startMs }: TimedEffect): AnimationEffect[] {
  const { presetClass } = node.attributes;
  const behaviours = childElementAtPath(node, 'p:childTnLst');
  const [visibility] = descendantsOf(behaviours, 'p:set').flatMap((set) => readVisibilityChange(set) ?? []);
  const change = (presetClass === undefined ? visibility : ownPropertyValue(CHANGE_BY_CLASS, presetClass)) ?? 'stays';
  const effects = descendantsOf(behaviours, 'p:spTgt').map((target) => ({
    change,
    shape: target.attributes.spid ?? '',
    part: partOf(target),
    at: startMs / 1000,
  }));
  // Every behaviour of an effect names its target again.
  return [...new Map(effects.map((effect) => [JSON.stringify(effect), effect])).values()];
}

/** Effects that follow an effect, after its end (`now`) or with the next click: its target goes out, or gets a dimmed colour. */
function aftermathOf(effect: TimedEffect): { now: AnimationEffect[]; atNextClick: AnimationEffect[] } {
  const nodes = childElements(childElementAtPath(effect.node, 'p:subTnLst'));
  const endSeconds = (effect.startMs + longestBehaviourMs(childElementAtPath(effect.node, 'p:childTnLst'))) / 1000;
  const effectsIn = (node: OfficeXmlElement): AnimationEffect[] => {
    const isHiding = node.name === 'p:set' && readVisibilityChange(node) === 'out';
    return descendantsOf(node, 'p:spTgt').map((target) => ({
      change: isHiding ? 'out' : 'dims',
      shape: target.attributes.spid ?? '',
      part: partOf(target),
      at: endSeconds,
      ...(isHiding ? {} : { colour: childElements(childElementAtPath(node, 'p:to'))[0] }),
    }));
  };
  const isLater = (node: OfficeXmlElement): boolean =>
    descendantsOf(node, 'p:cTn')[0]?.attributes.masterRel === 'nextClick';
  return {
    now: nodes.filter((node) => !isLater(node)).flatMap(effectsIn),
    atNextClick: nodes.filter(isLater).flatMap(effectsIn),
  };
}

function lostEffectsIn({ node }: TimedEffect): AnimationStep['lost'] {
  const { presetClass } = node.attributes;
  return [
    ...(presetClass === 'emph' ? ['emphasis' as const] : []),
    ...(presetClass === 'path' ? ['path' as const] : []),
  ];
}

/** A step, and the effects on its targets that the next click starts. */
function readStep(step: OfficeXmlElement): { step: AnimationStep; atNextClick: AnimationEffect[] } {
  const timedEffects = timedEffectsIn(step);
  const types = timedEffects.map(({ node }) => node.attributes.nodeType);
  const aftermaths = timedEffects.map(aftermathOf);
  const effects = timedEffects.flatMap((effect, index) => [...effectsOf(effect), ...(aftermaths[index]?.now ?? [])]);
  return {
    step: {
      isAutomatic: types.length > 0 && !types.includes('clickEffect') && types.some((type) => type !== undefined),
      effects: effects.sort((a, b) => a.at - b.at),
      lost: timedEffects.flatMap(lostEffectsIn),
    },
    atNextClick: aftermaths.flatMap((aftermath) => aftermath.atNextClick),
  };
}

/** The steps in their order, each with the effects on the targets of earlier steps that its click starts. */
function readSteps(sequence: OfficeXmlElement | undefined): AnimationStep[] {
  let leavingAtNextClick: AnimationEffect[] = [];
  return childElements(childElementAtPath(sequence, 'p:childTnLst'), 'p:par').map((stepElement) => {
    const { step, atNextClick } = readStep(stepElement);
    const leavingEffects = step.isAutomatic ? [] : leavingAtNextClick;
    leavingAtNextClick = [...(step.isAutomatic ? leavingAtNextClick : []), ...atNextClick];
    return { ...step, effects: [...leavingEffects.map((effect) => ({ ...effect, at: 0 })), ...step.effects] };
  });
}

/** The animation of a slide: the steps of its main sequence. */
export function parseSlideAnimation(slide: OfficeXmlElement): SlideAnimation {
  const nodes = descendantsOf(childElementAtPath(slide, 'p:timing'), 'p:cTn');
  const mainSequence = nodes.find(({ attributes }) => attributes.nodeType === 'mainSeq');
  return {
    steps: readSteps(mainSequence),
    hasTriggers: nodes.some(
      (node) =>
        node.attributes.nodeType === 'interactiveSeq' &&
        descendantsOf(node, 'p:cTn').some(({ attributes: { presetClass = '' } }) =>
          Object.hasOwn(CHANGE_BY_CLASS, presetClass),
        ),
    ),
  };
}
