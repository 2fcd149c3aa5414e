import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiError } from '#front/client/api-error.ts';
import { onSessionEnd, signedIn } from './session.ts';

/** Titles of timelines by id; null: the timeline was deleted. */
const titles = signal(new Map());
const asked = new Set();
const PAGE = 100;
onSessionEnd(() => {
  titles.value = new Map();
  asked.clear();
});
const note = (found) => {
  titles.value = new Map([...titles.value, ...found]);
};
/** Reads titles that are not known: from the newest timelines at once, then one by one. */
async function readTitles(ids) {
  const { quiet } = signedIn();
  const { data } = await quiet.get('/timelines', { params: { query: { limit: PAGE } } });
  note(data.map(({ id, title }) => [id, title]));
  for (const id of ids.filter((each) => !titles.value.has(each))) {
    try {
      const { title } = await quiet.get('/timelines/{id}', { params: { path: { id } } });
      note([[id, title]]);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      note([[id, null]]);
    }
  }
}
/** The titles of timelines, read when they are not known yet. @returns the title of one, as it is shown */
export function useTitles(ids) {
  const missing = [...new Set(ids)].filter((id) => !asked.has(id));
  useEffect(() => {
    if (missing.length === 0) return;
    for (const id of missing) asked.add(id);
    readTitles(missing).catch(() => {
      // Asked again the next time.
      for (const id of missing) asked.delete(id);
    });
  }, [missing.join(' ')]);
  return (id) => {
    const title = titles.value.get(id);
    if (title === null) return 'Deleted timeline';
    return title ?? 'Timeline';
  };
}
