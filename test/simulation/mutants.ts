import type { SpeechStore } from '#features/narration/ports.ts';
import type { RenderStore } from '#features/renders/ports.ts';
import type { Render } from '#features/renders/render.ts';
import type { TimelineStore } from '#features/timelines/ports.ts';
import { bytesOfTimelineFiles } from '#features/timelines/public.ts';
import type { DeliveryStore } from '#features/webhooks/ports.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { Machine } from './machine.ts';
import type { Invariant } from './monitor.ts';
import type { Stores } from './stores.ts';

/**
 * A fault that is put in on purpose, between the use cases and their ports: proof that the invariants would find it.
 * lib stays as it is.
 */
export interface Mutant {
  /** What it does wrong. */
  readonly what: string;
  /** The invariant that finds it, and perhaps not alone. */
  readonly finds: Invariant | undefined;
  /** The commits of the render store. @param forward hands committed events to the stream */
  commits(
    stores: Stores,
    forward: () => void,
  ): Pick<RenderStore, 'insert' | 'raiseProgress' | 'commit' | 'complete' | 'fail' | 'cancel' | 'renew'>;
  /** The render store as one process sees it. */
  renders(port: RenderStore, machine: Machine): RenderStore;
  /** The store of speech as one process sees it. */
  speech(port: SpeechStore, machine: Machine): SpeechStore;
  timelines(store: TimelineStore, stores: Stores): TimelineStore;
  deliveries(store: DeliveryStore): DeliveryStore;
  /** Whether the sweeper looks after narration. */
  readonly sweepsNarration: boolean;
}

/** Nothing wrong: an event is handed on in the moment of its commit. */
export const NO_MUTANT: Mutant = {
  what: 'nothing',
  finds: undefined,
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
  timelines: (store) => store,
  deliveries: (store) => store,
  sweepsNarration: true,
};

/** Changes a stored render without any condition. */
function overwrite({ renders: { stored } }: Stores, id: string, change: Partial<Render>): void {
  const present = stored.get(id);
  if (present) (stored as Map<string, Render>).set(id, { ...present, ...change });
}

/** The faults, by the names that `--mutant` takes: at least one for each invariant. */
export const MUTANTS: Readonly<Record<string, Mutant>> = {
  'lease-not-checked': {
    ...NO_MUTANT,
    finds: 'fenced',
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
        complete: async (render, lease, ...rest) => right.complete(render, await present(lease), ...rest),
      };
    },
  },
  'event-outside-transaction': {
    ...NO_MUTANT,
    finds: 'one_terminal_event',
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
    finds: 'usage_counted_once',
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
        complete: async (render, ...rest) => {
          await right.complete(render, ...rest);
          add(render, -1);
        },
      };
    },
  },
  'place-not-given-back': {
    ...NO_MUTANT,
    finds: 'no_place_leaked',
    what: 'a render that was canceled or has failed keeps its place',
    renders(port) {
      port.releaseSlot = async () => undefined;
      return port;
    },
  },
  'address-recomputed': {
    ...NO_MUTANT,
    finds: 'fails_for_a_reason',
    what: 'the address of speech is computed again by its reader, in place of the one that is recorded',
    speech(port, machine) {
      const { findMany } = port;
      port.findMany = async (accountId, hashes) => {
        const found = await findMany.call(port, accountId, hashes);
        if (machine.version === 1) return found;
        const recomputed = (hash: string) => storageKeys.speech(accountId, `${hash}v${machine.version}`);
        return new Map([...found].map(([hash, speech]) => [hash, { ...speech, key: recomputed(hash) }]));
      };
      return port;
    },
  },
  'end-not-final': {
    ...NO_MUTANT,
    what: 'a heartbeat writes the whole render, as it was when the task was claimed',
    finds: 'ends_once',
    commits(stores, forward) {
      const right = NO_MUTANT.commits(stores, forward);
      return {
        ...right,
        renew: async (lease, until) => {
          if (stores.renders.stored.get(lease.task.render_id)?.status === 'canceled')
            overwrite(stores, lease.task.render_id, { status: 'rendering' });
          await right.renew(lease, until);
        },
      };
    },
  },
  'progress-not-compared': {
    ...NO_MUTANT,
    what: 'progress is written whatever it was before',
    finds: 'progress_never_falls',
    commits(stores, forward) {
      const right = NO_MUTANT.commits(stores, forward);
      return {
        ...right,
        raiseProgress: async (render, progress, ...rest) => {
          const present = stores.renders.stored.get(render.id);
          if (!present || present.progress < progress) return right.raiseProgress(render, progress, ...rest);
          overwrite(stores, render.id, { progress: progress - 1 });
        },
      };
    },
  },
  'cancel-not-noticed': {
    ...NO_MUTANT,
    what: 'the heartbeat of a worker does not look whether the render was canceled',
    finds: 'canceled_rests',
    commits(stores, forward) {
      const right = NO_MUTANT.commits(stores, forward);
      return { ...right, renew: (lease, until) => right.renew(lease, until).catch(() => undefined) };
    },
  },
  'version-not-recorded': {
    ...NO_MUTANT,
    what: 'no worker learns which version makes a render',
    finds: 'film_is_uniform',
    renders(port) {
      const { find, claim } = port;
      port.find = async (...args) => {
        const render = await find.apply(port, args);
        return render && { ...render, renderer: undefined };
      };
      port.claim = async (...args) => {
        const { task, render } = await claim.apply(port, args);
        return { task, render: { ...render, renderer: undefined } };
      };
      return port;
    },
  },
  'admitted-without-limit': {
    ...NO_MUTANT,
    what: 'a render is admitted without a look at what waits and at the month',
    finds: 'limits_kept',
    renders(port) {
      const { insert } = port;
      const none = Number.POSITIVE_INFINITY;
      const all = { queued_renders: none, render_seconds_per_month: none, narration_characters_per_month: none };
      port.insert = (render, first, limits, ...rest) =>
        insert.call(port, render, first, { ...limits, ...all }, ...rest);
      return port;
    },
  },
  'claimed-twice': {
    ...NO_MUTANT,
    what: 'a claim counts as two attempts',
    finds: 'calm_succeeds',
    renders(port) {
      const { claim, release } = port;
      port.claim = async (ref, lease) => {
        const { task } = await claim.call(port, ref, lease);
        await release.call(port, { task, token: lease.token });
        return claim.call(port, ref, lease);
      };
      return port;
    },
  },
  'tombstone-forgotten': {
    ...NO_MUTANT,
    what: 'a change leaves no tombstone for the files that it removes',
    finds: 'nothing_unnamed',
    timelines: (store) => ({
      ...store,
      save: ({ tombstones, ...change }, ...rest) =>
        store.save({ ...change, tombstones: { lifted: tombstones?.lifted } }, ...rest),
    }),
  },
  'bytes-not-given-back': {
    ...NO_MUTANT,
    what: 'the bytes of removed files still count',
    finds: 'holdings_counted',
    timelines: (store, { ledger }) => ({
      ...store,
      async save(change, ...rest) {
        const outcome = await store.save(change, ...rest);
        const removed = bytesOfTimelineFiles(change.before) - bytesOfTimelineFiles(change.after);
        if (outcome === 'saved' && removed > 0)
          ledger.hold(change.before.timeline.account_id, { stored_bytes: removed });
        return outcome;
      },
    }),
  },
  'delivery-tried-once': {
    ...NO_MUTANT,
    what: 'a delivery that fails is not tried again',
    finds: 'delivered',
    deliveries: (store) => ({
      ...store,
      recordAttempt: (seen, { status, ...made }) =>
        store.recordAttempt(seen, { ...made, status: status === 'pending' ? 'failed' : status }),
    }),
  },
  'narration-not-swept': {
    ...NO_MUTANT,
    what: 'no sweeper looks after narration whose message was lost',
    finds: 'nothing_lost',
    sweepsNarration: false,
  },
};
