import { z } from 'zod';
import type { MonthlyAmounts } from '../../accounts/public.ts';
import { itemCodec } from '../table/item.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table, TransactItem } from '../table/table.ts';

/**
 * What a render that has not ended may still use of its month; the characters of speech that is under way are not in it any
 * more. It is gone when the render has ended.
 */
export interface Reservation extends MonthlyAmounts {
  /** Counts the writes of the item: the condition of the write that ends it. */
  changes: number;
  /** The month's limits of the plan when the render was created. */
  limits: MonthlyAmounts;
  /** Speech that workers are synthesizing now, as `<hash> <characters>`. DynamoDB stores no empty set. */
  under_way?: Set<string> | undefined;
  /** All speech is there: a late worker begins none. */
  is_spoken: boolean;
}

const amounts = { render_seconds: z.number(), narration_characters: z.number() };
const codec = itemCodec<Reservation>('reservation').of(
  z.object({
    ...amounts,
    changes: z.number(),
    limits: z.object(amounts),
    under_way: z.set(z.string()).optional(),
    is_spoken: z.boolean(),
  }),
);

/** A render, as its reservation names it. */
export interface RenderRef {
  account_id: string;
  id: string;
}

const entryOf = (hash: string, characters: number): string => `${hash} ${characters}`;

/** The characters that workers are synthesizing now. */
export const charactersUnderWay = ({ under_way }: Reservation): number =>
  [...(under_way ?? [])].reduce((sum, entry) => sum + Number(entry.slice(entry.lastIndexOf(' '))), 0);

/** Reads and writes the reservations of renders. */
export function reservationItems(table: Table) {
  const keyOf = ({ account_id, id }: RenderRef) => keys.reservation(account_id, id);
  const change = (ref: RenderRef, expression: string, condition: string, values: Item) => ({
    TableName: table.name,
    Key: keyOf(ref),
    UpdateExpression: expression,
    ConditionExpression: condition,
    ExpressionAttributeValues: values,
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
        Item: codec.toItem(keyOf(ref), { ...reserved, changes: 0, limits, is_spoken: false }),
      },
    }),

    /**
     * Part of a transaction: other amounts, unless the reservation has changed since it was `seen`.
     * @param isSpoken all speech is there: nothing is under way any more, and nothing may begin
     */
    resize: (ref: RenderRef, { changes }: Reservation, wanted: MonthlyAmounts, isSpoken: boolean): TransactItem => ({
      Update: change(
        ref,
        `SET render_seconds = :seconds, narration_characters = :characters, is_spoken = :spoken ADD changes :one${
          isSpoken ? ' REMOVE under_way' : ''
        }`,
        'changes = :seen',
        {
          ':seconds': wanted.render_seconds,
          ':characters': wanted.narration_characters,
          ':spoken': isSpoken,
          ':one': 1,
          ':seen': changes,
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
    begin(ref: RenderRef, hash: string, characters: number): TransactItem {
      const entry = entryOf(hash, characters);
      return {
        Update: change(
          ref,
          'ADD under_way :entries, narration_characters :moved, changes :one',
          'narration_characters >= :characters AND is_spoken = :no AND NOT contains(under_way, :entry)',
          {
            ':entries': new Set([entry]),
            ':entry': entry,
            ':moved': -characters,
            ':characters': characters,
            ':no': false,
            ':one': 1,
          },
        ),
      };
    },

    /** Moves them back: nothing was synthesized. @throws WriteConflict when they are not under way */
    async abandon(ref: RenderRef, hash: string, characters: number): Promise<void> {
      const entry = entryOf(hash, characters);
      await table.update(
        change(
          ref,
          'DELETE under_way :entries ADD narration_characters :moved, changes :one',
          'contains(under_way, :entry)',
          { ':entries': new Set([entry]), ':entry': entry, ':moved': characters, ':one': 1 },
        ),
      );
    },

    /** Part of a transaction: speech that is under way was made. */
    spend(ref: RenderRef, hash: string, characters: number): TransactItem {
      const entry = entryOf(hash, characters);
      return {
        Update: change(ref, 'DELETE under_way :entries ADD changes :one', 'contains(under_way, :entry)', {
          ':entries': new Set([entry]),
          ':entry': entry,
          ':one': 1,
        }),
      };
    },
  };
}

/** Whether the characters of speech are under way. */
export const isUnderWay = ({ under_way }: Reservation, hash: string, characters: number): boolean =>
  under_way?.has(entryOf(hash, characters)) ?? false;
