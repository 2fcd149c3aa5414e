import type { AccountResourceTotals } from '#adapters/aws/accounts/holdings.ts';
import { type TableKey, tableKeys } from '#adapters/aws/table/keys.ts';
import { type MonthlyAmounts, usageMonthOf } from '#features/accounts/public.ts';
import { type RateCounts, rateLimitWindowAt } from '#front/api/rate-limit.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import type { Service } from './start-service.ts';
import { withTable } from './with-table.ts';

const add = (service: Service, key: TableKey, added: Readonly<Record<string, unknown>>) =>
  withTable(service, (table) =>
    table.update({
      Key: key,
      UpdateExpression: `ADD ${Object.keys(added)
        .map((name) => `#${name} :${name}`)
        .join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(Object.keys(added).map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(Object.entries(added).map(([name, value]) => [`:${name}`, value])),
    }),
  );

/** Lets an account have more than it has: what takes hours to make. */
export const addHoldings = (service: Service, accountId: string, added: Partial<AccountResourceTotals>) =>
  add(service, tableKeys.holdings(accountId), added);

/** Lets an account have used more of this month than it has. */
export const addUsage = (service: Service, accountId: string, added: Partial<MonthlyAmounts>) =>
  add(
    service,
    tableKeys.usage(accountId, usageMonthOf(formatUtcTimestamp(new Date()))),
    Object.fromEntries(
      Object.entries(added).flatMap(([name, value]) => [
        [name, value],
        [`${name}_booked`, value],
      ]),
    ),
  );

/** Lets imports wait that never end. */
export const addWaitingImports = (service: Service, accountId: string, ids: readonly string[]) =>
  add(service, tableKeys.importSlots(accountId), { waiting: new Set(ids) });

/** Lets renders run and wait that never end. Only for an account that has ordered a render. */
export const addHeldRenders = (
  service: Service,
  accountId: string,
  { running = 0, waiting = 0 }: { running?: number; waiting?: number },
) =>
  add(service, tableKeys.renderSlots(accountId), {
    ...(running > 0 ? { running: idsOf('rn_running', running) } : {}),
    ...(waiting > 0 ? { waiting: idsOf('rn_waiting', waiting) } : {}),
  });

/** Lets batches be open that never end. Only for an account that has made one. */
export const addOpenBatches = (service: Service, accountId: string, count: number) =>
  add(service, tableKeys.renderSlots(accountId), { batches: idsOf('bt_open', count) });

const idsOf = (name: string, count: number): Set<string> =>
  new Set(Array.from({ length: count }, (_, index) => `${name}${index}`));

/** Counts requests of an account in this minute and in the next nine. A negative number lets it send more than its plan allows. */
export const addRequests = async (service: Service, accountId: string, added: RateCounts): Promise<void> => {
  const { number } = rateLimitWindowAt(new Date());
  for (let minute = 0; minute < 10; minute++) await add(service, tableKeys.rate(accountId, number + minute), added);
};
