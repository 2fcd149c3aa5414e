import { countWithNoun, toOneLine } from '../cut-text-with-ellipsis.ts';
import type { AnimationEffect, AnimationStep, SlideAnimation } from './animation-steps.ts';
import type { GraphicWithHideableParts } from './graphics-with-hideable-parts.ts';
import { paragraphsOfTextBody } from './shapes.ts';
import { childElementAtPath, childElements, descendantsOf, type OfficeXmlElement } from './xml.ts';

/** Parts of a slide that are not shown in one of its states. */
export interface HiddenPartsOfState {
  /** Ids of shapes. */
  shapes: number[];
  /** Indices of paragraphs, from 0, by the id of their shape. A hidden paragraph keeps its space. */
  paragraphs: Record<string, number[]>;
}

/** A text or a form in another colour than that of the file. */
export interface RecoloredPart {
  shape: string;
  /** Index of the paragraph, from 0; absent: all of the shape. */
  paragraph?: number | undefined;
  /** Its colour, as an element of DrawingML. */
  colour: OfficeXmlElement;
}

/** Parts of a slide that are visible in one of its states but look different than in the file. */
export interface ChangedPartsOfState {
  /** Parts that are hidden of charts and diagrams, by the id of their shape. */
  graphics: Record<string, string[]>;
  /** Parts in another colour than that of the file. */
  dimmed: RecoloredPart[];
}

/** The state of a slide between two clicks: the parts that are hidden, those that look different than in the file, and the text that appears. */
export interface PptxSlideState {
  hidden: HiddenPartsOfState;
  /** Absent: nothing looks different. */
  changed?: ChangedPartsOfState | undefined;
  /** Text that appears with it; empty for the first state. */
  text: string;
  /** Seconds after the state before it at which it appears by itself; absent: it appears with a click. */
  after?: number | undefined;
}

/** The states of a slide, and the part of its animation that they do not show. */
export interface PptxSlideStates {
  /** From the slide before any click to the slide after all. A single state means that nothing changes. */
  states: PptxSlideState[];
  /** Clauses for the report about animation that no state shows. */
  notShown: string[];
}

/** The highest number of states of one slide. Further changes join the last state. */
export const MAX_PPTX_SLIDE_STATES = 40;
/** The highest number of paragraphs that all effects of a slide affect, counted for each effect. Later effects are left out. */
const MAX_AFFECTED_PARAGRAPHS = 100_000;
/**
 * Seconds between effects of one click from which each makes a separate state. Effects that are closer share a state. Content that disappears
 * again before the next click is shown for this time.
 */
const MIN_SECONDS_BETWEEN_STATES = 1;

/** Visible parts of a shape: all of it, its form alone, and each of its paragraphs. Absent: nothing hides it. */
interface Visibility {
  whole?: boolean;
  form?: boolean;
  paragraphs: Map<number, boolean>;
  /** Parts of a chart or diagram. */
  graphics: Map<string, boolean>;
  /** Colours of paragraphs that were dimmed, or of all. */
  dims: Map<number | 'all', OfficeXmlElement>;
}
const createVisibility = (): Visibility => ({ paragraphs: new Map(), graphics: new Map(), dims: new Map() });

/** The charts and diagrams of a slide whose parts an animation can show or hide separately. */
export interface GraphicsWithHideableParts {
  /** Charts and diagrams by the ids of their shapes. */
  graphics: ReadonlyMap<string, Pick<GraphicWithHideableParts, 'has'>>;
}

/** A range of paragraphs. */
type ParagraphRange = Extract<AnimationEffect['part'], { from: number }>;
const isParagraphRange = (part: AnimationEffect['part']): part is ParagraphRange =>
  typeof part === 'object' && 'from' in part;
const isGraphicPart = (part: AnimationEffect['part']): part is { graphic: string } =>
  typeof part === 'object' && 'graphic' in part;

const paragraphIndexes = ({ from, to }: { from: number; to: number }, paragraphCount: number): number[] =>
  Array.from({ length: Math.max(0, Math.min(to, paragraphCount - 1) - from + 1) }, (_, offset) => from + offset);

/** The texts of the shapes of a slide, by their ids. The text of a group is that of its shapes. */
function readParagraphsByShape(slide: OfficeXmlElement): Map<string, string[]> {
  const paragraphsByShape = new Map<string, string[]>();
  const walk = (element: OfficeXmlElement): void => {
    for (const child of childElements(element)) {
      const properties = childElements(child).find(({ name }) => /^p:nv\w+Pr$/.test(name));
      const id = childElementAtPath(properties, 'p:cNvPr')?.attributes.id;
      const body = childElementAtPath(child, 'p:txBody');
      if (id !== undefined && !paragraphsByShape.has(id))
        paragraphsByShape.set(
          id,
          body ? paragraphsOfTextBody(body).map(({ text }) => text) : descendantsOf(child, 'a:p').map(textOf),
        );
      walk(child);
    }
  };
  walk(slide);
  return paragraphsByShape;
}

const textOf = (paragraph: OfficeXmlElement): string =>
  descendantsOf(paragraph, 'a:t')
    .flatMap(({ children }) => children)
    .filter((child) => typeof child === 'string')
    .join('');

/** Visibility of shapes before the first step: a shape that appears first is hidden. */
function visibilityBeforeFirstStep(
  steps: readonly AnimationStep[],
  countParagraphs: (shape: string) => number,
): Map<string, Visibility> {
  const shapes = new Map<string, Visibility>();
  for (const { shape, part, change } of steps.flatMap(({ effects }) => effects)) {
    if (change === 'stays') continue;
    const visibility = shapes.get(shape) ?? createVisibility();
    shapes.set(shape, visibility);
    if (change === 'dims') continue;
    const isVisibleAtFirst = change === 'out';
    if (part === 'form') visibility.form ??= isVisibleAtFirst;
    else if (part === 'whole' || part === 'other') visibility.whole ??= isVisibleAtFirst;
    else if (isGraphicPart(part)) {
      if (!visibility.graphics.has(part.graphic)) visibility.graphics.set(part.graphic, isVisibleAtFirst);
    } else
      for (const paragraph of paragraphIndexes(part, countParagraphs(shape)))
        if (!visibility.paragraphs.has(paragraph)) visibility.paragraphs.set(paragraph, isVisibleAtFirst);
  }
  return shapes;
}

/** Applies an effect. A part that cannot be hidden alone counts only when it comes in: the shape is visible from its first part on. */
function applyEffect(visibility: Visibility, effect: AnimationEffect, paragraphCount: number): void {
  const { part, change } = effect;
  const isVisibleAfter = change === 'in';
  if (change === 'stays') return;
  for (const colouredPart of colouredPartsOf(effect, paragraphCount)) {
    if (change === 'dims' && effect.colour) visibility.dims.set(colouredPart, effect.colour);
    else visibility.dims.delete(colouredPart);
  }
  if (change === 'dims') return;
  if (isGraphicPart(part)) visibility.graphics.set(part.graphic, isVisibleAfter);
  else if (part === 'other') visibility.whole = isVisibleAfter || visibility.whole !== false;
  else if (part === 'form') visibility.form = isVisibleAfter;
  else if (part === 'whole') visibility.whole = isVisibleAfter;
  else
    for (const paragraph of paragraphIndexes(part, paragraphCount))
      visibility.paragraphs.set(paragraph, isVisibleAfter);
}

/** The parts of a shape that an effect affects and that can have a colour: paragraphs, or all. */
function colouredPartsOf({ part, change }: AnimationEffect, paragraphCount: number): (number | 'all')[] {
  if (isParagraphRange(part)) return paragraphIndexes(part, paragraphCount);
  if (part !== 'whole' && part !== 'form') return [];
  return change === 'dims' ? ['all'] : ['all', ...paragraphIndexes({ from: 0, to: paragraphCount }, paragraphCount)];
}

/** Reports whether a shape is visible: one whose form and text appear separately is visible as soon as one of both is. */
const isShapeVisible = ({ whole = true, form = true, paragraphs }: Visibility): boolean =>
  whole && (form || [...paragraphs.values()].includes(true));

function hiddenPartsOf(shapes: ReadonlyMap<string, Visibility>): HiddenPartsOfState {
  const hidden: HiddenPartsOfState = { shapes: [], paragraphs: {} };
  for (const [shape, visibility] of shapes) {
    const id = Number(shape);
    // Any other id belongs to an object that is not drawn.
    if (!Number.isInteger(id) || id < 0 || id > 0xffff_ffff) continue;
    if (!isShapeVisible(visibility)) hidden.shapes.push(id);
    else {
      const hiddenParagraphs = [...visibility.paragraphs]
        .filter(([, isPartVisible]) => !isPartVisible)
        .map(([paragraph]) => paragraph);
      if (hiddenParagraphs.length > 0) hidden.paragraphs[id] = hiddenParagraphs.toSorted((a, b) => a - b);
    }
  }
  return { ...hidden, shapes: hidden.shapes.toSorted((a, b) => a - b) };
}

/** Visible parts that look different; undefined if there are none. */
function changedPartsOf(shapes: ReadonlyMap<string, Visibility>): ChangedPartsOfState | undefined {
  const changed: ChangedPartsOfState = { graphics: {}, dimmed: [] };
  for (const [shape, visibility] of shapes) {
    if (!isShapeVisible(visibility)) continue;
    const hidden = [...visibility.graphics].filter(([, isPartVisible]) => !isPartVisible).map(([part]) => part);
    if (hidden.length > 0) changed.graphics[shape] = hidden.toSorted();
    for (const [colouredPart, colour] of visibility.dims)
      if (colouredPart === 'all' || visibility.paragraphs.get(colouredPart) !== false)
        changed.dimmed.push({ shape, colour, ...(colouredPart === 'all' ? {} : { paragraph: colouredPart }) });
  }
  return Object.keys(changed.graphics).length + changed.dimmed.length === 0 ? undefined : changed;
}

/** Text that is shown in a state and not in the state before it. */
function newTextOf(
  previousParts: HiddenPartsOfState,
  currentParts: HiddenPartsOfState,
  texts: ReadonlyMap<string, readonly string[]>,
): string {
  const newTexts: string[] = [];
  const [shapesHiddenNow, shapesHiddenBefore] = [new Set(currentParts.shapes), new Set(previousParts.shapes)];
  for (const [shape, paragraphs] of texts) {
    const id = Number(shape);
    if (shapesHiddenNow.has(id)) continue;
    const hiddenNow = new Set(currentParts.paragraphs[id] ?? []);
    const hiddenBefore = shapesHiddenBefore.has(id) ? undefined : new Set(previousParts.paragraphs[id] ?? []);
    paragraphs.forEach((text, paragraph) => {
      if (!hiddenNow.has(paragraph) && (hiddenBefore === undefined || hiddenBefore.has(paragraph))) newTexts.push(text);
    });
  }
  return toOneLine(newTexts.join(' '));
}

/** Effects that start together, and their trigger. */
interface EffectGroup {
  effects: AnimationEffect[];
  /** Seconds after the previous group; absent: a click starts the group; `start`: the slide starts with it. */
  after?: number | 'start' | undefined;
}

/** The effects of all steps in groups: those that are at least `MIN_SECONDS_BETWEEN_STATES` apart are in separate groups. */
function groupEffects(steps: readonly AnimationStep[]): EffectGroup[] {
  const groups: EffectGroup[] = [];
  for (const { isAutomatic, effects } of steps) {
    let groupStartSeconds = 0;
    const firstGroup: EffectGroup = {
      effects: [],
      after: isAutomatic ? (groups.length === 0 ? 'start' : MIN_SECONDS_BETWEEN_STATES) : undefined,
    };
    let group = firstGroup;
    groups.push(firstGroup);
    for (const effect of effects) {
      if (effect.change === 'stays') continue;
      if (effect.at - groupStartSeconds >= MIN_SECONDS_BETWEEN_STATES) {
        group = { effects: [], after: effect.at - groupStartSeconds };
        groupStartSeconds = effect.at;
        groups.push(group);
      }
      group.effects.push(effect);
    }
  }
  return groups;
}

function describeNotShown(
  { steps, hasTriggers }: SlideAnimation,
  comesAtStart: boolean,
  { joinedCount, hasDimmed, omittedCount }: { joinedCount: number; hasDimmed: boolean; omittedCount: number },
): string[] {
  const lost = new Set(steps.flatMap(({ lost: lostEffects }) => lostEffects));
  const hasParts = steps.some(({ effects }) =>
    effects.some(({ part, change }) => part === 'other' && change !== 'stays'),
  );
  return [
    ...(comesAtStart ? ['what comes without a click is there from the start'] : []),
    ...(hasDimmed ? ['what is dimmed after its animation stays as it is'] : []),
    ...(lost.has('emphasis') ? ['what is emphasized looks as it does without'] : []),
    ...(lost.has('path') ? ['what moves along a path stays where it is in the file'] : []),
    ...(hasParts ? ['what comes in part by part (a chart, a diagram, letters) is whole with its first part'] : []),
    ...(omittedCount > 0
      ? [
          `its last ${countWithNoun(omittedCount, 'effect')} ${omittedCount === 1 ? 'is' : 'are'} left out: it changes too many paragraphs`,
        ]
      : []),
    ...(hasTriggers ? ['what a click on an object starts is not started'] : []),
    ...(joinedCount > 0
      ? [`${joinedCount} of its changes are shown together, since a slide has at most ${MAX_PPTX_SLIDE_STATES} states`]
      : []),
  ];
}

/** Tracks the parts of shapes that appeared since the last state: one that disappears before the next state would never be shown. */
function createNewPartsTracker() {
  let areAllNew = true;
  const parts = new Set<string>();
  const keysOf = (shape: string, paragraphs: Iterable<number>): string[] =>
    [...paragraphs].map((paragraph) => `${shape}:${paragraph}`);
  return {
    clear(): void {
      areAllNew = false;
      parts.clear();
    },
    add({ shape, part }: AnimationEffect, paragraphCount: number): void {
      const keys = isParagraphRange(part)
        ? keysOf(shape, paragraphIndexes(part, paragraphCount))
        : [isGraphicPart(part) ? `${shape}:${part.graphic}` : shape];
      for (const key of keys) parts.add(key);
    },
    has({ shape, part }: AnimationEffect, { paragraphs }: Visibility, paragraphCount: number): boolean {
      if (areAllNew || parts.has(shape)) return true;
      if (isGraphicPart(part)) return parts.has(`${shape}:${part.graphic}`);
      const paragraphsOfPart = isParagraphRange(part)
        ? paragraphIndexes(part, paragraphCount)
        : part === 'whole'
          ? paragraphs.keys()
          : [];
      return keysOf(shape, paragraphsOfPart).some((key) => parts.has(key));
    },
  };
}

/** Reports whether the target of an effect is visible. */
function isVisible(visibility: Visibility, { part }: AnimationEffect, paragraphCount: number): boolean {
  if (!isShapeVisible(visibility)) return false;
  if (isGraphicPart(part)) return visibility.graphics.get(part.graphic) !== false;
  return (
    !isParagraphRange(part) ||
    paragraphIndexes(part, paragraphCount).some((paragraph) => visibility.paragraphs.get(paragraph) !== false)
  );
}

/**
 * The states of a slide: one before its first click, and one after each click. Further states show changes long after a click, and content
 * that would disappear before the next click. Content that appears at the start without a click is visible from the start.
 * @param changeable parts that can change on their own; other shapes change only as a whole
 */
export function statesOfPptxSlide(
  slide: OfficeXmlElement,
  parsedAnimation: SlideAnimation,
  changeable: GraphicsWithHideableParts = NOTHING_CHANGEABLE,
): PptxSlideStates {
  const { animation, hasDimmed } = keepShowableEffects(parsedAnimation, changeable, findColourableShapes(slide));
  const texts = readParagraphsByShape(slide);
  const countParagraphs = (shape: string): number => texts.get(shape)?.length ?? 0;
  const { steps, omittedCount } = limitAffectedParagraphs(animation.steps, countParagraphs);
  const shapes = visibilityBeforeFirstStep(steps, countParagraphs);
  const newParts = createNewPartsTracker();
  const states: PptxSlideState[] = [];
  let [joinedCount, comesAtStart] = [0, false];
  /** Adds the current state. @param after seconds after the previous state; absent: a click */
  const addState = (after?: number): void => {
    newParts.clear();
    if (states.length === MAX_PPTX_SLIDE_STATES) {
      joinedCount += 1;
      return;
    }
    const hidden = hiddenPartsOf(shapes);
    const lastState = states.at(-1);
    const text = lastState ? newTextOf(lastState.hidden, hidden, texts) : '';
    const changed = changedPartsOf(shapes);
    states.push({
      hidden,
      text,
      ...(changed ? { changed } : {}),
      ...(lastState && after !== undefined ? { after } : {}),
    });
  };
  for (const { effects, after } of groupEffects(steps)) {
    const isStart = after === 'start';
    if (states.length === 0 && !isStart) addState();
    let [secondsAfter, isChanged] = [isStart ? undefined : after, false];
    for (const effect of effects) {
      const visibility = shapes.get(effect.shape);
      if (!visibility) continue;
      const paragraphCount = countParagraphs(effect.shape);
      const wasVisible = isVisible(visibility, effect, paragraphCount);
      if (effect.change === 'out' && wasVisible && newParts.has(effect, visibility, paragraphCount)) {
        addState(secondsAfter);
        secondsAfter = MIN_SECONDS_BETWEEN_STATES;
      }
      if (effect.change === 'in' && !wasVisible) {
        newParts.add(effect, paragraphCount);
        comesAtStart ||= isStart && states.length === 0;
      }
      isChanged ||= effect.change === 'dims' ? wasVisible : wasVisible !== (effect.change === 'in');
      applyEffect(visibility, effect, paragraphCount);
    }
    // Each click is a state, because clicks are counted. An automatic change is a state only if something changes.
    if (secondsAfter === undefined || isChanged) addState(secondsAfter);
  }
  if (states.length === 0) addState();
  joinFurtherStates(states, joinedCount, { hidden: hiddenPartsOf(shapes), changed: changedPartsOf(shapes) }, texts);
  const isUnchanged = new Set(states.map(pptxSlideStateKey)).size < 2;
  return {
    states: isUnchanged ? states.slice(-1) : states,
    notShown: describeNotShown(animation, comesAtStart, {
      joinedCount,
      hasDimmed,
      omittedCount,
    }),
  };
}

/**
 * The effects of the steps until they affect too many paragraphs: each counts with the paragraphs of its target.
 * @param countParagraphs the number of paragraphs of a shape
 * @returns `omittedCount`: the number of effects that are left out
 */
function limitAffectedParagraphs(
  steps: readonly AnimationStep[],
  countParagraphs: (shape: string) => number,
): { steps: AnimationStep[]; omittedCount: number } {
  let [affectedParagraphs, omittedCount] = [0, 0];
  const limitedSteps = steps.map((step) => ({
    ...step,
    effects: step.effects.filter(({ shape }) => {
      affectedParagraphs += 1 + countParagraphs(shape);
      if (affectedParagraphs > MAX_AFFECTED_PARAGRAPHS) omittedCount += 1;
      return affectedParagraphs <= MAX_AFFECTED_PARAGRAPHS;
    }),
  }));
  return { steps: limitedSteps, omittedCount };
}

/** A key that is equal for states that look the same. */
export const pptxSlideStateKey = ({ hidden, changed }: PptxSlideState): string =>
  JSON.stringify([hidden, changed ?? null]);

const NOTHING_CHANGEABLE: GraphicsWithHideableParts = { graphics: new Map() };

/** Shapes whose text or form can have another colour. */
const findColourableShapes = (slide: OfficeXmlElement): Set<string> =>
  new Set(
    descendantsOf(slide, 'p:sp').flatMap(
      (shape) => childElementAtPath(shape, 'p:nvSpPr', 'p:cNvPr')?.attributes.id ?? [],
    ),
  );

/**
 * An animation whose effects can all be shown: parts that cannot be shown become `other`, and colours that cannot be shown are left out.
 */
function keepShowableEffects(
  { steps, ...otherFields }: SlideAnimation,
  { graphics }: GraphicsWithHideableParts,
  shapesWithColour: ReadonlySet<string>,
): { animation: SlideAnimation; hasDimmed: boolean } {
  let hasDimmed = false;
  // If one part of a chart or diagram cannot be shown alone, all its parts come as a whole.
  const shapesShownWhole = new Set(
    steps.flatMap(({ effects }) =>
      effects.flatMap(({ shape, part }) =>
        isGraphicPart(part) && !graphics.get(shape)?.has(part.graphic) ? shape : [],
      ),
    ),
  );
  const shownSteps = steps.map(({ effects, ...step }) => ({
    ...step,
    effects: effects.flatMap((effect): AnimationEffect[] => {
      const { change, shape, part, colour } = effect;
      if (change !== 'dims')
        return [isGraphicPart(part) && shapesShownWhole.has(shape) ? { ...effect, part: 'other' } : effect];
      const canBeShown =
        colour !== undefined && shapesWithColour.has(shape) && part !== 'other' && !isGraphicPart(part);
      hasDimmed ||= !canBeShown;
      return canBeShown ? [effect] : [];
    }),
  }));
  return { animation: { ...otherFields, steps: shownSteps }, hasDimmed };
}

/** Replaces the last state by the end of the slide, with the changes of all states beyond the limit. */
function joinFurtherStates(
  states: PptxSlideState[],
  joinedCount: number,
  { hidden, changed }: Pick<PptxSlideState, 'hidden' | 'changed'>,
  texts: ReadonlyMap<string, readonly string[]>,
): void {
  const [previousState, lastState] = states.slice(-2);
  if (joinedCount === 0 || !previousState || !lastState) return;
  states[states.length - 1] = { ...lastState, hidden, changed, text: newTextOf(previousState.hidden, hidden, texts) };
}
