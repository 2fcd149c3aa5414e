import { RATE_LIMIT_WINDOW_SECONDS, type RateCounter } from '#front/api/rate-limit.ts';
import type { RateLimitClass } from '#kernel/contract/rate-class.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import { tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** Counts requests in one item for each account and time window, with a counter for each class, so that a request costs one write. */
export const requestRateCountRepository = (table: Table): RateCounter => ({
  async count(accountId, window, classes) {
    const names = Object.fromEntries(classes.map((rateClass) => [`#${rateClass}`, rateClass]));
    const item = await table.update({
      Key: tableKeys.rate(accountId, window),
      UpdateExpression: `ADD ${Object.keys(names)
        .map((name) => `${name} :one`)
        .join(', ')} SET entity = :entity, expires_at_epoch = :expires`,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: {
        ':one': 1,
        ':entity': 'rate',
        ':expires': (window + 1) * RATE_LIMIT_WINDOW_SECONDS + ITEM_LIFETIMES.rate.seconds,
      },
    });
    return Object.fromEntries(classes.map((rateClass: RateLimitClass) => [rateClass, Number(item[rateClass] ?? 0)]));
  },
});
