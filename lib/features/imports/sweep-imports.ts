import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { nextSweeperCheck, sweepWorkDecision } from '#platform/leases/public.ts';
import type { RecoverySweep } from '#platform/recovery/public.ts';
import type { Import } from './import.ts';
import { countedImportClaims, failAbandonedImport, IMPORT_ATTEMPT_LIMITS } from './import-deck.ts';
import type { DueImport, ImportQueue, ImportStore } from './ports.ts';

/** The age, in seconds, from which the message of a waiting import is suspected to be lost. */
const WAITING_SECONDS = 60;

/** Time at which the sweeper first checks an import whose message was sent at `enqueued_at`. */
export const firstImportCheckTime = ({ enqueued_at }: Pick<Import, 'enqueued_at'>): string =>
  formatUtcTimestamp(addSeconds(new Date(enqueued_at), WAITING_SECONDS));

/**
 * Sends the messages of interrupted imports again, and ends imports whose last worker died.
 * @due 60 s after its message; at the end of its lease
 */
export const importsSweep = ({
  imports: store,
  queue,
  clock,
}: {
  imports: ImportStore;
  queue: ImportQueue;
  clock: Clock;
}): RecoverySweep<DueImport> => ({
  name: 'imports',
  listDue: (request) => store.listDue(request),
  async take(due) {
    const now = clock();
    const { made: deckImport } = due;
    const work = { ...deckImport, isWaiting: deckImport.status === 'queued', claims: countedImportClaims(deckImport) };
    const rules = { now, patienceSeconds: WAITING_SECONDS };
    const decision = sweepWorkDecision(work, { ...rules, maxClaims: IMPORT_ATTEMPT_LIMITS.claims });
    await store.noteCheck(
      due,
      nextSweeperCheck(work, decision, rules),
      decision === 'send' ? formatUtcTimestamp(now) : undefined,
    );
    if (decision === 'fail') await failAbandonedImport({ imports: store, clock }, deckImport);
    if (decision === 'send') await queue.send({ account_id: deckImport.account_id, import_id: deckImport.id });
  },
  describe: ({ made: { account_id, id } }) => ({ account_id, import_id: id }),
});
