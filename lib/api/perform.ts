import type { Log } from '../shared/log.ts';
import { once } from './idempotency/once.ts';
import type { IdempotencyStore, KeyUse } from './idempotency/ports.ts';

export interface PerformDeps {
  /** Does `work` so that its accesses to the table wait for `admitted`. */
  unitOfWork<T>(admitted: Promise<void>, work: () => Promise<T>): Promise<T>;
  idempotency: IdempotencyStore;
  log: Log;
}

/** What a handler does. It gives its answer back, or has announced it before the write that commits its work. */
type Act<Answer> = (announce: (answer: Answer) => Promise<void>) => Promise<unknown>;

export type Performed<Answer> = { kind: 'fresh'; answer: Answer } | { kind: 'stored'; text: string; replayed: boolean };

/**
 * Does what a request asks for, within its admission, and once for each use of an idempotency key.
 * @param use absent: the request has no key.
 */
export async function perform<Answer>(
  { unitOfWork, idempotency, log }: PerformDeps,
  admitted: Promise<void>,
  use: KeyUse | undefined,
  act: Act<Answer>,
): Promise<Performed<Answer>> {
  const work = async (keep: (text: string) => Promise<void>): Promise<Answer> => {
    let announced: Answer | undefined;
    const given = await unitOfWork(admitted, () =>
      act(async (answer) => {
        announced = answer;
        await keep(JSON.stringify(answer));
      }),
    );
    const answer = (given ?? announced) as Answer | undefined;
    if (answer === undefined) throw new Error('the handler gave no answer');
    return answer;
  };
  if (!use) {
    const answer = await work(async () => undefined);
    // A handler that reads nothing has not waited for it.
    await admitted;
    return { kind: 'fresh', answer };
  }
  await admitted;
  const stored = await once({ store: idempotency, log }, use, async (keep) => JSON.stringify(await work(keep)));
  return { kind: 'stored', ...stored };
}
