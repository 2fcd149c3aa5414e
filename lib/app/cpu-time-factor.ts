import { z } from 'zod';

const [MIN, MAX] = [1, 100];

/** The variable `CPU_TIME_FACTOR`: slowness of this machine, from 1 to 100; 1, if it is absent or empty. */
export const cpuTimeFactorVariableSchema = z
  .union([z.literal('').transform(() => 1), z.coerce.number().min(MIN).max(MAX)])
  .default(1);

/** The fault in the variable on this machine, in one sentence; undefined if it is valid. */
export function cpuTimeFactorFault({
  CPU_TIME_FACTOR,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  return cpuTimeFactorVariableSchema.safeParse(CPU_TIME_FACTOR).success
    ? undefined
    : `CPU_TIME_FACTOR must be a number from ${MIN} to ${MAX}, not "${CPU_TIME_FACTOR}"`;
}
