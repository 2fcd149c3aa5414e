import { describe, expect, it } from 'vitest';
import { createEditHistory, MAX_HISTORY_STEPS } from '#front/console/app/edit-history.ts';

/** A history over a number that steps change by one. */
function counter() {
  const history = createEditHistory();
  const state = { value: 0 };
  const step = (label: string) => {
    state.value += 1;
    history.push({
      label,
      undo: async () => {
        state.value -= 1;
      },
      redo: async () => {
        state.value += 1;
      },
    });
  };
  return { history, state, step };
}

describe('the history of a timeline', () => {
  it('undoes and redoes in order, and names the next step of each', async () => {
    const { history, state, step } = counter();
    step('one');
    step('two');
    expect(await history.undo()).toBe('two');
    expect([state.value, history.undoLabel.value, history.redoLabel.value]).toEqual([1, 'one', 'two']);
    expect(await history.redo()).toBe('two');
    expect([state.value, history.undoLabel.value, history.redoLabel.value]).toEqual([2, 'two', undefined]);
  });

  it('forgets undone steps when another change is made', async () => {
    const { history, step } = counter();
    step('one');
    await history.undo();
    step('two');
    expect([await history.redo(), history.undoLabel.value]).toEqual([undefined, 'two']);
  });

  it('has at least 50 steps, and drops the oldest beyond its limit', async () => {
    expect(MAX_HISTORY_STEPS).toBeGreaterThanOrEqual(50);
    const { history, state, step } = counter();
    for (let index = 0; index < MAX_HISTORY_STEPS + 5; index += 1) step(String(index));
    while ((await history.undo()) !== undefined);
    expect(state.value).toBe(5);
  });

  it('keeps a step whose undo fails', async () => {
    const history = createEditHistory();
    history.push({ label: 'x', undo: () => Promise.reject(new Error('no')), redo: async () => undefined });
    await expect(history.undo()).rejects.toThrow('no');
    expect([history.undoLabel.value, history.redoLabel.value]).toEqual(['x', undefined]);
  });

  it('undoes one step at a time', async () => {
    const { history, state, step } = counter();
    step('one');
    step('two');
    expect(await Promise.all([history.undo(), history.undo()])).toEqual(['two', undefined]);
    expect(state.value).toBe(1);
  });

  it('follows a slide that was made again under other ids', () => {
    const history = createEditHistory();
    history.rename('a', 'b');
    history.rename('b', 'c');
    expect([history.idOf('a'), history.idOf('b'), history.idOf('x')]).toEqual(['c', 'c', 'x']);
  });
});
