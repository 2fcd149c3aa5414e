import type { AudioStore } from '#features/narration/public.ts';
import type { Table } from '../table/table.ts';
import { audioAdoption } from './audio-adoption.ts';
import { keyOfAudio } from './audio-items.ts';
import { audioRequests } from './audio-requests.ts';
import { audioWork } from './audio-work.ts';
import { audioCodec } from './narration-items.ts';

/** The audio of slides, stored with the revisions of its timeline's slides. */
export const audioRepository = (table: Table): AudioStore => ({
  async find(ref) {
    const item = await table.get(keyOfAudio(ref));
    return item && audioCodec.parse(item);
  },
  ...audioRequests(table),
  ...audioAdoption(table),
  ...audioWork(table),
});
