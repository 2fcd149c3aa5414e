import { z } from 'zod';
import type { AccountDecoderSlots } from '#features/uploads/public.ts';
import { attemptConditionalWrite } from '#kernel/shared/errors.ts';
import { createItemCodec } from '../table/item.ts';
import { tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** The taken slots of an account: the time at which each expires, by the token of its holder. */
const slotsCodec = createItemCodec<{ held: Record<string, string> }>('decoder_slots').of(
  z.object({ held: z.record(z.string(), z.string()) }),
);

/** The decoder slots of accounts in the table: one item for each account, so that one condition can count them. */
export const decoderSlotRepository = (table: Table): AccountDecoderSlots => ({
  async take(accountId, { token, now, until }, share) {
    const Key = tableKeys.decoderSlots(accountId);
    const isTaken = await attemptConditionalWrite(() =>
      table.update({
        Key,
        UpdateExpression: 'SET held.#token = :until',
        ConditionExpression: 'size(held) < :share',
        ExpressionAttributeNames: { '#token': token },
        ExpressionAttributeValues: { ':until': until, ':share': share },
      }),
    );
    if (isTaken) return true;
    const item = await table.get(Key);
    if (!item)
      return attemptConditionalWrite(() =>
        table.put(slotsCodec.toItem(Key, { held: { [token]: until } }), { onlyIfNew: true }),
      );
    const expiredSlots = Object.entries(slotsCodec.parse(item).held).filter(([, end]) => end < now);
    if (expiredSlots.length === 0) return false;
    // The write that takes a slot also removes the expired slots of killed processes, on condition that they are unchanged.
    return attemptConditionalWrite(() =>
      table.update({
        Key,
        UpdateExpression: `SET held.#token = :until REMOVE ${expiredSlots.map((_, i) => `held.#gone${i}`).join(', ')}`,
        ConditionExpression: ['size(held) < :room', ...expiredSlots.map((_, i) => `held.#gone${i} = :end${i}`)].join(
          ' AND ',
        ),
        ExpressionAttributeNames: {
          '#token': token,
          ...Object.fromEntries(expiredSlots.map(([expiredToken], i) => [`#gone${i}`, expiredToken])),
        },
        ExpressionAttributeValues: {
          ':until': until,
          ':room': share + expiredSlots.length,
          ...Object.fromEntries(expiredSlots.map(([, end], i) => [`:end${i}`, end])),
        },
      }),
    );
  },

  async release(accountId, token) {
    await attemptConditionalWrite(() =>
      table.update({
        Key: tableKeys.decoderSlots(accountId),
        UpdateExpression: 'REMOVE held.#token',
        ConditionExpression: 'attribute_exists(held.#token)',
        ExpressionAttributeNames: { '#token': token },
      }),
    );
  },
});
