import { readJson } from '#front/client/read-json.ts';

const STORED = 'video-console-imports';
/** Imports that are remembered; the oldest are dropped first. */
const MOST_IMPORTS = 200;
const isEntry = (entry) => {
  if (!Array.isArray(entry)) return false;
  const [id, known] = entry;
  return typeof id === 'string' && typeof known === 'object' && known !== null && 'importId' in known;
};
function readAll() {
  const read = readJson(localStorage.getItem(STORED) ?? '');
  return Array.isArray(read) ? read.filter(isEntry) : [];
}
/** Remembers in this browser which import made a timeline. The API keeps the report; only its id is stored. */
export function rememberImport(timelineId, known) {
  const others = readAll().filter(([id]) => id !== timelineId);
  localStorage.setItem(STORED, JSON.stringify([...others, [timelineId, known]].slice(-MOST_IMPORTS)));
}
/** The import that made a timeline; undefined where this browser knows of none. */
export const importOf = (timelineId) => readAll().find(([id]) => id === timelineId)?.[1];
