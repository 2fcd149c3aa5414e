import { z } from 'zod';
import type { StoredSpeech } from '../../narration/public.ts';
import { type SlideAudio, storedAudio } from '../../timelines/public.ts';
import { itemCodec } from '../table/item.ts';

/** How the audio of a slide is stored. */
export const audioCodec = itemCodec<SlideAudio>('audio').of(storedAudio);

/** How speech is stored under its content address. */
export const speechCodec = itemCodec<StoredSpeech>('speech').of(
  z.object({
    hash: z.string(),
    key: z.string(),
    duration_seconds: z.number(),
    sentences: z.array(z.object({ text: z.string(), start_seconds: z.number(), end_seconds: z.number() })),
  }),
);
