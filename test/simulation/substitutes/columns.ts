/** Instead of the module of this name in lib: a caption is measured once. */
import { captionWidthInColumns as measure } from '#features/renders/captions/columns.ts';
import { memoized } from './memoized.ts';

export * from '#features/renders/captions/columns.ts';
export const captionWidthInColumns = memoized(measure, (text) => text);
