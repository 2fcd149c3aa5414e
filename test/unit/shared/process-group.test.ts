import { describe, expect, it } from 'vitest';
import { groupLeaderOptions, killProcessGroup } from '#kernel/shared/process-group.ts';

/** A system that notes what it is asked to do. @param fault that `kill` throws */
function noting(platform: NodeJS.Platform, fault?: Error) {
  const asked: unknown[] = [];
  return {
    asked,
    platform,
    kill(pid: number, signal: NodeJS.Signals) {
      asked.push([pid, signal]);
      if (fault) throw fault;
    },
    run: (program: string, args: readonly string[]) => void asked.push([program, ...args]),
  };
}

describe('a group of processes', () => {
  it.each<[NodeJS.Platform, boolean]>([
    ['linux', true],
    ['darwin', true],
    ['win32', false],
  ])('on %s, is led by a child that is detached: %s', (platform, detached) => {
    expect(groupLeaderOptions(platform)).toEqual({ detached, windowsHide: true });
  });

  it.each<NodeJS.Platform>(['linux', 'darwin'])('is killed by a signal on %s', (platform) => {
    const system = noting(platform);
    killProcessGroup(7, system);
    expect(system.asked).toEqual([[-7, 'SIGKILL']]);
  });

  it('is killed by taskkill on Windows, with all descendants', () => {
    const system = noting('win32');
    killProcessGroup(7, system);
    expect(system.asked).toEqual([['taskkill', '/pid', '7', '/T', '/F']]);
  });

  it('is none for a child that did not start', () => {
    const system = noting('linux');
    killProcessGroup(undefined, system);
    expect(system.asked).toEqual([]);
  });

  it('may have ended before', () => {
    expect(() => killProcessGroup(7, noting('linux', new Error('kill ESRCH')))).not.toThrow();
    // The largest process id of Linux is below this one.
    expect(() => killProcessGroup(2 ** 30)).not.toThrow();
  });
});
