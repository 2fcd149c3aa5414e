import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import { invalidValueError } from '#kernel/shared/errors.ts';
import { parseEntityTags } from '#kernel/shared/precondition.ts';
import { joinedHeader } from './headers.ts';
import { type EndpointMiddleware, requireRequestState } from './request-state.ts';

/** The header of a condition that no operation can evaluate: resources have entity tags, but no comparable time of modification. */
const TIME_CONDITION_HEADER = 'if-unmodified-since';

/**
 * Reads the conditions of a request (RFC 9110, section 13). A condition that the operation does not evaluate is refused, because ignoring
 * it could make a change that the client wanted to exclude. A GET takes only `if-none-match`, and ignores an invalid value.
 * Operations without credentials ignore all conditions.
 * @throws ServiceError `validation_failed`
 */
export const preconditionMiddleware = ({ method, open, conditional }: OperationContract): EndpointMiddleware => ({
  before: ({ event }) => {
    const headerOf = (name: string) => joinedHeader(event, name, ', ');
    const tagsIn = (name: string) => {
      const header = headerOf(name);
      return header === undefined ? undefined : { header, tags: parseEntityTags(header) };
    };
    if (open) return;
    const state = requireRequestState(event);
    const noneMatch = tagsIn('if-none-match');
    const match = tagsIn('if-match');
    if (headerOf(TIME_CONDITION_HEADER) !== undefined)
      throw invalidValueError(
        TIME_CONDITION_HEADER,
        method === 'GET'
          ? 'Conditions by time are not supported. Send the `etag` of the answer that you have in `if-none-match`.'
          : 'Conditions by time are not supported. Send the `etag` of the resource in `if-match`.',
      );
    if (method === 'GET') {
      if (match)
        throw invalidValueError('if-match', 'A GET takes `if-none-match` alone. Compare the `etag` of its answer.');
      state.precondition = { noneMatch: noneMatch?.tags };
      return;
    }
    for (const [name, condition] of Object.entries({ 'if-match': match, 'if-none-match': noneMatch })) {
      if (!condition) continue;
      if (!conditional)
        throw invalidValueError(name, 'This operation takes no conditions. Send the request without them.');
      if (!condition.tags)
        throw invalidValueError(
          name,
          'Must be `*`, or tags as `etag` had them, each in double quotes: `"5"`, `"3", "4"`.',
        );
    }
    state.precondition = { match: match?.tags, noneMatch: noneMatch?.tags };
  },
});
