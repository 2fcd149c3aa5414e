import { useState } from 'preact/hooks';
import { type LoadState, useLoadedData } from '../load.ts';
import { ErrorNotice } from './states.tsx';

interface AnsweredPage<Item> {
  data: Item[];
  next_cursor: string | null;
}

/** A list from the API of which some pages are loaded. */
export interface LoadedPages<Item> {
  loaded: LoadState<Item[]>;
  hasMore: boolean;
  isBusy: boolean;
  error: unknown;
  more(): void;
}

/** A hook that loads a list page by page. @param read loads the page after a cursor; undefined: the first one */
export function useLoadedPages<Item>(
  read: (cursor: string | undefined) => Promise<AnsweredPage<Item>>,
  keys: readonly unknown[] = [],
): LoadedPages<Item> {
  const [next, setNext] = useState<string | null>(null);
  const [more, setMore] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const loaded = useLoadedData(async () => {
    const page = await read(undefined);
    setNext(page.next_cursor);
    return page.data;
  }, keys);
  return {
    loaded,
    hasMore: next !== null,
    isBusy: more.isBusy,
    error: more.error,
    more() {
      if (next === null || loaded.state !== 'ready') return;
      setMore({ isBusy: true });
      read(next).then(
        (page) => {
          loaded.set([...loaded.data, ...page.data]);
          setNext(page.next_cursor);
          setMore({ isBusy: false });
        },
        (error: unknown) => setMore({ isBusy: false, error }),
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
      <button type="button" class="button" onClick={pages.more} disabled={pages.isBusy}>
        {pages.isBusy ? 'Loading…' : 'Show more'}
      </button>
    </div>
  );
}
