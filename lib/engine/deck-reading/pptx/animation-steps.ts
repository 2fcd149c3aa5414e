import { ownValue } from '#kernel/shared/own-value.ts';
import { childAt, childElements, descendantsOf, numberAt, type PartElement } from './xml.ts';

/** Changes that an effect makes: something comes in, goes out, or is changed while it is there. */
export type EffectChange = 'in' | 'out' | 'stays';

/** One effect on one target. */
export interface AnimationEffect {
  change: EffectChange;
  /** Id of the shape. */
  shape: string;
  /** The part of the shape: all of it, its form without its text, some paragraphs from 0, or another part (a bar of a chart, a letter). */
  part: 'whole' | 'form' | 'other' | { from: number; to: number };
}

/** Effects that one click starts, or the start of the slide, in the order of the file. */
export interface AnimationStep {
  /** It comes with the slide, without a click. */
  isAutomatic: boolean;
  effects: AnimationEffect[];
  /** Effects in it that pictures cannot show: what they do to what is there. */
  lost: ('emphasis' | 'path' | 'after')[];
}

/** The animation of a slide. */
export interface SlideAnimation {
  steps: AnimationStep[];
  /** Effects that a click on a shape starts: they have no place in the order. */
  hasTriggers: boolean;
}

const CHANGES: Readonly<Record<string, EffectChange>> = { entr: 'in', exit: 'out' };
const VISIBLE: Readonly<Record<string, EffectChange>> = { visible: 'in', hidden: 'out' };

/** Time nodes that are an effect: they have a class, or are said to be one. */
const isEffect = ({ attributes: { presetClass, nodeType = '' } }: PartElement): boolean =>
  presetClass !== undefined || /^(click|with|after)Effect$/.test(nodeType);

/** What an effect without a class does: the visibility that it sets. */
function setVisibility(effect: PartElement): EffectChange | undefined {
  for (const set of descendantsOf(effect, 'p:set')) {
    const isVisibility = descendantsOf(set, 'p:attrName').some(
      ({ children }) => children.join('') === 'style.visibility',
    );
    const value = descendantsOf(childAt(set, 'p:to'), 'p:strVal')[0]?.attributes.val ?? '';
    const change = isVisibility ? ownValue(VISIBLE, value) : undefined;
    if (change) return change;
  }
  return undefined;
}

function partOf(target: PartElement): AnimationEffect['part'] {
  if (childAt(target, 'p:bg')) return 'form';
  const range = childAt(target, 'p:txEl', 'p:pRg');
  const [from, to] = [numberAt(range, 'st'), numberAt(range, 'end')];
  if (from !== undefined && to !== undefined) return { from, to };
  return childElements(target).length === 0 ? 'whole' : 'other';
}

function effectsOf(effect: PartElement): AnimationEffect[] {
  const { presetClass } = effect.attributes;
  const change = (presetClass === undefined ? setVisibility(effect) : ownValue(CHANGES, presetClass)) ?? 'stays';
  const found = descendantsOf(effect, 'p:spTgt').map((target) => ({
    change,
    shape: target.attributes.spid ?? '',
    part: partOf(target),
  }));
  // Every behaviour of an effect names its target again.
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

function lostIn(effect: PartElement): AnimationStep['lost'] {
  const { presetClass } = effect.attributes;
  return [
    ...(presetClass === 'emph' ? ['emphasis' as const] : []),
    ...(presetClass === 'path' ? ['path' as const] : []),
    ...(childAt(effect, 'p:subTnLst') ? ['after' as const] : []),
  ];
}

function stepOf(step: PartElement): AnimationStep {
  const effects = descendantsOf(step, 'p:cTn').filter(isEffect);
  const types = effects.map(({ attributes }) => attributes.nodeType);
  return {
    isAutomatic: types.length > 0 && !types.includes('clickEffect') && types.some((type) => type !== undefined),
    effects: effects.flatMap(effectsOf),
    lost: effects.flatMap(lostIn),
  };
}

/** The animation of a slide: the steps of its main sequence. */
export function animationOf(slide: PartElement): SlideAnimation {
  const nodes = descendantsOf(childAt(slide, 'p:timing'), 'p:cTn');
  const main = nodes.find(({ attributes }) => attributes.nodeType === 'mainSeq');
  return {
    steps: childElements(childAt(main, 'p:childTnLst'), 'p:par').map(stepOf),
    hasTriggers: nodes.some(
      (node) =>
        node.attributes.nodeType === 'interactiveSeq' &&
        descendantsOf(node, 'p:cTn').some(({ attributes: { presetClass = '' } }) =>
          Object.hasOwn(CHANGES, presetClass),
        ),
    ),
  };
}
