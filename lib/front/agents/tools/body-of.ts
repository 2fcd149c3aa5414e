import type { z } from 'zod';
import type { Contract } from '#kernel/contract/contract.ts';

/** The body of an operation that has one. */
export function bodyOf<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>({ operation, body }: Contract<Params, Query, Body, Answer>): Body {
  if (!body) throw new Error(`${operation} takes no body`);
  return body;
}
