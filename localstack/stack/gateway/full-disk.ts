import type { IncomingMessage } from 'node:http';
import { ServiceError } from '#kernel/shared/errors.ts';

/** Matches the paths whose POST stores files. */
const STORING_PATH =
  /^\/v1\/(?:uploads|renders|batches|fonts|templates\/from|timelines\/import|(?:templates|timelines)\/.*\/(?:logo|images|background-audio))\/?(?:\?|$)/;

/** Seconds after which a client may ask again: about the time until the next check of the disk. */
const RETRY_SECONDS = '30';

/** Reports whether a request has a file as its body. */
const hasFile = ({ headers }: IncomingMessage): boolean =>
  headers['content-type'] !== undefined && !/^application\/json\b/i.test(headers['content-type']);

/** The refusal of a request that would store files, for a disk without room; undefined for any other request. */
export function findFullDiskRefusal(request: IncomingMessage): ServiceError | undefined {
  const storesFiles = request.method === 'POST' && (STORING_PATH.test(request.url ?? '') || hasFile(request));
  return storesFiles
    ? new ServiceError(
        'unavailable',
        'This server has no room for more files. Delete videos and timelines that are not needed, or let its operator raise DATA_MAX_GB or extend the disk.',
        { headers: { 'retry-after': RETRY_SECONDS } },
      )
    : undefined;
}
