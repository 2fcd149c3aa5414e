import { z } from 'zod';
import type { MonthlyAmounts } from '#features/accounts/public.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { createItemCodec } from '../table/item.ts';
import { tableKeys } from '../table/keys.ts';
import type { Table, TableItem } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';

/** The largest number of attempts of a write that collides with others of the reservation. Each speech that is made meanwhile may cost one. */
export const MAX_RESERVATION_WRITE_ATTEMPTS = 30;

/** Speech that a worker is synthesizing. */
interface SpeechUnderWay {
  characters: number;
  /**
   * The number of the attempt that started it last. Earlier attempts cannot abandon it, and take it over only if they have made the speech.
   * Attempts that run at the same time have different numbers.
   */
  claim: number;
}

/**
 * Amounts of the month that a live render may still use; characters of speech that is being synthesized are in `under_way`. The item is
 * deleted when the render ends.
 */
export interface RenderReservation extends MonthlyAmounts {
  /** Number of writes of the item, which is the condition of the write that ends it. */
  changes: number;
  /** The month's limits of the plan when the render was created. */
  limits: MonthlyAmounts;
  /** Speech that workers are synthesizing now, by the position of its slide. */
  under_way: Record<string, SpeechUnderWay>;
  /** The positions of slides whose speech is counted in the usage of the month. */
  paid?: Set<string> | undefined;
  /** True when all speech of the render exists; then no worker may start more. */
  is_spoken: boolean;
}

const amountFields = { render_seconds: z.number(), narration_characters: z.number() };
const codec = createItemCodec<RenderReservation>('reservation').of(
  z.object({
    ...amountFields,
    changes: z.number(),
    limits: z.object(amountFields),
    under_way: z.record(z.string(), z.object({ characters: z.number(), claim: z.number() })),
    // DynamoDB stores no empty set, so an absent attribute means an empty one.
    paid: z.set(z.string()).optional(),
    is_spoken: z.boolean(),
  }),
);

/** Identifies a render. */
export interface RenderRef {
  account_id: string;
  id: string;
}

/** A slide of a render, by its position. */
export interface RenderSlideRef extends RenderRef {
  slide: number;
}

/** Reports whether the speech that a render made for a slide is counted in the usage of the month. */
export const isSlideSpeechCounted = ({ paid }: RenderReservation, { slide }: RenderSlideRef): boolean =>
  paid?.has(String(slide)) ?? false;

/** The speech under way of a slide; undefined if there is none. */
export const findSpeechUnderWayOfSlide = (
  { under_way }: RenderReservation,
  { slide }: RenderSlideRef,
): SpeechUnderWay | undefined => ownPropertyValue(under_way, String(slide));

/** The number of characters that workers are synthesizing now. */
export const countCharactersBeingSynthesized = ({ under_way }: RenderReservation): number =>
  Object.values(under_way).reduce((sum, { characters }) => sum + characters, 0);

/** Reads and writes the reservations of renders. */
export function renderReservationRepository(table: Table) {
  const keyOf = ({ account_id, id }: RenderRef) => tableKeys.reservation(account_id, id);
  const updateInput = (ref: RenderRef | RenderSlideRef, expression: string, condition: string, values: TableItem) => ({
    TableName: table.name,
    Key: keyOf(ref),
    UpdateExpression: expression,
    ConditionExpression: condition,
    ExpressionAttributeValues: values,
    ...('slide' in ref ? { ExpressionAttributeNames: { '#slide': String(ref.slide) } } : {}),
  });

  return {
    async read(ref: RenderRef): Promise<RenderReservation | undefined> {
      const item = await table.get(keyOf(ref));
      return item && codec.parse(item);
    },

    /** Part of a transaction: inserts the reservation of a new render. */
    insert: (ref: RenderRef, reservedAmounts: MonthlyAmounts, limits: MonthlyAmounts): TransactItem => ({
      Put: {
        TableName: table.name,
        Item: codec.toItem(keyOf(ref), { ...reservedAmounts, changes: 0, limits, under_way: {}, is_spoken: false }),
      },
    }),

    /**
     * Part of a transaction: sets other amounts, on condition that the reservation is unchanged since it was read.
     * @param isSpoken true when all speech exists: speech under way is dropped, and no more may start
     */
    resize: (
      ref: RenderRef,
      { changes }: RenderReservation,
      newAmounts: MonthlyAmounts,
      isSpoken: boolean,
    ): TransactItem => ({
      Update: updateInput(
        ref,
        `SET render_seconds = :seconds, narration_characters = :characters, is_spoken = :spoken${
          isSpoken ? ', under_way = :none' : ''
        } ADD changes :one`,
        'changes = :seen',
        {
          ':seconds': newAmounts.render_seconds,
          ':characters': newAmounts.narration_characters,
          ':spoken': isSpoken,
          ':one': 1,
          ':seen': changes,
          ...(isSpoken ? { ':none': {} } : {}),
        },
      ),
    }),

    /** Part of a transaction: deletes the reservation, on condition that it is unchanged since it was read. */
    end: (ref: RenderRef, { changes }: RenderReservation): TransactItem => ({
      Delete: {
        TableName: table.name,
        Key: keyOf(ref),
        ConditionExpression: 'changes = :seen',
        ExpressionAttributeValues: { ':seen': changes },
      },
    }),

    /**
     * Part of a transaction: moves the characters of a slide's speech from the reservation to `under_way`. Its condition fails when the
     * render has ended, all speech exists, too few characters are left, or the slide's speech is under way or counted.
     */
    begin: (ref: RenderSlideRef, { characters, claim }: SpeechUnderWay): TransactItem => ({
      Update: updateInput(
        ref,
        'SET under_way.#slide = :speech ADD narration_characters :moved, changes :one',
        'narration_characters >= :characters AND is_spoken = :no AND attribute_not_exists(under_way.#slide) AND NOT contains(paid, :slide)',
        {
          ':speech': { characters, claim },
          ':moved': -characters,
          ':characters': characters,
          ':slide': String(ref.slide),
          ':no': false,
          ':one': 1,
        },
      ),
    }),

    /**
     * Moves the characters of several slides' speech to `under_way`: all of them or none. It is a single update, because a transaction
     * would cost twice as much.
     * @throws WriteConflictError when the condition of `begin` fails for one of them
     */
    async beginAll(ref: RenderRef, speeches: readonly ({ slide: number } & SpeechUnderWay)[]): Promise<void> {
      const expressionsOf = (expression: (index: number) => string): string[] =>
        speeches.map((_, index) => expression(index));
      const totalCharacters = speeches.reduce((sum, { characters }) => sum + characters, 0);
      await table.update({
        Key: keyOf(ref),
        UpdateExpression: `SET ${expressionsOf((index) => `under_way.#slide${index} = :speech${index}`).join(', ')} ADD narration_characters :moved, changes :one`,
        ConditionExpression: [
          'narration_characters >= :sum AND is_spoken = :no',
          ...expressionsOf(
            (index) => `attribute_not_exists(under_way.#slide${index}) AND NOT contains(paid, :slide${index})`,
          ),
        ].join(' AND '),
        ExpressionAttributeNames: Object.fromEntries(
          speeches.map(({ slide }, index) => [`#slide${index}`, String(slide)]),
        ),
        ExpressionAttributeValues: {
          ':moved': -totalCharacters,
          ':sum': totalCharacters,
          ':no': false,
          ':one': 1,
          ...Object.fromEntries(
            speeches.flatMap(({ slide, characters, claim }, index) => [
              [`:speech${index}`, { characters, claim }],
              [`:slide${index}`, String(slide)],
            ]),
          ),
        },
      });
    },

    /** Part of a transaction: assigns speech that is under way to this attempt. Its condition fails when the speech is not under way. */
    takeOver: (ref: RenderSlideRef, { claim }: Omit<SpeechUnderWay, 'characters'>): TransactItem => ({
      Update: updateInput(
        ref,
        'SET under_way.#slide.claim = :claim ADD changes :one',
        'attribute_exists(under_way.#slide)',
        { ':claim': claim, ':one': 1 },
      ),
    }),

    /**
     * Moves the characters of speech that was not synthesized back to the reservation.
     * @throws WriteConflictError when this attempt does not have it under way
     */
    async abandon(ref: RenderSlideRef, { characters, claim }: SpeechUnderWay): Promise<void> {
      await table.update(
        updateInput(
          ref,
          'REMOVE under_way.#slide ADD narration_characters :moved, changes :one',
          'under_way.#slide.claim = :claim',
          { ':claim': claim, ':moved': characters, ':one': 1 },
        ),
      );
    },

    /** Part of a transaction: marks the speech of slides as counted, on condition that this attempt has all of it under way. */
    spend(ref: RenderRef, slides: readonly number[], claim: number): TransactItem {
      const placeholders = slides.map((_, index) => `#slide${index}`);
      return {
        Update: {
          TableName: table.name,
          Key: keyOf(ref),
          UpdateExpression: `REMOVE ${placeholders.map((placeholder) => `under_way.${placeholder}`).join(', ')} ADD changes :one, paid :slides`,
          ConditionExpression: placeholders
            .map((placeholder) => `under_way.${placeholder}.claim = :claim`)
            .join(' AND '),
          ExpressionAttributeNames: Object.fromEntries(
            placeholders.map((placeholder, index) => [placeholder, String(slides[index])]),
          ),
          ExpressionAttributeValues: { ':claim': claim, ':one': 1, ':slides': new Set(slides.map(String)) },
        },
      };
    },
  };
}
