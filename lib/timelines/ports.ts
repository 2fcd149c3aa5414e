import type { Page, PageRequest } from '../contract/pagination.ts';
import type { PreparedAnswer } from '../shared/prepared-answer.ts';
import type { LoadedTimeline, Timeline } from './timeline.ts';

/** What a change of a timeline does to the store. */
export interface TimelineChange {
  before: LoadedTimeline;
  after: LoadedTimeline;
}

/** Where timelines and the revisions of their slides are kept. */
export interface TimelineStore {
  /** Strongly consistent. */
  load(accountId: string, timelineId: string): Promise<LoadedTimeline | undefined>;
  list(accountId: string, page: PageRequest): Promise<Page<Timeline>>;
  insert(loaded: LoadedTimeline, answer?: PreparedAnswer): Promise<void>;
  /** @throws WriteConflict if the timeline is no longer at `before.timeline.version`: then nothing has changed. */
  save(change: TimelineChange, answer?: PreparedAnswer): Promise<void>;
  /** @throws WriteConflict if it changed or went meanwhile. */
  remove(loaded: LoadedTimeline): Promise<void>;
}

/** Where the files of slides are kept. */
export interface SlideFiles {
  /** A URL that gives the file for one hour. */
  presignGet(key: string): Promise<string>;
  /** Takes files out of the slide's keeping; renders that froze the slide before can still read them for two days. */
  trash(keys: readonly string[]): Promise<void>;
}
