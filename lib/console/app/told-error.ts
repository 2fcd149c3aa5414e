import { ApiError, NoAnswer } from '../../client/api-error.ts';

/** A failure as the console tells it. */
export interface ToldError {
  message: string;
  code?: string | undefined;
  requestId?: string | undefined;
  param?: string | undefined;
  faults: readonly { param: string; message: string }[];
}

/** What to tell of a failure: the service's own words, and what somebody who helps will ask for. */
export function toldError(error: unknown): ToldError {
  if (error instanceof ApiError) {
    const { code, requestId, param, faults } = error;
    const [first = ''] = error.message.split('\n');
    const message = first.replace(/^.*? answered \d+ \w+: /, '').replace(/ \(req_\w+\)$/, '');
    return { message, code, requestId, param, faults: faults.length > 1 ? faults : [] };
  }
  if (error instanceof NoAnswer)
    return { message: 'The service does not answer. Check the connection, then try again.', faults: [] };
  return { message: error instanceof Error ? error.message : String(error), faults: [] };
}
