import type { RemainingItems } from '../../../lib/erasure/ports.ts';

const nothing = async (): Promise<void> => undefined;

/** What is left in the table, for stores in memory, which take all items along with what they delete. */
export const noItems: RemainingItems = {
  removeRevisions: nothing,
  removeTimeline: nothing,
  removeDeliveries: nothing,
  removeArtifacts: nothing,
  removeAllArtifacts: nothing,
};
