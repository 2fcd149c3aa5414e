import { describe, expect, it } from 'vitest';
import {
  inheritSessionNiceness,
  type LinuxAutogroups,
  type StartedProcess,
  setSessionPriority,
} from '#kernel/shared/session-priority.ts';

const errorWith = (code: string): Error => Object.assign(new Error(code), { code });

/** A system that takes a write each 100 ms, as Linux does for users without rights. Its clock moves only by pauses. */
function limitedSystem(own = '/autogroup-7 nice 0\n') {
  const written: [pid: number, nice: number][] = [];
  let [now, next, refused] = [0, 0, 0];
  const system: LinuxAutogroups = {
    readOwn: () => own,
    write(pid, nice) {
      if (now < next) {
        refused += 1;
        throw errorWith('EAGAIN');
      }
      next = now + 100;
      written.push([pid, nice]);
    },
    async pause(milliseconds) {
      now += milliseconds;
    },
  };
  return { system, written, refused: () => refused };
}

const child = (pid: number | undefined): StartedProcess => ({ pid, exitCode: null, signalCode: null });

describe('the priority of a session', () => {
  it('is set for each of many children that start together, one write at a time', async () => {
    const { system, written, refused } = limitedSystem();
    const pids = Array.from({ length: 64 }, (_, index) => index + 1);
    await Promise.all(pids.map((pid) => setSessionPriority(child(pid), 5, system)));
    expect(written).toEqual(pids.map((pid) => [pid, 5]));
    expect(refused()).toBe(63);
  });

  it.each([{ end: { exitCode: 0 } }, { end: { signalCode: 'SIGKILL' as const } }])(
    'is not set for a child that ended before its turn: $end',
    async ({ end }) => {
      const { system, written, refused } = limitedSystem();
      const second: { -readonly [Key in keyof StartedProcess]: StartedProcess[Key] } = child(2);
      const pause = async (milliseconds: number) => {
        await system.pause(milliseconds);
        Object.assign(second, end);
      };
      await Promise.all(
        [1, 2].map((pid) => setSessionPriority(pid === 2 ? second : child(pid), 5, { ...system, pause })),
      );
      expect(refused()).toBe(1);
      expect(written).toEqual([[1, 5]]);
    },
  );

  it('is not set for a child that did not start', async () => {
    const { system, written } = limitedSystem();
    await setSessionPriority(child(undefined), 5, system);
    expect(written).toEqual([]);
  });

  it.each(['EACCES', 'ENOENT', 'EPERM'])('stays where the system answers %s', async (code) => {
    const { system } = limitedSystem();
    let attempts = 0;
    const write = () => {
      attempts += 1;
      throw errorWith(code);
    };
    await setSessionPriority(child(1), 5, { ...system, write });
    expect(attempts).toBe(1);
  });

  it('ends its attempts where others take every turn', async () => {
    const { system } = limitedSystem();
    let attempts = 0;
    const write = () => {
      attempts += 1;
      throw errorWith('EAGAIN');
    };
    await setSessionPriority(child(1), 5, { ...system, write });
    expect(attempts).toBe(20);
  });
});

describe('a session of a child', () => {
  it('gets the priority of its parent', async () => {
    const { system, written } = limitedSystem('/autogroup-7 nice -3\n');
    await inheritSessionNiceness(child(1), system);
    expect(written).toEqual([[1, -3]]);
  });

  it('is not touched if that is the usual one, or none is known', async () => {
    const { system, written } = limitedSystem();
    const readOwn = () => {
      throw errorWith('ENOENT');
    };
    await inheritSessionNiceness(child(1), system);
    await inheritSessionNiceness(child(1), { ...system, readOwn });
    expect(written).toEqual([]);
  });
});
