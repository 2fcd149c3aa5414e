import type { ErrorStatus } from '#kernel/shared/errors.ts';
import type { JsonSchema } from './json-schema.ts';

/** Names of the components for responses that operations share, by status: all errors, and the 304. */
const RESPONSE_NAMES: Readonly<Record<ErrorStatus | 304, string>> = {
  304: 'NotModified',
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  422: 'Unprocessable',
  429: 'TooManyRequests',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'Unavailable',
  504: 'TimedOut',
};

/** Responses by status, or by the names of their components. */
type Responses = Record<string, JsonSchema>;

/** A response that several operations may have. */
interface SharedResponse {
  response: JsonSchema;
  /** Its error codes. */
  codes: string[];
  /** Number of operations that have it. */
  uses: number;
}

const pascalCase = (code: string): string =>
  code
    .replace(/_not_found$/, '')
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');

const codesOf = ({ content }: JsonSchema): string[] =>
  Object.keys((content as Record<string, { examples?: object }> | undefined)?.['application/json']?.examples ?? {});

/**
 * Moves the responses with the statuses of `RESPONSE_NAMES` into components, one for all equal responses. The most common response of
 * a status has the plain name; names of the others end with the codes that distinguish them.
 * @param operations are changed: their responses become references
 * @returns the components by name
 */
export function moveResponsesToComponents(operations: readonly JsonSchema[]): Responses {
  const responsesOfOperations = operations.map(({ responses }) => responses as Responses);
  const components: Responses = {};
  for (const [status, name] of Object.entries(RESPONSE_NAMES)) {
    const sharedResponses = new Map<string, SharedResponse>();
    for (const response of responsesOfOperations.flatMap<JsonSchema>((responses) => responses[status] ?? [])) {
      const responseJson = JSON.stringify(response);
      const sharedResponse = sharedResponses.get(responseJson) ?? { response, codes: codesOf(response), uses: 0 };
      sharedResponses.set(responseJson, { ...sharedResponse, uses: sharedResponse.uses + 1 });
    }
    const names = new Map<string, string>();
    const responsesByUse = [...sharedResponses].sort(([, a], [, b]) => b.uses - a.uses);
    const isInAll = (code: string): boolean => responsesByUse.every(([, { codes }]) => codes.includes(code));
    for (const [text, { response, codes }] of responsesByUse) {
      const distinguishingCodes = codes.filter((code) => !isInAll(code)).map(pascalCase);
      const uniqueName = names.size === 0 ? name : freeName(components, `${name}${distinguishingCodes.join('')}`);
      names.set(text, uniqueName);
      components[uniqueName] = response;
    }
    for (const responses of responsesOfOperations) {
      const component = names.get(JSON.stringify(responses[status]));
      if (component !== undefined) responses[status] = { $ref: `#/components/responses/${component}` };
    }
  }
  return components;
}

/** The name, followed by a number (from 2) if another component has it. */
function freeName(usedNames: Responses, name: string): string {
  for (let suffix = 1; ; suffix++) {
    const candidate = suffix === 1 ? name : `${name}${suffix}`;
    if (!(candidate in usedNames)) return candidate;
  }
}
