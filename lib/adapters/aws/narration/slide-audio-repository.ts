import type { SlideAudioStore } from '#features/narration/public.ts';
import type { Table } from '../table/table.ts';
import { audioAdoptionRepository } from './audio-adoption-repository.ts';
import { slideAudioKey } from './audio-items.ts';
import { audioRequestRepository } from './audio-request-repository.ts';
import { audioWorkRepository } from './audio-work-repository.ts';
import { slideAudioCodec } from './narration-items.ts';

/** The audio of slides, stored with the revisions of its timeline's slides. */
export const slideAudioRepository = (table: Table): SlideAudioStore => ({
  async find(ref) {
    const item = await table.get(slideAudioKey(ref));
    return item && slideAudioCodec.parse(item);
  },
  ...audioRequestRepository(table),
  ...audioAdoptionRepository(table),
  ...audioWorkRepository(table),
});
