import { describe, expect, it } from 'vitest';
import { type WaitingEvent, yieldStartableEventsFairly } from '#stack/workers/events-in-turn.ts';

interface Named extends WaitingEvent {
  name: string;
}

/** `much 3`: the third event of a group, which needs a core. */
const eventsOf = (group: string | undefined, count: number, cpuBound = true): Named[] =>
  Array.from({ length: count }, (_, index) => ({ group, cpuBound, name: `${group} ${index + 1}` }));

/** Whose events start, when each of them finds a process. */
function begun(
  waiting: readonly Named[],
  {
    cores = 2,
    extraEvents = 0,
    busy = {},
  }: { cores?: number; extraEvents?: number; busy?: Record<string, number> } = {},
): string[] {
  const servedAt = new Map<string | undefined, number>();
  const names: string[] = [];
  const coresOf = new Map<string | undefined, number>(Object.entries(busy));
  for (const { name, group } of yieldStartableEventsFairly(waiting, { cores, extraEvents, coresOf, servedAt })) {
    names.push(name);
    servedAt.set(group, names.length);
  }
  return names;
}

describe('events that wait', () => {
  it('start in turn, by the cores that their groups have, and no more of them than there are cores', () => {
    const waiting = [...eventsOf('much', 9), ...eventsOf('few', 2), ...eventsOf('one', 1)];
    expect(begun(waiting, { cores: 4 })).toEqual(['much 1', 'few 1', 'one 1', 'much 2']);
    expect(begun(waiting, { cores: 4, busy: { much: 1 } })).toEqual(['few 1', 'one 1', 'much 1']);
  });

  it('start beyond the cores where their group has none, or would have room alone; one of a large group does', () => {
    const waiting = [...eventsOf('many', 5), ...eventsOf('few', 2), ...eventsOf(undefined, 3)];
    const full = { busy: { other: 2 } };
    expect(begun(waiting, { ...full, extraEvents: 0 })).toEqual([]);
    expect(begun(waiting, { ...full, extraEvents: 2 })).toEqual(['many 1', 'few 1']);
    expect(begun(waiting, { ...full, extraEvents: 9 })).toEqual(['many 1', 'few 1', 'few 2']);
  });

  it('that need no core start whatever the cores do', () => {
    const waiting = [...eventsOf('a', 2), ...eventsOf('a', 1, false), ...eventsOf(undefined, 1, false)];
    expect(begun(waiting, { busy: { b: 2 } })).toEqual(['a 1', 'undefined 1']);
  });

  it('are not compared with one another, however many wait', () => {
    let looks = 0;
    class Watched extends Map<string | undefined, number> {
      override get(group: string | undefined): number | undefined {
        looks += 1;
        return super.get(group);
      }
    }
    const waiting = ['a', 'b', 'c', 'd'].flatMap((group) => eventsOf(group, 500));
    const turns = { cores: 2, extraEvents: 2, coresOf: new Map([['a', 2]]), servedAt: new Watched() };
    expect([...yieldStartableEventsFairly(waiting, turns)].map(({ name }) => name)).toEqual(['b 1', 'c 1']);
    expect(looks).toBeLessThan(100);
  });
});
