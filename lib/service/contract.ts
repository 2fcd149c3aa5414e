import { z } from 'zod';
import { contract } from '../contract/contract.ts';

export const getHealthContract = contract({
  operation: 'getHealth',
  tag: 'service',
  summary: 'Whether the service answers; it checks nothing behind it',
  method: 'GET',
  path: '/health',
  open: true,
  answer: z.object({ status: z.literal('ok'), time: z.iso.datetime() }),
  errors: [],
});
