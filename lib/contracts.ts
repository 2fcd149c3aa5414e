import * as accounts from './accounts/contract.ts';
import type { Contract } from './http/contract.ts';
import * as images from './images/contract.ts';
import * as renders from './renders/contract.ts';
import * as timelines from './timelines/contract.ts';
import * as webhooks from './webhooks/contract.ts';

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'operation' in value && 'method' in value && 'path' in value;

/** Every operation of the public API. */
export const contracts: readonly Contract[] = [accounts, timelines, images, renders, webhooks].flatMap((module) =>
  Object.values(module).filter(isContract),
);
