import { z } from 'zod';
import { colorAdvice } from './color-advice.ts';

/** Schema of a colour in requests, `#rrggbb`; the answer to another notation says the colour in this one. It becomes lower case. */
export const hexColorSchema = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: ({ input }) => colorAdvice(input) })
  .toLowerCase();
