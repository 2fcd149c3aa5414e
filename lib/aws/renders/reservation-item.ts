import { z } from 'zod';
import type { MonthlyAmounts } from '../../accounts/public.ts';
import { itemCodec } from '../table/item.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table, TransactItem } from '../table/table.ts';

/** Speech that a worker is synthesizing. */
interface SpeechUnderWay {
  characters: number;
  /** Token of the attempt that began it last: earlier ones take nothing back. */
  attempt: string;
}

/**
 * What a render that has not ended may still use of its month; the characters of speech that is under way are not in it any
 * more. It is gone when the render has ended.
 */
export interface Reservation extends MonthlyAmounts {
  /** Counts the writes of the item: the condition of the write that ends it. */
  changes: number;
  /** The month's limits of the plan when the render was created. */
  limits: MonthlyAmounts;
  /** Speech that workers are synthesizing now, by its hash. */
  under_way: Record<string, SpeechUnderWay>;
  /** All speech is there: a late worker begins none. */
  is_spoken: boolean;
}

const amounts = { render_seconds: z.number(), narration_characters: z.number() };
const codec = itemCodec<Reservation>('reservation').of(
  z.object({
    ...amounts,
    changes: z.number(),
    limits: z.object(amounts),
    under_way: z.record(z.string(), z.object({ characters: z.number(), attempt: z.string() })),
    is_spoken: z.boolean(),
  }),
);

/** A render, as its reservation names it. */
export interface RenderRef {
  account_id: string;
  id: string;
}

/** The characters that workers are synthesizing now. */
export const charactersUnderWay = ({ under_way }: Reservation): number =>
  Object.values(under_way).reduce((sum, { characters }) => sum + characters, 0);

/** Reads and writes the reservations of renders. */
export function reservationItems(table: Table) {
  const keyOf = ({ account_id, id }: RenderRef) => keys.reservation(account_id, id);
  const change = (ref: RenderRef, expression: string, condition: string, values: Item, hash?: string) => ({
    TableName: table.name,
    Key: keyOf(ref),
    UpdateExpression: expression,
    ConditionExpression: condition,
    ExpressionAttributeValues: values,
    ...(hash === undefined ? {} : { ExpressionAttributeNames: { '#hash': hash } }),
  });

  return {
    async read(ref: RenderRef): Promise<Reservation | undefined> {
      const item = await table.get(keyOf(ref));
      return item && codec.parse(item);
    },

    /** Part of a transaction: the reservation of a new render. */
    make: (ref: RenderRef, reserved: MonthlyAmounts, limits: MonthlyAmounts): TransactItem => ({
      Put: {
        TableName: table.name,
        Item: codec.toItem(keyOf(ref), { ...reserved, changes: 0, limits, under_way: {}, is_spoken: false }),
      },
    }),

    /**
     * Part of a transaction: other amounts, unless the reservation has changed since it was `seen`.
     * @param isSpoken all speech is there: nothing is under way any more, and nothing may begin
     */
    resize: (ref: RenderRef, { changes }: Reservation, wanted: MonthlyAmounts, isSpoken: boolean): TransactItem => ({
      Update: change(
        ref,
        `SET render_seconds = :seconds, narration_characters = :characters, is_spoken = :spoken${
          isSpoken ? ', under_way = :none' : ''
        } ADD changes :one`,
        'changes = :seen',
        {
          ':seconds': wanted.render_seconds,
          ':characters': wanted.narration_characters,
          ':spoken': isSpoken,
          ':one': 1,
          ':seen': changes,
          ...(isSpoken ? { ':none': {} } : {}),
        },
      ),
    }),

    /** Part of a transaction: the end, unless the reservation has changed since it was `seen`. */
    end: (ref: RenderRef, { changes }: Reservation): TransactItem => ({
      Delete: {
        TableName: table.name,
        Key: keyOf(ref),
        ConditionExpression: 'changes = :seen',
        ExpressionAttributeValues: { ':seen': changes },
      },
    }),

    /**
     * Part of a transaction: moves the characters of speech to what is under way. Its condition fails when the render has ended,
     * all speech is there, too little is left, or they are under way.
     */
    begin: (ref: RenderRef, hash: string, { characters, attempt }: SpeechUnderWay): TransactItem => ({
      Update: change(
        ref,
        'SET under_way.#hash = :speech ADD narration_characters :moved, changes :one',
        'narration_characters >= :characters AND is_spoken = :no AND attribute_not_exists(under_way.#hash)',
        {
          ':speech': { characters, attempt },
          ':moved': -characters,
          ':characters': characters,
          ':no': false,
          ':one': 1,
        },
        hash,
      ),
    }),

    /** Part of a transaction: speech that is under way is this attempt's from now on. Its condition fails when it is not. */
    takeOver: (ref: RenderRef, hash: string, attempt: string): TransactItem => ({
      Update: change(
        ref,
        'SET under_way.#hash.attempt = :attempt ADD changes :one',
        'attribute_exists(under_way.#hash)',
        { ':attempt': attempt, ':one': 1 },
        hash,
      ),
    }),

    /** Moves them back: nothing was synthesized. @throws WriteConflict when this attempt does not have them under way */
    async abandon(ref: RenderRef, hash: string, { characters, attempt }: SpeechUnderWay): Promise<void> {
      await table.update(
        change(
          ref,
          'REMOVE under_way.#hash ADD narration_characters :moved, changes :one',
          'under_way.#hash.attempt = :attempt',
          { ':attempt': attempt, ':moved': characters, ':one': 1 },
          hash,
        ),
      );
    },

    /** Part of a transaction: speech was made that this attempt has under way. */
    spend: (ref: RenderRef, hash: string, attempt: string): TransactItem => ({
      Update: change(
        ref,
        'REMOVE under_way.#hash ADD changes :one',
        'under_way.#hash.attempt = :attempt',
        { ':attempt': attempt, ':one': 1 },
        hash,
      ),
    }),
  };
}
