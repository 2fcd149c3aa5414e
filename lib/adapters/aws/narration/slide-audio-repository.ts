import type { SlideAudioStore } from '#features/narration/public.ts';
import type { Table } from '../table/table.ts';
import { slideAudioAdoptionRepository } from './audio-adoption-repository.ts';
import { slideAudioItemKeyOf } from './audio-items.ts';
import { slideAudioRequestRepository } from './audio-request-repository.ts';
import { audioWorkRepository } from './audio-work-repository.ts';
import { slideAudioCodec } from './narration-items.ts';

/** The audio of slides, stored with the revisions of its timeline's slides. */
export const slideAudioRepository = (table: Table): SlideAudioStore => ({
  async find(ref) {
    const item = await table.get(slideAudioItemKeyOf(ref));
    return item && slideAudioCodec.parse(item);
  },
  ...slideAudioRequestRepository(table),
  ...slideAudioAdoptionRepository(table),
  ...audioWorkRepository(table),
});
