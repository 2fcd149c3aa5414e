import { z } from 'zod';

const errorBody = z.object({
  error: z.object({
    type: z.string(),
    code: z.string(),
    message: z.string(),
    request_id: z.string().optional(),
    param: z.string().optional(),
    errors: z.array(z.object({ param: z.string(), message: z.string() })).optional(),
  }),
});

export interface Operation {
  method: string;
  /** With the ids filled in, relative to the base address. */
  path: string;
}

/** The service refused a request, or failed at it. The message shows code, message and request id, and each fault. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** `error.code`; `unreadable_answer` when the body is not in the service's error shape. */
  readonly code: string;
  readonly requestId: string | undefined;

  constructor({ method, path }: Operation, status: number, body: string, requestIdHeader: string | null) {
    const parsed = errorBody.safeParse(parseJson(body));
    const error = parsed.data?.error;
    const code = error?.code ?? 'unreadable_answer';
    const requestId = error?.request_id ?? requestIdHeader ?? undefined;
    const said = error?.message ?? (body.trim().slice(0, 200) || 'an empty body');
    const faults = error?.errors ?? [];
    super(
      [
        `${method} ${path} answered ${status} ${code}: ${said}${requestId === undefined ? '' : ` (${requestId})`}`,
        // A single fault is already in the message.
        ...(faults.length > 1 ? faults.map(({ param, message }) => `  ${param}: ${message}`) : []),
      ].join('\n'),
    );
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

/** No whole answer came: nothing listens there, the connection broke, or it took too long. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';

  constructor({ method, path }: Operation, baseUrl: string, cause: unknown) {
    super(`${method} ${path}: no answer from ${baseUrl} (${reasonOf(cause)})`, { cause });
  }
}

/** `fetch` hides what happened in the cause of a "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message || cause.name;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
