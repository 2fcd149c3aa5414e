import { describe, expect, it } from 'vitest';
import {
  amountsReservedForWaitingRows,
  type Batch,
  batchAfterCancel,
  batchAfterRowEnded,
  batchAfterRowFailed,
  batchWithoutRowReservation,
  chooseBatchForNextRow,
  countsOfBatchRows,
  isBatchOver,
  startableBatchRowCount,
} from '#features/renders/batches/batch.ts';
import { renderIdOfBatchRow, renderIdsOfBatchRows } from '#features/renders/batches/row-render.ts';
import { NOTHING_RESERVED, sampleBatch } from '#test/support/samples/entities.ts';

const AT = '2026-03-04T06:00:00.000Z';
const slots = { running: [], waiting: [], limit: 3, batches: [] };

describe('the rows of a batch', () => {
  it.each([
    [{ begun: 0 }, { waiting: 5, running: 0, completed: 0, failed: 0, canceled: 0 }],
    [
      { begun: 3, running: 1, completed: 2 },
      { waiting: 2, running: 1, completed: 2, failed: 0, canceled: 0 },
    ],
    [
      { begun: 3, running: 1, completed: 1, canceled: 1, status: 'canceled' as const },
      { waiting: 0, running: 1, completed: 1, failed: 0, canceled: 3 },
    ],
    [
      { begun: 5, completed: 4, failed: 1, status: 'completed' as const },
      { waiting: 0, running: 0, completed: 4, failed: 1, canceled: 0 },
    ],
  ])('%j are each counted once', (over, counts) => {
    const shown = countsOfBatchRows(sampleBatch({ total: 5, ...over }));
    expect(shown).toEqual({ total: 5, ...counts });
    const { total, ...states } = shown;
    expect(Object.values(states).reduce((sum, count) => sum + count)).toBe(total);
  });

  it('end one by one, and the last one ends the batch', () => {
    let batch: Batch = sampleBatch({ total: 3, begun: 3, running: 2, completed: 1 });
    batch = batchAfterRowEnded(batch, 'failed', AT);
    expect([batch.status, batch.completed_at, isBatchOver(batch)]).toEqual(['running', undefined, false]);
    batch = batchAfterRowEnded(batch, 'canceled', AT);
    expect(batch).toMatchObject({ status: 'completed', completed_at: AT, running: 0, failed: 1, canceled: 1 });
    expect(isBatchOver(batch)).toBe(true);
  });

  it('that run when a batch is canceled end it, and it stays canceled', () => {
    const batch = sampleBatch({ total: 9, begun: 2, running: 1, completed: 1, status: 'canceled' });
    expect(isBatchOver(batch)).toBe(false);
    expect(batchAfterRowEnded(batch, 'canceled', AT)).toMatchObject({
      status: 'canceled',
      running: 0,
      completed_at: AT,
    });
  });

  it('that cannot start are failed; the last of them ends the batch unless others run', () => {
    const last = sampleBatch({ total: 2, begun: 1, running: 0, completed: 1 });
    expect(batchAfterRowFailed(last, NOTHING_RESERVED, AT)).toMatchObject({
      begun: 2,
      failed: 1,
      status: 'completed',
      completed_at: AT,
    });
    expect(batchAfterRowFailed({ ...last, running: 1, completed: 0 }, NOTHING_RESERVED, AT)).toMatchObject({
      begun: 2,
      status: 'running',
    });
  });

  it('have renders whose ids are the same for every worker that starts them, and sort as the rows do', () => {
    const batch = sampleBatch({ total: 300 });
    const ids = renderIdsOfBatchRows(batch, 0, 300);
    expect(ids).toEqual(renderIdsOfBatchRows({ ...batch }, 0, 300));
    expect(new Set(ids).size).toBe(300);
    expect(ids.toSorted()).toEqual(ids);
    expect(renderIdOfBatchRow(batch, 7)).toBe(ids[7]);
    expect(renderIdOfBatchRow({ ...batch, id: 'bat_other' }, 7)).not.toBe(ids[7]);
    expect(renderIdsOfBatchRows(batch, 5, 3)).toEqual([]);
  });
});

describe('what is reserved for the rows of a batch', () => {
  const batch = sampleBatch({ total: 3, begun: 1, running: 1, reserved_seconds: 20.5, reserved_characters: 7 });
  const share = { render_seconds: 10.2, narration_characters: 3 };

  it('becomes less by the share of each row that starts or fails', () => {
    expect(amountsReservedForWaitingRows(batchWithoutRowReservation(batch, share))).toEqual({
      render_seconds: 10.3,
      narration_characters: 4,
    });
    expect(amountsReservedForWaitingRows(batchAfterRowFailed(batch, share, AT))).toEqual({
      render_seconds: 10.3,
      narration_characters: 4,
    });
    expect(amountsReservedForWaitingRows(batchAfterRowEnded(batch, 'completed', AT))).toEqual(
      amountsReservedForWaitingRows(batch),
    );
  });

  it('is nothing after a cancel', () => {
    expect(amountsReservedForWaitingRows(batchAfterCancel(batch, AT))).toEqual(NOTHING_RESERVED);
    expect(batchAfterCancel(batch, AT)).toMatchObject({ status: 'canceled', running: 1 });
    expect(batchAfterCancel(batch, AT).completed_at).toBeUndefined();
  });

  it('is nothing in a batch of before rows were reserved for', () => {
    const old = sampleBatch({ total: 3 });
    expect(amountsReservedForWaitingRows(old)).toEqual(NOTHING_RESERVED);
    expect(batchWithoutRowReservation(old, share)).toEqual(old);
  });
});

describe('what starts next', () => {
  const first = sampleBatch({ id: 'bat_1', total: 9 });
  const second = sampleBatch({ id: 'bat_2', total: 9 });

  it('is one row of all batches while their own renders wait, and none next to it', () => {
    const waiting = { ...slots, running: ['a', 'b', 'c'], waiting: ['d'] };
    expect(chooseBatchForNextRow(waiting, [second, first])?.id).toBe('bat_1');
    expect(chooseBatchForNextRow(waiting, [first, { ...second, begun: 1, running: 1 }])).toBeUndefined();
  });

  it('needs a place that no separate render waits for', () => {
    expect(startableBatchRowCount({ ...slots, running: ['a'] })).toBe(2);
    expect(startableBatchRowCount({ ...slots, running: ['a', 'b', 'c', 'd'] })).toBe(0);
    expect(startableBatchRowCount({ ...slots, waiting: ['a'] })).toBe(0);
    expect(chooseBatchForNextRow(slots, [first])).toBe(first);
  });

  it('is the first row alone, and the others when a row has ended', () => {
    expect(chooseBatchForNextRow(slots, [{ ...first, begun: 1, running: 1 }])).toBeUndefined();
    const going = { ...first, begun: 2, running: 1, failed: 1 };
    expect(chooseBatchForNextRow(slots, [going])).toBe(going);
  });

  it('is a row of the batch with the fewest that run, then of the oldest', () => {
    expect(chooseBatchForNextRow(slots, [second, first])).toBe(first);
    const busy = { ...first, begun: 4, running: 2, completed: 2 };
    expect(chooseBatchForNextRow(slots, [busy, second])).toBe(second);
  });

  it('is none of a batch that is canceled, or has started all', () => {
    expect(chooseBatchForNextRow(slots, [{ ...first, status: 'canceled' }])).toBeUndefined();
    expect(chooseBatchForNextRow(slots, [{ ...first, begun: 9, running: 2, completed: 7 }])).toBeUndefined();
  });
});
