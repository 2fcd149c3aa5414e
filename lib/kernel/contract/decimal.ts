import { z } from 'zod';

/** Schema of a number from `min` to `max`, which is rounded to the thousandth: stores do not keep every number that JSON can write. */
export const decimal = (min: number, max: number) =>
  z
    .number()
    .min(min)
    .max(max)
    // The addition makes 0 of -0.
    .transform((value) => Math.round(value * 1000) / 1000 + 0);
