import { sweepTombstonesDeps } from '#app/composition/erasure.ts';
import { createSweepHandler } from '#app/composition/sweep-handler.ts';
import { tombstonesSweep } from '#platform/erasure/public.ts';

/** Deletes the files and items that tombstones name: those that a change made superfluous and whose removal has not succeeded yet. */
export const handler = createSweepHandler(() => tombstonesSweep(sweepTombstonesDeps()));
