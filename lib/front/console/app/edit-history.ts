import { type Signal, signal } from '@preact/signals';

/** A change that can be undone and redone. */
export interface UndoableStep {
  /** Description of the change, such as `Delete slide 2`. */
  label: string;
  undo: () => Promise<void>;
  redo: () => Promise<void>;
}

/** The largest number of steps in a history; the oldest are dropped first. */
export const MAX_HISTORY_STEPS = 200;

/** The history of changes of a timeline in this tab. */
export interface EditHistory {
  /** Label of the change that `undo` would undo; undefined if there is none. */
  undoable: Signal<string | undefined>;
  /** Label of the change that `redo` would make again; undefined if there is none. */
  redoable: Signal<string | undefined>;
  /** Adds a change that was made. Undone changes can no longer be redone after it. */
  push(step: UndoableStep): void;
  /** Undoes the last change. @returns its label; undefined if there is none @throws the error of the step, which stays in the history */
  undo(): Promise<string | undefined>;
  /** Makes the change again that was undone last. @returns its label; undefined if there is none */
  redo(): Promise<string | undefined>;
  /** Records that a restored slide has a new id, to which earlier steps refer from now on. */
  rename(from: string, to: string): void;
  /** The current id of a slide whose id at an earlier time is given. */
  idOf(id: string): string;
}

/** A new, empty history. While a step is undone or redone, further calls are ignored. */
export function createEditHistory(): EditHistory {
  const done: UndoableStep[] = [];
  const undone: UndoableStep[] = [];
  const renamed = new Map<string, string>();
  const undoable = signal<string | undefined>(undefined);
  const redoable = signal<string | undefined>(undefined);
  let isBusy = false;
  const show = () => {
    undoable.value = done.at(-1)?.label;
    redoable.value = undone.at(-1)?.label;
  };
  const move = async (from: UndoableStep[], to: UndoableStep[], work: (step: UndoableStep) => Promise<void>) => {
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
      if (done.length > MAX_HISTORY_STEPS) done.shift();
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
