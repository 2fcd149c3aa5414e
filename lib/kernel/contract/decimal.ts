import { z } from 'zod';

/** Schema of a number from `min` to `max`, rounded to three decimals: not every store keeps all digits of a JSON number. */
export const roundedDecimalSchema = (min: number, max: number) =>
  z
    .number()
    .min(min)
    .max(max)
    // The addition makes 0 of -0.
    .transform((value) => Math.round(value * 1000) / 1000 + 0);
