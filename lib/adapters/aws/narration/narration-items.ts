import { type SlideAudio, storedSlideAudioSchema } from '#features/timelines/public.ts';
import { createItemCodec } from '../table/item.ts';

/** Stored form of the audio of a slide. */
export const slideAudioCodec = createItemCodec<SlideAudio>('audio').of(storedSlideAudioSchema);
