import type { Schemas } from '#front/client/client.ts';
import { parseJsonOrUndefined } from '#front/client/parse-json-or-undefined.ts';
import type { SlideDraft } from './slide-draft.ts';

const KEY_PREFIX = 'video-console-draft:';

/** The unsaved form of a slide, and the slide at the time when editing started. */
export interface UnsavedSlideDraft {
  draft: SlideDraft;
  slide: Schemas['Slide'];
}

const keyOf = (timelineId: string, slideId: string): string => `${KEY_PREFIX}${timelineId}:${slideId}`;

/** Stores the unsaved form of a slide, so that it survives a reload of the tab. @param draft undefined: removes the stored form */
export function storeSlideDraft(timelineId: string, slideId: string, draft: UnsavedSlideDraft | undefined): void {
  const key = keyOf(timelineId, slideId);
  if (draft === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, JSON.stringify(draft));
}

/** Reads the stored unsaved form values of a timeline's slides, by slide id. */
export function readUnsavedSlideDrafts(timelineId: string): ReadonlyMap<string, UnsavedSlideDraft> {
  const prefix = keyOf(timelineId, '');
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
  return new Map(
    keys.flatMap((key) => {
      const draft = readDraft(sessionStorage.getItem(key));
      return draft === undefined ? [] : [[key.slice(prefix.length), draft] as const];
    }),
  );
}

function readDraft(text: string | null): UnsavedSlideDraft | undefined {
  const parsedDraft = parseJsonOrUndefined(text ?? '');
  return typeof parsedDraft === 'object' && parsedDraft !== null && 'draft' in parsedDraft && 'slide' in parsedDraft
    ? (parsedDraft as UnsavedSlideDraft)
    : undefined;
}

/** Removes all stored forms at the end of a session. */
export function forgetSlideDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY_PREFIX)) sessionStorage.removeItem(key);
}
