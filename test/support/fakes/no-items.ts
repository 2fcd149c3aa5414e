import type { TombstonedItemRemover } from '#platform/erasure/ports.ts';

const nothing = async (): Promise<void> => undefined;

/** Remaining items of stores in memory: none, since these take all items along with what they delete. */
export const noItems: TombstonedItemRemover = {
  removeRevisions: nothing,
  removeTimeline: nothing,
  removeDeliveries: nothing,
  removeArtifacts: nothing,
  removeAllArtifacts: nothing,
};
