import type { PreparedIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import type { TransactItem } from './transaction.ts';

/** The parts of an `IdempotentAnswerWrite`. */
interface AnswerWriteParts {
  item: TransactItem;
  /** Called once the item is committed. */
  committed: () => void;
  /** Makes the error to throw when the condition of the item is not met. It is not a `WriteConflictError`: another attempt would not help. */
  refusal: () => Error;
}

/** A prepared answer of an idempotent request: a conditional write for the transaction that commits the request's work. */
export class IdempotentAnswerWrite implements PreparedIdempotentAnswer {
  readonly item: TransactItem;
  readonly committed: () => void;
  readonly refusal: () => Error;

  constructor({ item, committed, refusal }: AnswerWriteParts) {
    this.item = item;
    this.committed = committed;
    this.refusal = refusal;
  }

  /** The same answer with its type. @throws TypeError for an answer that another store prepared */
  static of(answer: PreparedIdempotentAnswer | undefined): IdempotentAnswerWrite | undefined {
    if (answer === undefined || answer instanceof IdempotentAnswerWrite) return answer;
    throw new TypeError('the answer was prepared for another store');
  }
}
