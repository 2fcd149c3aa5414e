import type { GeneratedAudio, SlideAudio } from '#features/timelines/public.ts';

/** Reports whether the worker of this claim still has the stored audio: it was not ended, put off or claimed again since. */
export const isAudioClaimCurrent = (
  storedAudio: SlideAudio | undefined,
  { job, attempt }: Pick<SlideAudio, 'job' | 'attempt'>,
): storedAudio is GeneratedAudio =>
  storedAudio?.source === 'generated' &&
  storedAudio.job === job &&
  storedAudio.attempt === attempt &&
  storedAudio.status === 'processing';
