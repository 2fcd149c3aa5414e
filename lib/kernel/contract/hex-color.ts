import { z } from 'zod';
import { invalidColorAdvice } from './invalid-color-advice.ts';

/** Schema of a colour in requests, `#rrggbb`, which becomes lower case. For a colour in another notation, the fault's message gives it in this one. */
export const hexColorSchema = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: ({ input }) => invalidColorAdvice(input) })
  .toLowerCase();
