import type { z } from 'zod';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';

/** The schema of the body of an operation. @throws Error for an operation without a body */
export function bodySchemaOf<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>({ operation, body }: OperationContract<Params, Query, Body, Answer>): Body {
  if (!body) throw new Error(`${operation} takes no body`);
  return body;
}
