import { newId } from '#kernel/shared/ids.ts';
import { createRequestState, type EndpointMiddleware } from './request-state.ts';

/** Gives each request a new id, which is in its answer and in all its log lines. */
export const requestIdMiddleware = (): EndpointMiddleware => ({
  before: ({ event }) => createRequestState(event, newId('request')),
});
