import type { StartRowsOfOpenBatchesDeps } from '#features/renders/batches/start-rows-of-open-batches.ts';
import { lazy } from './lazy.ts';
import { sharedServices } from './services.ts';
import { speechRequiredBySlide } from './speech-required-by-slide.ts';

/** Dependencies of `startRowsOfOpenBatches`. */
export const startRowsOfOpenBatchesDeps = lazy((): StartRowsOfOpenBatchesDeps => {
  const { accounts, renders, batches, files, speech, taskQueue: queue, batchQueue, clock } = sharedServices();
  const planOf = async (accountId: string) => (await accounts.findAccount(accountId))?.plan;
  return { renders, batches, files, speech, queue, batchQueue, planOf, clock, speechRequiredBySlide };
});
