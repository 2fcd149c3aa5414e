import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiError } from '#front/client/api-error.ts';
import { onSessionEnd, requireSession } from './session.ts';

/** The titles of timelines by id; null for a deleted timeline. */
const titles = signal<ReadonlyMap<string, string | null>>(new Map());
const requestedIds = new Set<string>();
const PAGE_SIZE = 100;

onSessionEnd(() => {
  titles.value = new Map();
  requestedIds.clear();
});

const addTitles = (loadedTitles: Iterable<readonly [string, string | null]>) => {
  titles.value = new Map([...titles.value, ...loadedTitles]);
};

/** Loads titles that are not known: first with the list of the newest timelines, then one by one. */
async function readTitles(ids: readonly string[]): Promise<void> {
  const { quietClient } = requireSession();
  const { data } = await quietClient.get('/timelines', { params: { query: { limit: PAGE_SIZE } } });
  addTitles(data.map(({ id, title }) => [id, title] as const));
  for (const id of ids.filter((each) => !titles.value.has(each))) {
    try {
      const { title } = await quietClient.get('/timelines/{id}', { params: { path: { id } } });
      addTitles([[id, title]]);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      addTitles([[id, null]]);
    }
  }
}

/** A hook that loads the titles of timelines. @returns a function from the id of a timeline to its title; `Timeline` until it is known */
export function useTimelineTitles(ids: readonly string[]): (id: string) => string {
  const missingIds = [...new Set(ids)].filter((id) => !requestedIds.has(id));
  useEffect(() => {
    if (missingIds.length === 0) return;
    for (const id of missingIds) requestedIds.add(id);
    readTitles(missingIds).catch(() => {
      // The next use of the hook requests them again.
      for (const id of missingIds) requestedIds.delete(id);
    });
  }, [missingIds.join(' ')]);
  return (id) => {
    const title = titles.value.get(id);
    if (title === null) return 'Deleted timeline';
    return title ?? 'Timeline';
  };
}
