import { z } from 'zod';

/** A number from `min` to `max`, rounded to the thousandth: no store keeps every number that JSON can write. */
export const decimal = (min: number, max: number) =>
  z
    .number()
    .min(min)
    .max(max)
    // Without the addition, -0 would stay what it is.
    .transform((value) => Math.round(value * 1000) / 1000 + 0);
