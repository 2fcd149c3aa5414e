import { signal } from '@preact/signals';
/** Steps that are kept for a timeline; the oldest are dropped first. */
export const MOST_STEPS = 200;
/** An empty history. One step at a time is undone. */
export function createEditHistory() {
  const done = [];
  const undone = [];
  const renamed = new Map();
  const undoable = signal(undefined);
  const redoable = signal(undefined);
  let isBusy = false;
  const show = () => {
    undoable.value = done.at(-1)?.label;
    redoable.value = undone.at(-1)?.label;
  };
  const move = async (from, to, work) => {
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
