import type { BatchQueue } from '#features/renders/batches/ports.ts';

/** Where no account has a batch. */
export const noBatchQueue: BatchQueue = {
  send: async () => {
    throw new Error('there is no batch here');
  },
};
