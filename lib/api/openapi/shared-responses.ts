import type { JsonSchema } from './json-schema.ts';

const NAMES: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  422: 'Unprocessable',
  429: 'TooManyRequests',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'Unavailable',
  504: 'TimedOut',
};

type Responses = Record<string, JsonSchema>;

/**
 * Moves what many operations answer alike into components: of each status the commonest response. Changes the operations
 * given and returns the components.
 */
export function shareResponses(operations: readonly JsonSchema[]): Responses {
  const all = operations.map(({ responses }) => responses as Responses);
  const shared: Responses = {};
  for (const [status, name] of Object.entries(NAMES)) {
    const commonest = mostFrequent(all.flatMap((responses) => responses[status] ?? []).map((it) => JSON.stringify(it)));
    if (commonest === undefined) continue;
    shared[name] = JSON.parse(commonest) as JsonSchema;
    for (const responses of all)
      if (JSON.stringify(responses[status]) === commonest)
        responses[status] = { $ref: `#/components/responses/${name}` };
  }
  return shared;
}

/** The text that occurs most often, if any does more than once; of several the first. */
function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [commonest] = [...counts].filter(([, count]) => count > 1).sort(([, a], [, b]) => b - a);
  return commonest?.[0];
}
