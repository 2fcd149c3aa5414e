import { type SlideAudio, storedSlideAudioSchema } from '#features/timelines/public.ts';
import { itemCodec } from '../table/item.ts';

/** Stored form of the audio of a slide. */
export const slideAudioCodec = itemCodec<SlideAudio>('audio').of(storedSlideAudioSchema);
