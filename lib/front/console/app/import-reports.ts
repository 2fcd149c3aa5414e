import { readJson } from '#front/client/read-json.ts';

const STORED = 'video-console-imports';
/** Imports that are remembered; the oldest are dropped first. */
const MOST_IMPORTS = 200;

/** The import that made a timeline, and whether its report was dismissed. */
export interface KnownImport {
  importId: string;
  isDismissed: boolean;
}

const isEntry = (entry: unknown): entry is [string, KnownImport] => {
  if (!Array.isArray(entry)) return false;
  const [id, known]: unknown[] = entry;
  return typeof id === 'string' && typeof known === 'object' && known !== null && 'importId' in known;
};

function readAll(): [string, KnownImport][] {
  const read = readJson(localStorage.getItem(STORED) ?? '');
  return Array.isArray(read) ? read.filter(isEntry) : [];
}

/** Remembers in this browser which import made a timeline. The API keeps the report; only its id is stored. */
export function rememberImport(timelineId: string, known: KnownImport): void {
  const others = readAll().filter(([id]) => id !== timelineId);
  localStorage.setItem(STORED, JSON.stringify([...others, [timelineId, known]].slice(-MOST_IMPORTS)));
}

/** The import that made a timeline; undefined where this browser knows of none. */
export const importOf = (timelineId: string): KnownImport | undefined =>
  readAll().find(([id]) => id === timelineId)?.[1];
