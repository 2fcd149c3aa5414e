import { type SlideAudio, storedAudio } from '../../timelines/public.ts';
import { itemCodec } from '../table/item.ts';

/** How the audio of a slide is stored. */
export const audioCodec = itemCodec<SlideAudio>('audio').of(storedAudio);
