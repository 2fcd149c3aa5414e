import { z } from 'zod';
import { fillRoutePath } from '#front/api/routes.ts';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import type { RequestFault } from '#kernel/shared/errors.ts';
import { parseJsonIfValid, parseJsonWithoutSchema } from '#kernel/shared/parse-json.ts';

/** Address of the public API, and the credentials that a client sends with each request. */
export interface ApiAddressAndCredentials {
  /** The base address with the version, without a slash at its end. */
  baseUrl: string;
  /** The credentials. */
  headers: Readonly<Record<string, string>>;
}

/** The parts of a request beyond the operation. */
export interface ApiRequestArguments {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | undefined>>;
  body?: object;
  /** The key of a POST: repetitions with the same key and body return the first answer. */
  idempotencyKey?: string;
  /** Called if the answer is that of an earlier request with the same key. */
  onReplay?: () => void;
  /** A file that is sent instead of a JSON body. */
  file?: { bytes: Uint8Array<ArrayBuffer> | string; type: string };
}

/** Calls an operation of the public API. @returns the JSON answer, or the bytes of a file @throws ServiceRefusal for an error answer */
export type CallApiOperation = (contract: OperationContract, call?: ApiRequestArguments) => Promise<unknown>;

/** The error for an error answer of the public API, or for a missing answer (code `unavailable`). */
export class ServiceRefusal extends Error {
  override name = 'ServiceRefusal';
  readonly code: string;
  readonly faults: readonly RequestFault[];
  readonly requestId: string | undefined;
  /** The address of the page that explains the code. */
  readonly docUrl: string | undefined;

  constructor(
    code: string,
    message: string,
    faults: readonly RequestFault[] = [],
    requestId?: string,
    docUrl?: string,
  ) {
    super(message);
    this.code = code;
    this.faults = faults;
    this.requestId = requestId;
    this.docUrl = docUrl;
  }
}

/**
 * The error for a call of which a part was done before an answer refused the rest. A repetition of the whole call would do that part
 * twice.
 */
export class PartlyDoneToolCallError extends ServiceRefusal {
  override name = 'PartialRefusal';
  /** Fields of the answer that name the created resources. */
  readonly made: object;
  /** Arguments of a call that does the rest. They contain those that were refused. */
  readonly left: object;

  constructor({ code, message, faults, requestId, docUrl }: ServiceRefusal, made: object, left: object) {
    super(code, message, faults, requestId, docUrl);
    this.made = made;
    this.left = left;
  }
}

interface ErrorBody {
  error: {
    code: string;
    message: string;
    param?: string;
    errors?: RequestFault[];
    request_id?: string;
    doc_url?: string;
  };
}

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'object';

/** A fault with the name of the tool's argument: without `query.`, `path.` or `body.`, because tools have one set of arguments. */
const argumentFaultOf = ({ param, message }: RequestFault): RequestFault => ({
  param: param.replace(/^(query|path|body)\./, ''),
  message,
});

function refusalOf(status: number, body: unknown): ServiceRefusal {
  if (!isErrorBody(body))
    return new ServiceRefusal('unavailable', `The service answered ${status}; try again shortly.`);
  const { code, message, param, errors, request_id, doc_url } = body.error;
  const faults = errors ?? (param === undefined ? [] : [{ param, message }]);
  return new ServiceRefusal(code, message, faults.map(argumentFaultOf), request_id, doc_url);
}

const isJson = (response: Response): boolean => response.headers.get('content-type')?.includes('json') ?? false;

/** Time-out of a request, in milliseconds: just below the 29 s of API Gateway. */
const REQUEST_TIMEOUT_MS = 28_000;

/** The body of an answer: the JSON value, or the bytes of another type; undefined for an error whose JSON is damaged. */
async function readBody(response: Response): Promise<unknown> {
  if (!isJson(response)) return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  return response.ok ? parseJsonWithoutSchema(text) : parseJsonIfValid(z.unknown(), text);
}

/** Creates a client of the public API over HTTP, with the rights of its credentials. @param access called for each request */
export const createHttpServiceCaller =
  (access: () => Promise<ApiAddressAndCredentials>, send: typeof fetch = fetch): CallApiOperation =>
  async (contract, { params = {}, query = {}, body, file, idempotencyKey, onReplay } = {}) => {
    const { baseUrl, headers } = await access();
    // An address cannot contain an unpaired surrogate. It is replaced, and the service finds nothing with such an id.
    const pathParameters = Object.fromEntries(Object.entries(params).map(([name, id]) => [name, id.toWellFormed()]));
    const url = new URL(`${baseUrl}${fillRoutePath(contract.path, pathParameters)}`);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    const type = file?.type ?? (body === undefined ? undefined : 'application/json');
    const content = file?.bytes ?? (body === undefined ? undefined : JSON.stringify(body));
    let response: Response;
    let answer: unknown;
    try {
      response = await send(url, {
        method: contract.method,
        headers: {
          ...headers,
          ...(type === undefined ? {} : { 'content-type': type }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(content === undefined ? {} : { body: content }),
        redirect: 'error',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      // The connection can also break while the body is read.
      answer = await readBody(response);
    } catch {
      throw new ServiceRefusal('unavailable', 'The service could not be reached; try again shortly.');
    }
    if (!response.ok) throw refusalOf(response.status, answer);
    if (response.headers.has('idempotent-replayed')) onReplay?.();
    return answer;
  };
