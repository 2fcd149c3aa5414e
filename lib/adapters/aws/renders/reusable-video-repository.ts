import type { Render, ReusableVideo, ReusableVideoFinder } from '#features/renders/public.ts';
import { epochSecondsOfTimestamp } from '#kernel/shared/clock.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import { tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { reusableVideoCodec } from './render-items.ts';

/** Reads the records of videos that renders may copy. The transaction that completes a render writes the record of its video. */
export const reusableVideoRepository = (table: Table): ReusableVideoFinder => ({
  async find(accountId, name) {
    const item = await table.get(tableKeys.film(accountId, name));
    return item && reusableVideoCodec.parse(item);
  },
});

/** Part of a transaction: writes the record of a video that later renders may copy. A render that made an equal video may overwrite it. */
export const reusableVideoWrite = (table: Table, { account_id }: Render, video: ReusableVideo): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: reusableVideoCodec.toItem(tableKeys.film(account_id, video.name), video, {
      expires_at_epoch: epochSecondsOfTimestamp(video.made_at) + ITEM_LIFETIMES.film.seconds,
    }),
  },
});
