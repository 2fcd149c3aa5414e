import { z } from 'zod';
import type { SweepCursor, SweepCursorStore } from '#platform/recovery/public.ts';
import { createItemCodec } from './item.ts';
import { tableKeys } from './keys.ts';
import type { Table } from './table.ts';

const cursorCodec = createItemCodec<SweepCursor>('sweep_cursor').of(
  z.object({ duty: z.string(), version: z.number(), positions: z.record(z.string(), z.string()) }),
);

/** The cursors of the sweeps in the table, one item each. */
export const sweepCursorRepository = (table: Table): SweepCursorStore => ({
  async load(duty) {
    const item = await table.get(tableKeys.sweepCursor(duty));
    return item ? cursorCodec.parse(item) : { duty, version: 0, positions: {} };
  },
  async save({ duty, version }, positions) {
    const nextCursor: SweepCursor = { duty, version: version + 1, positions };
    await table.put(cursorCodec.toItem(tableKeys.sweepCursor(duty), nextCursor), {
      condition: {
        ConditionExpression: version === 0 ? 'attribute_not_exists(PK)' : 'version = :seen',
        ...(version === 0 ? {} : { ExpressionAttributeValues: { ':seen': version } }),
      },
    });
    return nextCursor;
  },
});
