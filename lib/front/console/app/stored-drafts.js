import { readJson } from '#front/client/read-json.ts';

const PREFIX = 'video-console-draft:';
const keyOf = (timelineId, slideId) => `${PREFIX}${timelineId}:${slideId}`;
/** Keeps unsaved changes of a slide for a reload of the tab; undefined: they are saved. */
export function storeDraft(timelineId, slideId, draft) {
  const key = keyOf(timelineId, slideId);
  if (draft === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, JSON.stringify(draft));
}
/** Unsaved changes that a reload left, by slide. */
export function storedDrafts(timelineId) {
  const prefix = keyOf(timelineId, '');
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
  return new Map(
    keys.flatMap((key) => {
      const draft = readDraft(sessionStorage.getItem(key));
      return draft === undefined ? [] : [[key.slice(prefix.length), draft]];
    }),
  );
}
function readDraft(text) {
  const read = readJson(text ?? '');
  return typeof read === 'object' && read !== null && 'draft' in read && 'slide' in read ? read : undefined;
}
/** Removes every draft: they end with the session. */
export function forgetDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
