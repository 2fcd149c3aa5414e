import { eraseAccountDeps } from '#app/composition/erasure.ts';
import { sweepHandler } from '#app/composition/sweep-handler.ts';
import { erasuresSweep } from '#platform/erasure/public.ts';

/** Erases deleted accounts. */
export const handler = sweepHandler(() => erasuresSweep(eraseAccountDeps()));
