import { newId } from '#kernel/shared/ids.ts';
import { beginState, type EndpointMiddleware } from './request-state.ts';

/** Gives each request its own id. It is in every answer and every log line of the request. */
export const requestId = (): EndpointMiddleware => ({
  before: ({ event }) => beginState(event, newId('request')),
});
