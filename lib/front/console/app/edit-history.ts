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
  undoLabel: Signal<string | undefined>;
  /** Label of the change that `redo` would make again; undefined if there is none. */
  redoLabel: Signal<string | undefined>;
  /** Adds a change that was made. Undone changes can no longer be redone after it. */
  push(step: UndoableStep): void;
  /** Undoes the last change. @returns its label; undefined if nothing was undone @throws the error of the step, which stays in the history */
  undo(): Promise<string | undefined>;
  /** Makes the change again that was undone last. @returns its label; undefined if nothing was redone @throws the error of the step */
  redo(): Promise<string | undefined>;
  /** Records that a restored slide has a new id: `idOf` returns it for the old one, which earlier steps have. */
  rename(oldId: string, newId: string): void;
  /** The current id of a slide whose id at an earlier time is given. */
  idOf(id: string): string;
}

/** A new, empty history. While a step is undone or redone, further calls are ignored. */
export function createEditHistory(): EditHistory {
  const doneSteps: UndoableStep[] = [];
  const undoneSteps: UndoableStep[] = [];
  const newIdByOldId = new Map<string, string>();
  const undoLabel = signal<string | undefined>(undefined);
  const redoLabel = signal<string | undefined>(undefined);
  let isBusy = false;
  const updateLabels = () => {
    undoLabel.value = doneSteps.at(-1)?.label;
    redoLabel.value = undoneSteps.at(-1)?.label;
  };
  const moveLastStep = async (
    from: UndoableStep[],
    to: UndoableStep[],
    work: (step: UndoableStep) => Promise<void>,
  ) => {
    const step = from.at(-1);
    if (step === undefined || isBusy) return undefined;
    isBusy = true;
    try {
      await work(step);
      from.pop();
      to.push(step);
      updateLabels();
      return step.label;
    } finally {
      isBusy = false;
    }
  };
  return {
    undoLabel,
    redoLabel,
    push(step) {
      doneSteps.push(step);
      if (doneSteps.length > MAX_HISTORY_STEPS) doneSteps.shift();
      undoneSteps.length = 0;
      updateLabels();
    },
    undo: () => moveLastStep(doneSteps, undoneSteps, (step) => step.undo()),
    redo: () => moveLastStep(undoneSteps, doneSteps, (step) => step.redo()),
    rename: (from, to) => void newIdByOldId.set(from, to),
    idOf(id) {
      let currentId = id;
      for (let newId = newIdByOldId.get(currentId); newId !== undefined; newId = newIdByOldId.get(currentId))
        currentId = newId;
      return currentId;
    },
  };
}
