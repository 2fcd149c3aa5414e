import { pipeline } from 'node:stream/promises';
import { parseByteRange } from './byte-range.ts';
import { checkConditionsForNotModified, doesIfRangeConditionHold, floorMsToWholeSeconds } from './conditions.ts';
import type { S3Exchange } from './exchange.ts';
import { encodeHeaderValueAsLatin1, sendEmptyS3Response } from './exchange.ts';
import type { S3ObjectRecord } from './records.ts';

/** The query parameter by which a signed GET names the file that a browser saves. */
export const CONTENT_DISPOSITION_PARAMETER = 'response-content-disposition';

/** `GetObject` and `HeadObject`. @throws S3Error NoSuchBucket, NoSuchKey, PreconditionFailed and InvalidRange */
export async function answerGetOrHeadObject(exchange: S3Exchange): Promise<void> {
  const { store, target, response, request, header } = exchange;
  const object = store.bucket(target.bucket).get(target.key);
  const headers = responseHeadersOf(exchange, object);
  if (checkConditionsForNotModified(object, header)) {
    const { etag = '', 'last-modified': lastModified = '', 'cache-control': cacheControl } = headers;
    return sendEmptyS3Response(response, 304, {
      etag,
      'last-modified': lastModified,
      ...(cacheControl && { 'cache-control': cacheControl }),
    });
  }
  const range = doesIfRangeConditionHold(object, header('if-range'))
    ? parseByteRange(header('range'), object.size)
    : undefined;
  const { start, end } = range ?? { start: 0, end: object.size - 1 };
  if (range) headers['content-range'] = `bytes ${start}-${end}/${object.size}`;
  response.writeHead(range ? 206 : 200, { ...headers, 'content-length': end - start + 1 });
  if (request.method === 'HEAD' || end < start) {
    response.end();
    return;
  }
  await pipeline(store.blobs.read(object.blobs, start, end), response);
}

function responseHeadersOf({ target }: S3Exchange, object: S3ObjectRecord): Record<string, string> {
  const headers: Record<string, string> = {
    ...object.headers,
    'accept-ranges': 'bytes',
    etag: `"${object.etag}"`,
    'last-modified': new Date(floorMsToWholeSeconds(object.modified)).toUTCString(),
  };
  const disposition = target.query.get(CONTENT_DISPOSITION_PARAMETER);
  if (disposition !== undefined) headers['content-disposition'] = encodeHeaderValueAsLatin1(disposition);
  return headers;
}
