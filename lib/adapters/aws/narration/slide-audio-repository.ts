import type { SlideAudioStore } from '#features/narration/public.ts';
import type { Table } from '../table/table.ts';
import { slideAudioItemKeyOf } from './audio-items.ts';
import { audioWorkRepository } from './audio-work-repository.ts';
import { slideAudioCodec } from './narration-items.ts';
import { slideAudioAdoptionRepository } from './slide-audio-adoption-repository.ts';
import { slideAudioRequestRepository } from './slide-audio-request-repository.ts';

/** The audio of slides, in the partition of their timeline, next to the revisions of slides. */
export const slideAudioRepository = (table: Table): SlideAudioStore => ({
  async find(ref) {
    const item = await table.get(slideAudioItemKeyOf(ref));
    return item && slideAudioCodec.parse(item);
  },
  ...slideAudioRequestRepository(table),
  ...slideAudioAdoptionRepository(table),
  ...audioWorkRepository(table),
});
