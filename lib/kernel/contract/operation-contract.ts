import type { z } from 'zod';
import type { ErrorCode } from '#kernel/shared/errors.ts';
import type { KeyScope } from './key-scope.ts';
import type { RateLimitClass } from './rate-class.ts';

/** The HTTP methods of the API. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One operation of the public API: the source of its validation, its types and its description.
 * `path` is relative to the base address and names parameters as `{id}`.
 */
export interface OperationContract<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  operation: string;
  tag: 'account' | 'renders' | 'batches' | 'templates' | 'timelines' | 'slides' | 'audio' | 'webhooks' | 'service';
  summary: string;
  /** Facts that a client should know beyond the summary; Markdown. */
  description?: string;
  method: HttpMethod;
  path: string;
  /** True: the operation needs no credentials. Absent: it needs them. */
  open?: true;
  /** The scope of the API key that a request needs. Absent: `read` for a GET, `write` for all others. */
  scope?: KeyScope;
  /** True: accounts on the Free plan may use it, too. */
  any_plan?: true;
  params?: Params;
  query?: Query;
  /** Absent: the operation takes no body. */
  body?: Body;
  /** True: a request without a body counts as one with an empty body. */
  body_optional?: true;
  /** Examples of bodies, by a short name. */
  examples?: Readonly<Record<string, z.input<Body>>>;
  /** A file that is accepted instead of JSON, as `multipart/form-data` or as raw bytes of one of the media types (`image/*`). */
  upload?: {
    /** The field of a form that has the file in it. */
    field: string;
    /** The field of a form that may have a second file in it. */
    second_field?: string;
    /** The other fields of the form; the use case checks them. */
    form?: z.ZodType;
    /** Media types that are accepted. */
    types: readonly string[];
    max_bytes: number;
    /** The error code of a file of more than `max_bytes`. */
    too_large: ErrorCode;
    /** True: the file must be sent in the request itself, and cannot be uploaded to storage first. */
    alone?: true;
  };
  answer: Answer;
  /** True: the answer contains a secret that is shown only once. It is encrypted when it is stored for an idempotency key. */
  secret?: true;
  /** A second class in which the rate limit counts the request, in addition to `requests`. */
  rate_class?: Exclude<RateLimitClass, 'requests'>;
  /** True: the operation changes a resource that has an entity tag, and checks `if-match` and `if-none-match` if they are sent. */
  conditional?: true;
  /**
   * Returns the part of the answer's `etag` that identifies the state that clients have written, which `if-match` compares. Empty: only the
   * service changes the resource. Undefined: the answer is not the resource, and has no tag. Without this function, an answer has no tag
   * either, except that the answer of a GET has one made of its content.
   */
  written?(answer: z.output<Answer>): string | undefined;
  /** The media type of a successful answer that is not JSON; the handler then returns the bytes. */
  media?: string;
  /** Other forms of a JSON answer, by the value of `format` in the query; the handler then returns a `TextAnswer`. */
  text_media?: Readonly<Record<string, string>>;
  /** The name under which a browser saves a successful answer that is a file. */
  file_name?: string;
  /** Schema of the JSON that the route of a file also serves. */
  json_file?: z.ZodType;
  /** True: the handler returns a `CompleteHttpAnswer`, because the operation follows another protocol. */
  whole_answer?: true;
  /** Error codes in addition to those that every operation can have (authentication, validation, rate limit, internal). */
  errors: readonly ErrorCode[];
}

/** An event that the service posts to receivers. */
export interface EventContract {
  event: string;
  summary: string;
  /** The whole body of a delivery. */
  body: z.ZodType;
}

/** A complete HTTP answer, for operations that follow another protocol than this API. */
export interface CompleteHttpAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Returns the definition of an operation unchanged: it checks the definition at compile time and keeps its exact types. */
export const defineContract = <
  Params extends z.ZodType<Record<string, string>> = z.ZodType<Record<string, never>>,
  Query extends z.ZodType = z.ZodType<Record<string, never>>,
  Body extends z.ZodType = z.ZodType<undefined>,
  Answer extends z.ZodType = z.ZodType,
>(
  definition: OperationContract<Params, Query, Body, Answer>,
): OperationContract<Params, Query, Body, Answer> => definition;
