import { describe, expect, it } from 'vitest';
import { renderSeconds, serialSeconds, stageSeconds, timesOf } from '#test/bench/worker-model.ts';

const tasks = (kind: string, count: number, seconds: number) =>
  Array.from({ length: count }, () => ({ kind, seconds }));

describe('a stage', () => {
  it('takes the sum with one worker, and the longest task with many', () => {
    const stage = [...tasks('video', 3, 2), ...tasks('video', 1, 5)];
    expect(stageSeconds(stage, 1)).toBe(11);
    expect(stageSeconds(stage, 2)).toBe(7);
    expect(stageSeconds(stage, 64)).toBe(5);
  });

  it('has no more tasks of a kind at once than the share of an account', () => {
    expect(stageSeconds(tasks('narration', 12, 1), 12, { narration: 3 })).toBe(4);
    expect(stageSeconds(tasks('narration', 12, 1), 12, { video: 3 })).toBe(1);
  });

  it('without tasks takes no time, and without workers there is none', () => {
    expect(stageSeconds([], 4)).toBe(0);
    expect(() => stageSeconds([], 0)).toThrow(RangeError);
  });
});

describe('the times of a render', () => {
  // 0.1 s until it is taken, 0.4 s of preparation, two shares with 0.1 s before each, 1 s of assembly 0.2 s later.
  const observed = [
    { kind: 'assembly', began: 4.9, ended: 5.9 },
    { kind: 'prepare', began: 0.1, ended: 0.5 },
    { kind: 'video', began: 0.6, ended: 2.6 },
    { kind: 'video', began: 2.7, ended: 4.7 },
  ];
  const times = timesOf(observed, 6);

  it('are what runs alone, by name, and the stages', () => {
    expect(Object.entries(times.serial).map(([name, seconds]) => [name, Number(seconds.toFixed(3))])).toEqual([
      ['before prepare', 0.1],
      ['prepare', 0.4],
      ['before assembly', 0.2],
      ['assembly', 1],
      ['until it is seen', 0.1],
    ]);
    expect(times.stages.map((stage) => stage.map(({ seconds }) => Number(seconds.toFixed(3))))).toEqual([[2.1, 2.1]]);
  });

  it('give the measured time for one worker, and never less than the serial part', () => {
    expect(renderSeconds(times, 1)).toBeCloseTo(6);
    expect(renderSeconds(times, 2)).toBeCloseTo(3.9);
    expect(renderSeconds(times, 64)).toBeCloseTo(3.9);
    expect(serialSeconds(times)).toBeCloseTo(1.8);
  });

  it('keep stages apart that a serial task lies between', () => {
    const kinds = ['prepare', 'narration', 'narration', 'plan', 'video'];
    const inTurn = kinds.map((kind, began) => ({ kind, began, ended: began + 1 }));
    expect(timesOf(inTurn, 5).stages.map((stage) => stage.map(({ kind }) => kind))).toEqual([
      ['narration', 'narration'],
      ['video'],
    ]);
  });
});
