import { workOffDeps } from '#app/composition/erasure.ts';
import { sweepHandler } from '#app/composition/sweep-handler.ts';
import { tombstonesSweep } from '#platform/erasure/public.ts';

/** Removes what changes left to be removed. */
export const handler = sweepHandler(() => tombstonesSweep(workOffDeps()));
