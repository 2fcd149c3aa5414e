import { expect, it } from 'vitest';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { type LeasedWorkHandler, runLeasedWork } from '#platform/leases/run-leased-work.ts';
import { countsInLog } from '#test/support/chaos/kill-renders.ts';
import { handClock } from '#test/support/samples/entities.ts';

/** The log of work that loses its lease while it is done. */
async function logOfLostLease(name: string, renderId: string): Promise<string> {
  const lines: string[] = [];
  const beats: (() => Promise<void>)[] = [];
  const write = (message: string, details: object = {}) => void lines.push(JSON.stringify({ message, ...details }));
  const work: LeasedWorkHandler<string> = {
    name,
    limits: { claims: 3, failures: 3, postponements: 1 },
    claim: async () => 'claimed',
    state: async () => undefined,
    renew: () => Promise.reject(new WriteConflictError('another worker has it')),
    release: async () => undefined,
    postpone: async () => undefined,
    fail: async () => undefined,
    failAbandoned: async () => undefined,
    send: async () => undefined,
    counts: () => ({ claims: 1, failures: 0, postponed: undefined }),
    kindOf: () => 'failure',
    describe: () => ({ account_id: 'acc_1', render_id: renderId }),
  };
  const deps = {
    clock: handClock().clock,
    every(_: number, each: () => Promise<void>) {
      beats.push(each);
      return { stop: () => undefined };
    },
    log: { info: write, warn: write, error: write },
  };
  const receipt = { message_id: 'm', hideFor: async () => undefined };
  await runLeasedWork(deps, work, receipt, async () => {
    for (const beat of beats) await beat();
    throw new Error('aborted');
  });
  return lines.join('\n');
}

it('leases of tasks that were lost are counted from the log, except those of canceled renders', async () => {
  const log = (
    await Promise.all([
      logOfLostLease('task', 'rn_1'),
      logOfLostLease('task', 'rn_2'),
      logOfLostLease('narration of a slide', 'rn_3'),
    ])
  ).join('\n');
  const killed = 'invocation failed: renderWorker: its process ended with SIGKILL';
  const statuses = new Map([
    ['rn_1', 'completed'],
    ['rn_2', 'canceled'],
    ['rn_3', 'completed'],
  ]);
  expect(countsInLog(`${log}\n${killed}`, statuses)).toEqual({ interrupted: 1, refused: 1 });
});
