import { z } from 'zod';
import type { UploadedFile } from '#kernel/contract/uploaded-file.ts';
import { parseRequestValue } from '#kernel/contract/validate.ts';
import { invalidValueError } from '#kernel/shared/errors.ts';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';
import { renderOutputInputSchema } from '../contract.ts';
import { batchRowsOfJsonRequest } from './batch-rows-of-request.ts';
import { type createBatchContract, csvBatchOptionsSchema } from './contract.ts';
import type { BatchRequest, CreateBatchBody } from './create-batch.ts';
import { readCsvBatchRows } from './read-csv-batch-rows.ts';

type Query = z.output<NonNullable<(typeof createBatchContract)['query']>>;

/** An object without its undefined fields. */
const withoutUndefined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

/** A received request for a batch, with its rows as JSON or as a CSV file. */
interface ReceivedBatch {
  /** Options of a request whose whole body is a CSV file; they replace those of a form. */
  query: Query;
  /** A JSON body; absent where a file was sent. */
  body: CreateBatchBody;
  file?: UploadedFile | undefined;
}

/**
 * Converts a received request into the form that `createBatch` takes: rows and options of a JSON body, or a CSV file with the options of
 * its form and of the query. Pure.
 * @throws ServiceError for invalid options
 */
export function toBatchRequest({ query, body, file }: ReceivedBatch): BatchRequest {
  if (!file) {
    const [option] = Object.keys(withoutUndefined(query));
    if (option !== undefined)
      throw invalidValueError(
        `query.${option}`,
        'Only a CSV file has its options in the query. Send it in the JSON body.',
      );
    const { rows, ...options } = body;
    return { ...options, rowsFor: () => batchRowsOfJsonRequest(rows) };
  }
  const { timeline_id, narration, webhook_url, fps, extras, caption_style, caption_words, unknown_columns, ...output } =
    parseRequestValue(csvBatchOptionsSchema, {
      ...file.fields,
      ...withoutUndefined(query),
    });
  return {
    timeline_id,
    narration: narration ?? 'auto',
    webhook_url,
    output: parseRequestValue(renderOutputInputSchema, {
      ...withoutUndefined(output),
      ...(fps === undefined ? {} : { fps: Number(fps) }),
      ...(caption_words === undefined ? {} : { caption_words: caption_words === 'true' }),
      ...(extras === undefined ? {} : { extras: extras.split(',') }),
      ...(caption_style === undefined
        ? {}
        : { caption_style: parseJsonIfValid(z.unknown(), caption_style) ?? caption_style }),
    }),
    rowsFor: (declared) => readCsvBatchRows(file.bytes, declared, unknown_columns),
  };
}
