import { useState } from 'preact/hooks';
import { type LoadState, useLoadedData } from '../load.ts';
import { ErrorNotice } from './states.tsx';

interface AnsweredPage<Item> {
  data: Item[];
  next_cursor: string | null;
}

/** A list from the API of which some pages are loaded. */
export interface LoadedPages<Item> {
  loadState: LoadState<Item[]>;
  hasMore: boolean;
  /** True while the next page is loaded. */
  isBusy: boolean;
  /** The error of the last attempt to load a next page; undefined if it did not fail. */
  error: unknown;
  loadMore(): void;
}

/**
 * A hook that loads a list page by page.
 * @param readPage reads the page after a cursor; undefined: the first one
 * @param keys values on which the list depends: a change of one loads the first page again
 */
export function useLoadedPages<Item>(
  readPage: (cursor: string | undefined) => Promise<AnsweredPage<Item>>,
  keys: readonly unknown[] = [],
): LoadedPages<Item> {
  const [nextCursor, setNextCursor] = useState<string | null>(null);
  const [loadMoreState, setLoadMoreState] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const loadState = useLoadedData(async () => {
    const page = await readPage(undefined);
    setNextCursor(page.next_cursor);
    return page.data;
  }, keys);
  return {
    loadState,
    hasMore: nextCursor !== null,
    isBusy: loadMoreState.isBusy,
    error: loadMoreState.error,
    loadMore() {
      if (nextCursor === null || loadState.state !== 'ready') return;
      setLoadMoreState({ isBusy: true });
      readPage(nextCursor).then(
        (page) => {
          loadState.set([...loadState.data, ...page.data]);
          setNextCursor(page.next_cursor);
          setLoadMoreState({ isBusy: false });
        },
        (error: unknown) => setLoadMoreState({ isBusy: false, error }),
      );
    },
  };
}

/** A button that loads the next page; nothing on the last one. */
export function LoadMoreButton<Item>({ pages }: { pages: LoadedPages<Item> }) {
  if (!pages.hasMore) return null;
  return (
    <div class="more">
      {pages.error !== undefined && <ErrorNotice error={pages.error} />}
      <button type="button" class="button" onClick={pages.loadMore} disabled={pages.isBusy}>
        {pages.isBusy ? 'Loading…' : 'Show more'}
      </button>
    </div>
  );
}
