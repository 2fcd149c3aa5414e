/** Files that are to go. */
export interface ErasedFiles {
  /** The first keys under a prefix, at most 1,000. @param after the first ones after this key */
  list(prefix: string, after?: string): Promise<string[]>;
  /** Removes files; one that is gone already is ignored. */
  removeAll(keys: readonly string[]): Promise<void>;
  /** Removes what was stored of files that were never completed. @returns how many */
  removeUnfinished(prefix: string): Promise<number>;
}

/** Items that are to go. Each act goes on where a killed one stopped, in pages. */
export interface RemainingItems {
  /** Removes revisions of slides, with the audio of slides that are gone, except what the timeline names. */
  removeRevisions(accountId: string, timelineId: string, refs: readonly string[]): Promise<void>;
  /** Removes all items of a deleted timeline. */
  removeTimeline(accountId: string, timelineId: string): Promise<void>;
  removeDeliveries(accountId: string, receiverId: string): Promise<void>;
  /**
   * Removes the encoded parts that a render made, and those without a maker that were stored for its timeline in its time.
   * Another render that would use them encodes them again.
   * @param removeFiles removes their files; it comes first, so that a killed removal still finds the names of the rest
   */
  removeArtifacts(
    render: { account_id: string; timeline_id: string; render_id: string },
    time: { from: string; to: string },
    removeFiles: (keys: readonly string[]) => Promise<void>,
  ): Promise<void>;
}

/** Something of an account whose items lie in a partition of their own. */
export interface Place {
  kind: 'timeline' | 'render' | 'receiver';
  id: string;
}

/** The lists of an account that name places; `remembered` are those that `remember` was told of. */
export const PLACE_LISTS = ['timelines', 'renders', 'webhooks', 'tombstones', 'remembered'] as const;
export type PlaceList = (typeof PLACE_LISTS)[number];

export interface PlacePage {
  places: Place[];
  /** The tombstones that name them; those of other lists go with the places. */
  tombstones?: readonly string[];
  next?: string | undefined;
}

/**
 * All items of an account, to be erased. Every act removes a part, so that the work can stop after each, and goes on where
 * a killed one stopped.
 */
export interface AccountItems {
  /** A page of places, in the order in which they are to be emptied. @param after `next` of the page before it */
  listPlaces(accountId: string, list: PlaceList, after?: string): Promise<PlacePage>;
  /** Removes tombstones, whose places were emptied. */
  removeTombstones(accountId: string, ids: readonly string[]): Promise<void>;
  /** Notes places, whose names may go with their items. */
  remember(accountId: string, places: readonly Place[]): Promise<void>;
  forget(accountId: string, places: readonly Place[]): Promise<void>;
  /** Removes a page of the items of a place; what names the place in a list goes last. @returns how many; 0: none is left */
  removeSomeOf(accountId: string, place: Place): Promise<number>;
  /**
   * Removes a page of everything that the id of the account alone leads to, except the accounting record, the counted months
   * and the remembered places. @returns how many items; 0: none is left
   */
  removeSomeOwn(accountId: string): Promise<number>;
}
