/** Instead of the module of this name in lib: a caption is measured once. */
import { captionWidthInColumns as measure } from '#features/renders/captions/caption-width.ts';
import { memoized } from './memoized.ts';

export * from '#features/renders/captions/caption-width.ts';
export const captionWidthInColumns = memoized(measure, (text) => text);
