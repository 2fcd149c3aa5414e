import type { CustomTemplate } from '#features/templates/custom-template.ts';
import type { CustomTemplateStore } from '#features/templates/ports.ts';
import type { CustomTemplateFinder } from '#features/templates/read-template-of-timeline.ts';
import { copyStored } from './copy.ts';
import type { MemoryTombstones } from './tombstone-store.ts';

/** An account without its own templates. */
export const noOwnTemplates: CustomTemplateFinder = { find: async () => undefined };

type Outcome = Awaited<ReturnType<CustomTemplateStore['insert']>>;

/** Custom templates in memory, with the brands that they were made of, under the conditions of the table. */
export interface MemoryTemplates extends Pick<CustomTemplateStore, 'insert' | 'find' | 'all' | 'findByBrand'> {
  /** Refuses the next insertion. @param meanwhile what another writer did before it */
  refuse(outcome: Exclude<Outcome, 'inserted'>, meanwhile?: () => Promise<unknown>): void;
  /** Deletes every template right after it is written, from now on. */
  forget(): void;
  remove(id: string): void;
}

/** A store of custom templates in memory. */
export function memoryTemplates(tombstones: MemoryTombstones): MemoryTemplates {
  const stored = new Map<string, CustomTemplate>();
  const brands = new Map<string, string>();
  const refusals: { outcome: Exclude<Outcome, 'inserted'>; meanwhile: () => Promise<unknown> }[] = [];
  let isForgetful = false;
  const keyOf = (accountId: string, id: string): string => `${accountId} ${id}`;
  const find: MemoryTemplates['find'] = async (accountId, id) => {
    const template = stored.get(keyOf(accountId, id));
    return template && copyStored(template);
  };
  return {
    find,
    all: async (accountId) => [...stored.values()].filter(({ account_id }) => account_id === accountId),
    async findByBrand(accountId, brand) {
      const id = brands.get(keyOf(accountId, brand));
      return id === undefined ? undefined : { id, template: await find(accountId, id) };
    },
    async insert(template, _, __, origin) {
      const refusal = refusals.shift();
      await refusal?.meanwhile();
      const brandKey = origin?.brand && keyOf(template.account_id, origin.brand.brand);
      if (brandKey !== undefined && brands.get(brandKey) !== origin?.brand?.instead_of) return 'brand_taken';
      if (refusal) return refusal.outcome;
      tombstones.prepare(template.account_id, { lifted: origin?.lifted })();
      if (brandKey !== undefined) brands.set(brandKey, template.id);
      if (!isForgetful) stored.set(keyOf(template.account_id, template.id), copyStored(template));
      return 'inserted';
    },
    refuse: (outcome, meanwhile = async () => undefined) => void refusals.push({ outcome, meanwhile }),
    forget() {
      isForgetful = true;
    },
    remove(id) {
      for (const [key, template] of stored) if (template.id === id) stored.delete(key);
    },
  };
}
