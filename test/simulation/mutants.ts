import type { SpeechStore } from '../../lib/narration/ports.ts';
import type { RenderStore } from '../../lib/renders/ports.ts';
import type { Render } from '../../lib/renders/render.ts';
import { storageKeys } from '../../lib/shared/storage-keys.ts';
import type { Machine } from './machine.ts';
import type { Stores } from './stores.ts';

/**
 * A fault that is put in on purpose, between the use cases and their ports: proof that the invariants would find it.
 * lib stays as it is.
 */
export interface Mutant {
  /** What it does wrong. */
  readonly what: string;
  /** The commits of the render store. @param forward hands committed events to the stream */
  commits(
    stores: Stores,
    forward: () => void,
  ): Pick<RenderStore, 'insert' | 'raiseProgress' | 'commit' | 'complete' | 'fail' | 'cancel' | 'renew'>;
  /** The render store as one process sees it. */
  renders(port: RenderStore, machine: Machine): RenderStore;
  /** The store of speech as one process sees it. */
  speech(port: SpeechStore, machine: Machine): SpeechStore;
}

/** Nothing wrong: an event is handed on in the moment of its commit. */
export const NO_MUTANT: Mutant = {
  what: 'nothing',
  commits({ renders: { renders } }, forward) {
    const committing =
      <Args extends unknown[], Result>(commit: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        const result = await commit(...args);
        forward();
        return result;
      };
    return {
      insert: renders.insert,
      renew: renders.renew,
      commit: renders.commit,
      cancel: renders.cancel,
      raiseProgress: committing(renders.raiseProgress),
      complete: committing(renders.complete),
      fail: committing(renders.fail),
    };
  },
  renders: (port) => port,
  speech: (port) => port,
};

/** The five faults, by the names that `--mutant` takes. */
export const MUTANTS: Readonly<Record<string, Mutant>> = {
  'lease-not-checked': {
    ...NO_MUTANT,
    what: 'a worker that lost its lease may still commit',
    commits(stores, forward) {
      const right = NO_MUTANT.commits(stores, forward);
      const present = async (lease: Parameters<RenderStore['commit']>[0]) => {
        const task = await stores.renders.renders.task(lease.task);
        return task?.token === undefined ? lease : { ...lease, token: task.token };
      };
      return {
        ...right,
        renew: async (lease, until) => right.renew(await present(lease), until),
        commit: async (lease, ...rest) => right.commit(await present(lease), ...rest),
        complete: async (render, lease, result, event) => right.complete(render, await present(lease), result, event),
      };
    },
  },
  'event-outside-transaction': {
    ...NO_MUTANT,
    what: 'the event of an end is written after the end',
    commits(stores, forward) {
      const { renders } = stores.renders;
      return { ...NO_MUTANT.commits(stores, forward), complete: renders.complete, fail: renders.fail };
    },
    renders(port, machine) {
      const { complete, fail } = port;
      const write = () => machine.call('transaction', 'outbox.put', async () => machine.flush());
      port.complete = async (...args) => {
        await complete.apply(port, args);
        await write();
      };
      port.fail = async (...args) => {
        await fail.apply(port, args);
        await write();
      };
      return port;
    },
  },
  'usage-at-start': {
    ...NO_MUTANT,
    what: 'the seconds of a video are counted when its render is made',
    commits(stores, forward) {
      const right = NO_MUTANT.commits(stores, forward);
      const add = ({ account_id, created_at }: Render, render_seconds: number) => {
        stores.ledger.book(account_id, [{ at: created_at, counted: { render_seconds }, booked: { render_seconds } }]);
      };
      return {
        ...right,
        insert: async (render, ...rest) => {
          const inserted = await right.insert(render, ...rest);
          if (inserted === 'inserted') add(render, 1);
          return inserted;
        },
        complete: async (render, lease, result, event) => {
          await right.complete(render, lease, result, event);
          add(render, -1);
        },
      };
    },
  },
  'place-not-given-back': {
    ...NO_MUTANT,
    what: 'a render that was canceled or has failed keeps its place',
    renders(port) {
      port.leaveSlot = async () => undefined;
      return port;
    },
  },
  'address-recomputed': {
    ...NO_MUTANT,
    what: 'the address of speech is computed again by its reader, in place of the one that is recorded',
    speech(port, machine) {
      const { findMany } = port;
      port.findMany = async (accountId, hashes) => {
        const found = await findMany.call(port, accountId, hashes);
        for (const speech of found.values())
          if (machine.version > 1) speech.key = storageKeys.speech(accountId, `${speech.hash}v${machine.version}`);
        return found;
      };
      return port;
    },
  },
};
