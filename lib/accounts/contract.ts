import { z } from 'zod';
import { contract } from '../http/contract.ts';
import { PLANS } from './account.ts';

export const meAnswer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  plan: z.enum(PLANS),
  created_at: z.iso.datetime(),
  auth: z.object({ method: z.enum(['api_key']), key_id: z.string().optional() }),
});

export const getMe = contract({
  operation: 'getMe',
  tag: 'account',
  summary: 'The account that the credentials belong to',
  method: 'GET',
  path: '/me',
  answer: meAnswer,
  errors: [],
});
