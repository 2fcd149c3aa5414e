/** Instead of the package `ulid`: the same ids, from the random numbers of the schedule. */
import { encodeTime, monotonicFactory as realFactory } from 'ulid';

let next = realFactory(() => 0);

/** Starts the ids of a schedule. @param random 0 ≤ random < 1 */
export function seedIds(random: () => number): void {
  next = realFactory(random);
}

/** As in `ulid`. */
export const monotonicFactory = () => (time: number) => next(time);
export { encodeTime };
