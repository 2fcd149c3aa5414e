import type { Render, ReusableVideo, ReusableVideoStore } from '#features/renders/public.ts';
import { epochSeconds } from '#kernel/shared/clock.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { reusableVideoCodec } from './render-items.ts';

/** Finds the videos that renders may copy. The transaction that completes a render stores its video. */
export const reusableVideoRepository = (table: Table): ReusableVideoStore => ({
  async find(accountId, name) {
    const item = await table.get(keys.film(accountId, name));
    return item && reusableVideoCodec.parse(item);
  },
});

/** Part of a transaction: a video that later renders may copy. Two renders that made the same one may both put theirs. */
export const reusableVideoItem = (table: Table, { account_id }: Render, film: ReusableVideo): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: reusableVideoCodec.toItem(keys.film(account_id, film.name), film, {
      expires_at_epoch: epochSeconds(film.made_at) + ITEM_LIFETIMES.film.seconds,
    }),
  },
});
