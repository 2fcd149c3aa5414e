import type { GeneratedAudio, SlideAudio } from '#features/timelines/public.ts';

/** Reports whether stored audio is still with the worker of this claim: nothing ended it, put it off, or claimed it again. */
export const isLastClaim = (
  stored: SlideAudio | undefined,
  { job, attempt }: Pick<SlideAudio, 'job' | 'attempt'>,
): stored is GeneratedAudio =>
  stored?.source === 'generated' && stored.job === job && stored.attempt === attempt && stored.status === 'processing';
