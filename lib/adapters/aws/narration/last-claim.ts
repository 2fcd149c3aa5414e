import type { GeneratedAudio, SlideAudio } from '#features/timelines/public.ts';

/** Reports whether the worker of this claim still has the stored audio: it was not ended, put off or claimed again since. */
export const isAudioClaimCurrent = (
  stored: SlideAudio | undefined,
  { job, attempt }: Pick<SlideAudio, 'job' | 'attempt'>,
): stored is GeneratedAudio =>
  stored?.source === 'generated' && stored.job === job && stored.attempt === attempt && stored.status === 'processing';
