import { Logger } from '@aws-lambda-powertools/logger';
import type { Log } from '#kernel/shared/log.ts';
import { loggableError } from './loggable-error.ts';

/** Writes each log record as one line of JSON for CloudWatch. The level comes from POWERTOOLS_LOG_LEVEL. */
const logger = new Logger({
  serviceName: 'video-render',
  // The logger would write all properties of an error, at any depth.
  jsonReplacerFn: (_, value) => (value instanceof Error ? loggableError(value) : value),
});

/** The log of this process. */
export const log: Log = {
  info: (message, details = {}) => logger.info(message, { details }),
  warn: (message, details = {}) => logger.warn(message, { details }),
  error: (message, { error, ...details } = {}) => {
    if (error instanceof Error) logger.error(message, { error, details });
    else logger.error(message, { details, ...(error === undefined ? {} : { reason: String(error) }) });
  },
};
