import type { FilmStore } from '../../renders/public.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { filmCodec } from './render-items.ts';

/** Finds the films that renders may copy. The transaction that completes a render stores its film. */
export const filmRepository = (table: Table): FilmStore => ({
  async find(accountId, name) {
    const item = await table.get(keys.film(accountId, name));
    return item && filmCodec.parse(item);
  },
});
