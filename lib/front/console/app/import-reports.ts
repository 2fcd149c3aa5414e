import { parseJsonOrUndefined } from '#front/client/parse-json-or-undefined.ts';

const STORAGE_KEY = 'video-console-imports';
/** The largest number of remembered imports; the oldest are dropped first. */
const MAX_IMPORTS = 200;

/** The import that made a timeline, and whether its report was dismissed. */
export interface RememberedImport {
  importId: string;
  isDismissed: boolean;
}

const isEntry = (entry: unknown): entry is [string, RememberedImport] => {
  if (!Array.isArray(entry)) return false;
  const [id, rememberedImport]: unknown[] = entry;
  return (
    typeof id === 'string' &&
    typeof rememberedImport === 'object' &&
    rememberedImport !== null &&
    'importId' in rememberedImport
  );
};

function readEntries(): [string, RememberedImport][] {
  const storedValue = parseJsonOrUndefined(localStorage.getItem(STORAGE_KEY) ?? '');
  return Array.isArray(storedValue) ? storedValue.filter(isEntry) : [];
}

/** Stores in this browser which import made a timeline, and whether its report was dismissed. The report itself is fetched from the API. */
export function storeTimelineImportInBrowser(timelineId: string, importOfTimeline: RememberedImport): void {
  const otherEntries = readEntries().filter(([id]) => id !== timelineId);
  localStorage.setItem(
    STORAGE_KEY,
    JSON.stringify([...otherEntries, [timelineId, importOfTimeline]].slice(-MAX_IMPORTS)),
  );
}

/** The import that made a timeline; undefined if this browser has stored none. */
export const readRememberedTimelineImport = (timelineId: string): RememberedImport | undefined =>
  readEntries().find(([id]) => id === timelineId)?.[1];
