import { z } from 'zod';
import { contract } from '../contract/contract.ts';

export const getHealthContract = contract({
  operation: 'getHealth',
  tag: 'service',
  summary: 'Liveness of the API; does not check its dependencies',
  method: 'GET',
  path: '/health',
  open: true,
  answer: z.object({ status: z.literal('ok'), time: z.iso.datetime() }),
  errors: [],
});
