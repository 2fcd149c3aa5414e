import { inOneLine } from '../cut-text.ts';
import type { AnimationEffect, AnimationStep, SlideAnimation } from './animation-steps.ts';
import { paragraphsIn } from './shapes.ts';
import { childAt, childElements, descendantsOf, type PartElement } from './xml.ts';

/** Parts of a slide that are not shown in one of its states. */
export interface HiddenParts {
  /** Ids of shapes. */
  shapes: number[];
  /** Numbers of paragraphs from 0, by the id of their shape. They keep their room. */
  paragraphs: Record<string, number[]>;
}

/** A slide between two clicks. */
export interface SlideState {
  hidden: HiddenParts;
  /** Words that came in with it; empty for the first one. */
  text: string;
}

/** The states of a slide, and the part of its animation that they do not show. */
export interface SlideStates {
  /** The first is the slide before any click, the last the slide after all. One: nothing changes. */
  states: SlideState[];
  /** Sentences for the report, without a full stop. */
  notShown: string[];
}

/** States of one slide; clicks after these join the last one. */
export const MAX_STATES = 40;

/** What is visible of a shape: all of it, its form alone, and each of its paragraphs. Absent: nothing hides it. */
interface Visibility {
  whole?: boolean;
  form?: boolean;
  paragraphs: Map<number, boolean>;
}

const paragraphsAt = ({ from, to }: { from: number; to: number }, count: number): number[] =>
  Array.from({ length: Math.max(0, Math.min(to, count - 1) - from + 1) }, (_, at) => from + at);

/** The texts of a slide's shapes by their ids: those of a group are the ones in it. */
function paragraphsById(slide: PartElement): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const walk = (element: PartElement): void => {
    for (const child of childElements(element)) {
      const properties = childElements(child).find(({ name }) => /^p:nv\w+Pr$/.test(name));
      const id = childAt(properties, 'p:cNvPr')?.attributes.id;
      const body = childAt(child, 'p:txBody');
      if (id !== undefined && !found.has(id))
        found.set(id, body ? paragraphsIn(body).map(({ text }) => text) : descendantsOf(child, 'a:p').map(textOf));
      walk(child);
    }
  };
  walk(slide);
  return found;
}

const textOf = (paragraph: PartElement): string =>
  descendantsOf(paragraph, 'a:t')
    .flatMap(({ children }) => children)
    .filter((child) => typeof child === 'string')
    .join('');

/** Visibilities before the first step: what comes in first is not there yet. */
function before(steps: readonly AnimationStep[], counts: (shape: string) => number): Map<string, Visibility> {
  const shapes = new Map<string, Visibility>();
  for (const { shape, part, change } of steps.flatMap(({ effects }) => effects)) {
    if (change === 'stays') continue;
    const isThere = change === 'out';
    const visibility = shapes.get(shape) ?? { paragraphs: new Map<number, boolean>() };
    shapes.set(shape, visibility);
    if (part === 'form') visibility.form ??= isThere;
    else if (part === 'whole' || part === 'other') visibility.whole ??= isThere;
    else
      for (const at of paragraphsAt(part, counts(shape)))
        if (!visibility.paragraphs.has(at)) visibility.paragraphs.set(at, isThere);
  }
  return shapes;
}

/** Lets an effect act. A part that cannot be hidden alone counts only when it comes in: the shape is there with its first part. */
function act(visibility: Visibility, { part, change }: AnimationEffect, count: number): void {
  const isThere = change === 'in';
  if (change === 'stays') return;
  if (part === 'other') visibility.whole = isThere || visibility.whole !== false;
  else if (part === 'form') visibility.form = isThere;
  else if (part === 'whole') visibility.whole = isThere;
  else for (const at of paragraphsAt(part, count)) visibility.paragraphs.set(at, isThere);
}

/** A shape whose form comes apart from its text is there with the first of both. */
const isShown = ({ whole = true, form = true, paragraphs }: Visibility): boolean =>
  whole && (form || [...paragraphs.values()].includes(true));

function hiddenIn(shapes: ReadonlyMap<string, Visibility>): HiddenParts {
  const hidden: HiddenParts = { shapes: [], paragraphs: {} };
  for (const [shape, visibility] of shapes) {
    const id = Number(shape);
    // Ids of other kinds are those of objects that no picture shows.
    if (!Number.isInteger(id) || id < 0 || id > 0xffff_ffff) continue;
    if (!isShown(visibility)) hidden.shapes.push(id);
    else {
      const left = [...visibility.paragraphs].filter(([, isThere]) => !isThere).map(([at]) => at);
      if (left.length > 0) hidden.paragraphs[id] = left.toSorted((a, b) => a - b);
    }
  }
  return { ...hidden, shapes: hidden.shapes.toSorted((a, b) => a - b) };
}

/** Words that are shown in a state and were not in the one before. */
function newWords(from: HiddenParts, to: HiddenParts, texts: ReadonlyMap<string, readonly string[]>): string {
  const came: string[] = [];
  for (const [shape, paragraphs] of texts) {
    const id = Number(shape);
    if (to.shapes.includes(id)) continue;
    const left = new Set(to.paragraphs[id] ?? []);
    const known = from.shapes.includes(id) ? undefined : new Set(from.paragraphs[id] ?? []);
    paragraphs.forEach((text, at) => {
      if (!left.has(at) && (known === undefined || known.has(at))) came.push(text);
    });
  }
  return inOneLine(came.join(' '));
}

/** Reports whether something comes and goes in one step. */
function goesAtOnce(effects: SlideAnimation['steps'][number]['effects']): boolean {
  const came = new Set<string>();
  for (const { change, shape } of effects) {
    if (change === 'in') came.add(shape);
    if (change === 'out' && came.has(shape)) return true;
  }
  return false;
}

function notShownOf({ steps, hasTriggers }: SlideAnimation, joined: number): string[] {
  const lost = new Set(steps.flatMap(({ lost: each }) => each));
  const happensAlone = (what: 'in' | 'out'): boolean =>
    steps.some(({ isAutomatic, effects }) => isAutomatic && effects.some(({ change }) => change === what));
  const hasParts = steps.some(({ effects }) =>
    effects.some(({ part, change }) => part === 'other' && change !== 'stays'),
  );
  return [
    ...(happensAlone('in') ? ['what comes without a click is there from the start'] : []),
    ...(happensAlone('out') ? ['what goes without a click is gone from the start'] : []),
    ...(steps.some(({ effects }) => goesAtOnce(effects)) ? ['what comes and goes within one click is not shown'] : []),
    ...(lost.has('after') ? ['what is hidden or dimmed after its animation stays as it is'] : []),
    ...(lost.has('emphasis') ? ['what is emphasized looks as it does without'] : []),
    ...(lost.has('path') ? ['what moves along a path stays where it is in the file'] : []),
    ...(hasParts ? ['what comes in part by part (a chart, a diagram, letters) is whole with its first part'] : []),
    ...(hasTriggers ? ['what a click on an object starts is not started'] : []),
    ...(joined > 0
      ? [`${joined} of its clicks are shown together, since a slide has at most ${MAX_STATES} states`]
      : []),
  ];
}

/** The states of a slide: one before its first click, and one after each. What comes without a click is there from the start. */
export function statesOf(slide: PartElement, animation: SlideAnimation): SlideStates {
  const texts = paragraphsById(slide);
  const count = (shape: string): number => texts.get(shape)?.length ?? 0;
  const shapes = before(animation.steps, count);
  const states: SlideState[] = [];
  let joined = 0;
  const add = (): void => {
    const hidden = hiddenIn(shapes);
    const last = states.at(-1);
    const state = { hidden, text: last ? newWords(last.hidden, hidden, texts) : '' };
    if (states.length < MAX_STATES) {
      states.push(state);
      return;
    }
    // The last state brings in all that the joined ones do.
    joined += 1;
    states[MAX_STATES - 1] = { hidden, text: [last?.text, state.text].filter((each) => each).join(' ') };
  };
  for (const { isAutomatic, effects } of animation.steps) {
    if (states.length === 0 && !isAutomatic) add();
    for (const effect of effects) {
      const visibility = shapes.get(effect.shape);
      if (visibility) act(visibility, effect, count(effect.shape));
    }
    add();
  }
  if (states.length === 0) add();
  const isStill = new Set(states.map(({ hidden }) => JSON.stringify(hidden))).size < 2;
  return { states: isStill ? states.slice(-1) : states, notShown: notShownOf(animation, joined) };
}
