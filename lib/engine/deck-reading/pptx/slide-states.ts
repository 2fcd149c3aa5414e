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
export interface DimmedPart {
  shape: string;
  /** From 0; absent: all of the shape. */
  paragraph?: number | undefined;
  /** An element of DrawingML. */
  colour: OfficeXmlElement;
}

/** Parts of a slide that are visible in one of its states but look different than in the file. */
export interface ChangedParts {
  /** Parts that are hidden of charts and diagrams, by the id of their shape. */
  graphics: Record<string, string[]>;
  dimmed: DimmedPart[];
}

/** A slide between two clicks. */
export interface SlideState {
  hidden: HiddenPartsOfState;
  /** Absent: nothing. */
  changed?: ChangedParts | undefined;
  /** Text that appears with it; empty for the first state. */
  text: string;
  /** Seconds after the state before it at which it appears by itself; absent: it appears with a click. */
  after?: number | undefined;
}

/** The states of a slide, and the part of its animation that they do not show. */
export interface SlideStates {
  /** From the slide before any click to the slide after all. A single state means that nothing changes. */
  states: SlideState[];
  /** Clauses for the report about animation that no state shows. */
  notShown: string[];
}

/** The most states of one slide. Further changes join the last state. */
export const MAX_STATES_OF_SLIDE = 40;
/** Paragraphs that all effects of a slide are about, counted for each effect, at most. Later effects are left out. */
const MAX_PLACES = 100_000;
/**
 * Seconds between effects of one click from which each makes a separate state: nearer effects share a state, and content that disappears
 * again is shown for this time.
 */
const APART_SECONDS = 1;

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
const newVisibility = (): Visibility => ({ paragraphs: new Map(), graphics: new Map(), dims: new Map() });

/** The charts and diagrams of a slide whose parts an animation can show or hide separately. */
export interface ChangeableParts {
  /** Charts and diagrams by the ids of their shapes. */
  graphics: ReadonlyMap<string, Pick<GraphicWithHideableParts, 'has'>>;
}

/** A range of paragraphs. */
type Paragraphs = Extract<AnimationEffect['part'], { from: number }>;
const isParagraphs = (part: AnimationEffect['part']): part is Paragraphs => typeof part === 'object' && 'from' in part;
const isGraphic = (part: AnimationEffect['part']): part is { graphic: string } =>
  typeof part === 'object' && 'graphic' in part;

const paragraphsAt = ({ from, to }: { from: number; to: number }, count: number): number[] =>
  Array.from({ length: Math.max(0, Math.min(to, count - 1) - from + 1) }, (_, at) => from + at);

/** The texts of the shapes of a slide, by their ids. The text of a group is that of its shapes. */
function paragraphsById(slide: OfficeXmlElement): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const walk = (element: OfficeXmlElement): void => {
    for (const child of childElements(element)) {
      const properties = childElements(child).find(({ name }) => /^p:nv\w+Pr$/.test(name));
      const id = childElementAtPath(properties, 'p:cNvPr')?.attributes.id;
      const body = childElementAtPath(child, 'p:txBody');
      if (id !== undefined && !found.has(id))
        found.set(
          id,
          body ? paragraphsOfTextBody(body).map(({ text }) => text) : descendantsOf(child, 'a:p').map(textOf),
        );
      walk(child);
    }
  };
  walk(slide);
  return found;
}

const textOf = (paragraph: OfficeXmlElement): string =>
  descendantsOf(paragraph, 'a:t')
    .flatMap(({ children }) => children)
    .filter((child) => typeof child === 'string')
    .join('');

/** Visibility of shapes before the first step: a shape that appears first is hidden. */
function before(steps: readonly AnimationStep[], counts: (shape: string) => number): Map<string, Visibility> {
  const shapes = new Map<string, Visibility>();
  for (const { shape, part, change } of steps.flatMap(({ effects }) => effects)) {
    if (change === 'stays') continue;
    const visibility = shapes.get(shape) ?? newVisibility();
    shapes.set(shape, visibility);
    if (change === 'dims') continue;
    const isThere = change === 'out';
    if (part === 'form') visibility.form ??= isThere;
    else if (part === 'whole' || part === 'other') visibility.whole ??= isThere;
    else if (isGraphic(part)) {
      if (!visibility.graphics.has(part.graphic)) visibility.graphics.set(part.graphic, isThere);
    } else
      for (const at of paragraphsAt(part, counts(shape)))
        if (!visibility.paragraphs.has(at)) visibility.paragraphs.set(at, isThere);
  }
  return shapes;
}

/** Lets an effect act. A part that cannot be hidden alone counts only when it comes in: the shape is there with its first part. */
function act(visibility: Visibility, effect: AnimationEffect, count: number): void {
  const { part, change } = effect;
  const isThere = change === 'in';
  if (change === 'stays') return;
  for (const place of placesOf(effect, count)) {
    if (change === 'dims' && effect.colour) visibility.dims.set(place, effect.colour);
    else visibility.dims.delete(place);
  }
  if (change === 'dims') return;
  if (isGraphic(part)) visibility.graphics.set(part.graphic, isThere);
  else if (part === 'other') visibility.whole = isThere || visibility.whole !== false;
  else if (part === 'form') visibility.form = isThere;
  else if (part === 'whole') visibility.whole = isThere;
  else for (const at of paragraphsAt(part, count)) visibility.paragraphs.set(at, isThere);
}

/** Parts of a shape that an effect is about and that can have a colour. */
function placesOf({ part, change }: AnimationEffect, count: number): (number | 'all')[] {
  if (isParagraphs(part)) return paragraphsAt(part, count);
  if (part !== 'whole' && part !== 'form') return [];
  return change === 'dims' ? ['all'] : ['all', ...paragraphsAt({ from: 0, to: count }, count)];
}

/** A shape whose form and text appear separately is visible from the first of both on. */
const isShown = ({ whole = true, form = true, paragraphs }: Visibility): boolean =>
  whole && (form || [...paragraphs.values()].includes(true));

function hiddenIn(shapes: ReadonlyMap<string, Visibility>): HiddenPartsOfState {
  const hidden: HiddenPartsOfState = { shapes: [], paragraphs: {} };
  for (const [shape, visibility] of shapes) {
    const id = Number(shape);
    // Any other id belongs to an object that is not drawn.
    if (!Number.isInteger(id) || id < 0 || id > 0xffff_ffff) continue;
    if (!isShown(visibility)) hidden.shapes.push(id);
    else {
      const left = [...visibility.paragraphs].filter(([, isThere]) => !isThere).map(([at]) => at);
      if (left.length > 0) hidden.paragraphs[id] = left.toSorted((a, b) => a - b);
    }
  }
  return { ...hidden, shapes: hidden.shapes.toSorted((a, b) => a - b) };
}

/** Visible parts that look different; undefined if there are none. */
function changedIn(shapes: ReadonlyMap<string, Visibility>): ChangedParts | undefined {
  const changed: ChangedParts = { graphics: {}, dimmed: [] };
  for (const [shape, visibility] of shapes) {
    if (!isShown(visibility)) continue;
    const hidden = [...visibility.graphics].filter(([, isThere]) => !isThere).map(([part]) => part);
    if (hidden.length > 0) changed.graphics[shape] = hidden.toSorted();
    for (const [place, colour] of visibility.dims)
      if (place === 'all' || visibility.paragraphs.get(place) !== false)
        changed.dimmed.push({ shape, colour, ...(place === 'all' ? {} : { paragraph: place }) });
  }
  return Object.keys(changed.graphics).length + changed.dimmed.length === 0 ? undefined : changed;
}

/** Text that is shown in a state and not in the state before it. */
function newWords(
  from: HiddenPartsOfState,
  to: HiddenPartsOfState,
  texts: ReadonlyMap<string, readonly string[]>,
): string {
  const came: string[] = [];
  const [gone, before] = [new Set(to.shapes), new Set(from.shapes)];
  for (const [shape, paragraphs] of texts) {
    const id = Number(shape);
    if (gone.has(id)) continue;
    const left = new Set(to.paragraphs[id] ?? []);
    const known = before.has(id) ? undefined : new Set(from.paragraphs[id] ?? []);
    paragraphs.forEach((text, at) => {
      if (!left.has(at) && (known === undefined || known.has(at))) came.push(text);
    });
  }
  return toOneLine(came.join(' '));
}

/** Effects that start together, and their trigger. */
interface Moment {
  effects: AnimationEffect[];
  /** Seconds after the moment before it, within one step; absent: a click. `start`: the slide starts with it. */
  after?: number | 'start' | undefined;
}

/** The moments of all steps: effects that are well apart are separate moments. */
function momentsOf(steps: readonly AnimationStep[]): Moment[] {
  const moments: Moment[] = [];
  for (const { isAutomatic, effects } of steps) {
    let begin = 0;
    const first: Moment = {
      effects: [],
      after: isAutomatic ? (moments.length === 0 ? 'start' : APART_SECONDS) : undefined,
    };
    let moment = first;
    moments.push(first);
    for (const effect of effects) {
      if (effect.change === 'stays') continue;
      if (effect.at - begin >= APART_SECONDS) {
        moment = { effects: [], after: effect.at - begin };
        begin = effect.at;
        moments.push(moment);
      }
      moment.effects.push(effect);
    }
  }
  return moments;
}

function notShownOf(
  { steps, hasTriggers }: SlideAnimation,
  comesAtStart: boolean,
  { joined, hasDimmed, left }: { joined: number; hasDimmed: boolean; left: number },
): string[] {
  const lost = new Set(steps.flatMap(({ lost: each }) => each));
  const hasParts = steps.some(({ effects }) =>
    effects.some(({ part, change }) => part === 'other' && change !== 'stays'),
  );
  return [
    ...(comesAtStart ? ['what comes without a click is there from the start'] : []),
    ...(hasDimmed ? ['what is dimmed after its animation stays as it is'] : []),
    ...(lost.has('emphasis') ? ['what is emphasized looks as it does without'] : []),
    ...(lost.has('path') ? ['what moves along a path stays where it is in the file'] : []),
    ...(hasParts ? ['what comes in part by part (a chart, a diagram, letters) is whole with its first part'] : []),
    ...(left > 0
      ? [
          `its last ${countWithNoun(left, 'effect')} ${left === 1 ? 'is' : 'are'} left out: it changes too many paragraphs`,
        ]
      : []),
    ...(hasTriggers ? ['what a click on an object starts is not started'] : []),
    ...(joined > 0
      ? [`${joined} of its changes are shown together, since a slide has at most ${MAX_STATES_OF_SLIDE} states`]
      : []),
  ];
}

/** The parts of shapes that appeared since the last state. A part that disappears before the next state would never be shown. */
function freshParts() {
  let isAll = true;
  const parts = new Set<string>();
  const keysOf = (shape: string, places: Iterable<number>): string[] => [...places].map((at) => `${shape}:${at}`);
  return {
    clear(): void {
      isAll = false;
      parts.clear();
    },
    add({ shape, part }: AnimationEffect, count: number): void {
      const keys = isParagraphs(part)
        ? keysOf(shape, paragraphsAt(part, count))
        : [isGraphic(part) ? `${shape}:${part.graphic}` : shape];
      for (const key of keys) parts.add(key);
    },
    has({ shape, part }: AnimationEffect, { paragraphs }: Visibility, count: number): boolean {
      if (isAll || parts.has(shape)) return true;
      if (isGraphic(part)) return parts.has(`${shape}:${part.graphic}`);
      const places = isParagraphs(part) ? paragraphsAt(part, count) : part === 'whole' ? paragraphs.keys() : [];
      return keysOf(shape, places).some((key) => parts.has(key));
    },
  };
}

/** Reports whether the target of an effect is visible. */
function isVisible(visibility: Visibility, { part }: AnimationEffect, count: number): boolean {
  if (!isShown(visibility)) return false;
  if (isGraphic(part)) return visibility.graphics.get(part.graphic) !== false;
  return !isParagraphs(part) || paragraphsAt(part, count).some((at) => visibility.paragraphs.get(at) !== false);
}

/**
 * The states of a slide: one before its first click, and one after each click. Further states show changes long after a click, and content
 * that would disappear before the next click. Content that appears at the start without a click is visible from the start.
 * @param changeable parts that can change on their own; other shapes change only as a whole
 */
export function statesOfPptxSlide(
  slide: OfficeXmlElement,
  animated: SlideAnimation,
  changeable: ChangeableParts = NOTHING_CHANGEABLE,
): SlideStates {
  const { animation, hasDimmed } = withShownEffects(animated, changeable, shapesWithColour(slide));
  const texts = paragraphsById(slide);
  const count = (shape: string): number => texts.get(shape)?.length ?? 0;
  const { steps, left } = withinPlaces(animation.steps, count);
  const shapes = before(steps, count);
  const fresh = freshParts();
  const states: SlideState[] = [];
  let [joined, comesAtStart] = [0, false];
  /** @param after as of the state */
  const add = (after?: number): void => {
    fresh.clear();
    if (states.length === MAX_STATES_OF_SLIDE) {
      joined += 1;
      return;
    }
    const hidden = hiddenIn(shapes);
    const last = states.at(-1);
    const text = last ? newWords(last.hidden, hidden, texts) : '';
    const changed = changedIn(shapes);
    states.push({
      ...{ hidden, text },
      ...(changed ? { changed } : {}),
      ...(last && after !== undefined ? { after } : {}),
    });
  };
  for (const { effects, after } of momentsOf(steps)) {
    const isStart = after === 'start';
    if (states.length === 0 && !isStart) add();
    let [lead, isChanged] = [isStart ? undefined : after, false];
    for (const effect of effects) {
      const visibility = shapes.get(effect.shape);
      if (!visibility) continue;
      const size = count(effect.shape);
      const isThere = isVisible(visibility, effect, size);
      if (effect.change === 'out' && isThere && fresh.has(effect, visibility, size)) {
        add(lead);
        lead = APART_SECONDS;
      }
      if (effect.change === 'in' && !isThere) {
        fresh.add(effect, size);
        comesAtStart ||= isStart && states.length === 0;
      }
      isChanged ||= effect.change === 'dims' ? isThere : isThere !== (effect.change === 'in');
      act(visibility, effect, size);
    }
    // Each click is a state, because clicks are counted. An automatic change is a state only if something changes.
    if (lead === undefined || isChanged) add(lead);
  }
  if (states.length === 0) add();
  joinLast(states, joined, { hidden: hiddenIn(shapes), changed: changedIn(shapes) }, texts);
  const isStill = new Set(states.map(slideStateKey)).size < 2;
  return {
    states: isStill ? states.slice(-1) : states,
    notShown: notShownOf(animation, comesAtStart, { joined, hasDimmed, left }),
  };
}

/**
 * The effects of the steps until they affect too many paragraphs: each counts with the paragraphs of its target.
 * @param count the number of paragraphs of a shape
 * @returns `left`: the number of effects that are left out
 */
function withinPlaces(
  steps: readonly AnimationStep[],
  count: (shape: string) => number,
): { steps: AnimationStep[]; left: number } {
  let [places, left] = [0, 0];
  const within = steps.map((step) => ({
    ...step,
    effects: step.effects.filter(({ shape }) => {
      places += 1 + count(shape);
      if (places > MAX_PLACES) left += 1;
      return places <= MAX_PLACES;
    }),
  }));
  return { steps: within, left };
}

/** A key that is equal for states that look the same. */
export const slideStateKey = ({ hidden, changed }: SlideState): string => JSON.stringify([hidden, changed ?? null]);

const NOTHING_CHANGEABLE: ChangeableParts = { graphics: new Map() };

/** Shapes whose text or form can have another colour. */
const shapesWithColour = (slide: OfficeXmlElement): Set<string> =>
  new Set(
    descendantsOf(slide, 'p:sp').flatMap(
      (shape) => childElementAtPath(shape, 'p:nvSpPr', 'p:cNvPr')?.attributes.id ?? [],
    ),
  );

/**
 * An animation whose effects can all be shown: parts that cannot be shown become `other`, and colours that cannot be shown are left out.
 */
function withShownEffects(
  { steps, ...rest }: SlideAnimation,
  { graphics }: ChangeableParts,
  coloured: ReadonlySet<string>,
): { animation: SlideAnimation; hasDimmed: boolean } {
  let hasDimmed = false;
  // Where one part of a chart or diagram cannot be shown alone, its parts come as a whole.
  const whole = new Set(
    steps.flatMap(({ effects }) =>
      effects.flatMap(({ shape, part }) => (isGraphic(part) && !graphics.get(shape)?.has(part.graphic) ? shape : [])),
    ),
  );
  const shown = steps.map(({ effects, ...step }) => ({
    ...step,
    effects: effects.flatMap((effect): AnimationEffect[] => {
      const { change, shape, part, colour } = effect;
      if (change !== 'dims') return [isGraphic(part) && whole.has(shape) ? { ...effect, part: 'other' } : effect];
      const isShownAs = colour !== undefined && coloured.has(shape) && part !== 'other' && !isGraphic(part);
      hasDimmed ||= !isShownAs;
      return isShownAs ? [effect] : [];
    }),
  }));
  return { animation: { ...rest, steps: shown }, hasDimmed };
}

/** The states up to the limit. The last one is the end of the slide, with the changes of all further states. */
function joinLast(
  states: SlideState[],
  joined: number,
  { hidden, changed }: Pick<SlideState, 'hidden' | 'changed'>,
  texts: ReadonlyMap<string, readonly string[]>,
): void {
  const [before, last] = states.slice(-2);
  if (joined === 0 || !before || !last) return;
  states[states.length - 1] = { ...last, hidden, changed, text: newWords(before.hidden, hidden, texts) };
}
