/** Files that are to go. */
export interface ErasedFiles {
  /** The first keys under a prefix, at most 1,000. */
  list(prefix: string): Promise<string[]>;
  /** Removes files; one that is gone already is ignored. */
  removeAll(keys: readonly string[]): Promise<void>;
}

/** Items that are to go. Each act goes on where a killed one stopped, in pages. */
export interface RemainingItems {
  /** Removes revisions of slides, with the audio of slides that are gone, except what the timeline names. */
  removeRevisions(accountId: string, timelineId: string, refs: readonly string[]): Promise<void>;
  /** Removes all items of a deleted timeline. */
  removeTimeline(accountId: string, timelineId: string): Promise<void>;
  removeDeliveries(accountId: string, receiverId: string): Promise<void>;
}
