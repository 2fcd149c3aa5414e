/** Instead of the module of this name in lib: the words of a caption are found once. */
import { splitAtLineBreakOpportunities as find } from '#features/renders/captions/tokens.ts';
import { memoized } from './memoized.ts';

export * from '#features/renders/captions/tokens.ts';
export const captionTokensOf = memoized(find, (text, language, limit) => `${language} ${limit ?? ''} ${text}`);
