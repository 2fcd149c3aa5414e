import { Logger } from '@aws-lambda-powertools/logger';
import type { Log } from '#kernel/shared/log.ts';
import { loggedError } from './logged-error.ts';

/** One structured line a record, as CloudWatch reads it. The level comes from POWERTOOLS_LOG_LEVEL. */
const logger = new Logger({
  serviceName: 'video-render',
  // At any depth, and before the logger's own rule, which would write all properties of an error.
  jsonReplacerFn: (_, value) => (value instanceof Error ? loggedError(value) : value),
});

export const log: Log = {
  info: (message, details = {}) => logger.info(message, { details }),
  warn: (message, details = {}) => logger.warn(message, { details }),
  error: (message, { error, ...details } = {}) => {
    if (error instanceof Error) logger.error(message, { error, details });
    else logger.error(message, { details, ...(error === undefined ? {} : { reason: String(error) }) });
  },
};
