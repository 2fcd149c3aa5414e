import { deriveId } from '#kernel/shared/ids.ts';
import type { Batch } from './batch.ts';

/**
 * The id of the render of a row, derived from the batch, so that every worker that starts the row makes the same id. Ids sort like rows.
 * @param index of the row, from 0
 */
export const renderIdOfBatchRow = ({ id, created_at }: Pick<Batch, 'id' | 'created_at'>, index: number): string =>
  deriveId('render', `${id}:${index}`, new Date(Date.parse(created_at) + index));

/** The ids of the renders of the rows from `first` to before `end`. */
export const renderIdsOfBatchRows = (batch: Batch, first: number, end: number): string[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, offset) => renderIdOfBatchRow(batch, first + offset));
