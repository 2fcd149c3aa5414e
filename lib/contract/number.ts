import { z } from 'zod';

/** A number from `least` to `most`, kept to the thousandth: no store keeps every spelling of a number that JSON has. */
export const decimal = (least: number, most: number) =>
  z
    .number()
    .min(least)
    .max(most)
    // Without the addition, -0 would stay what it is.
    .transform((value) => Math.round(value * 1000) / 1000 + 0);
