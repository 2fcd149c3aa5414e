import { type Signal, signal } from '@preact/signals';

/** A change that can be undone, and done again. */
export interface Step {
  /** Description of what was done, as in `Delete slide 2`. */
  label: string;
  undo: () => Promise<void>;
  redo: () => Promise<void>;
}

/** Steps that are kept for a timeline; the oldest are dropped first. */
export const MOST_STEPS = 200;

export interface EditHistory {
  /** Label of the change that would be undone; undefined: there is none. */
  undoable: Signal<string | undefined>;
  /** Label of the change that would be done again. */
  redoable: Signal<string | undefined>;
  /** Notes a change that was made. What was undone before it cannot be done again. */
  push(step: Step): void;
  /** Undoes the last change. @returns its label; undefined when there is none. @throws what its undo throws; the step stays */
  undo(): Promise<string | undefined>;
  /** Makes the change again that was undone last. */
  redo(): Promise<string | undefined>;
  /** Says that a slide was made again under another id: earlier steps mean the new one. */
  rename(from: string, to: string): void;
  /** The present id of a slide that a step knows by an earlier one. */
  idOf(id: string): string;
}

/** An empty history. One step at a time is undone. */
export function createEditHistory(): EditHistory {
  const done: Step[] = [];
  const undone: Step[] = [];
  const renamed = new Map<string, string>();
  const undoable = signal<string | undefined>(undefined);
  const redoable = signal<string | undefined>(undefined);
  let isBusy = false;
  const show = () => {
    undoable.value = done.at(-1)?.label;
    redoable.value = undone.at(-1)?.label;
  };
  const move = async (from: Step[], to: Step[], work: (step: Step) => Promise<void>) => {
    const step = from.at(-1);
    if (step === undefined || isBusy) return undefined;
    isBusy = true;
    try {
      await work(step);
      from.pop();
      to.push(step);
      show();
      return step.label;
    } finally {
      isBusy = false;
    }
  };
  return {
    undoable,
    redoable,
    push(step) {
      done.push(step);
      if (done.length > MOST_STEPS) done.shift();
      undone.length = 0;
      show();
    },
    undo: () => move(done, undone, (step) => step.undo()),
    redo: () => move(undone, done, (step) => step.redo()),
    rename: (from, to) => void renamed.set(from, to),
    idOf(id) {
      let now = id;
      for (let next = renamed.get(now); next !== undefined; next = renamed.get(now)) now = next;
      return now;
    },
  };
}
