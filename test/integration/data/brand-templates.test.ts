import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resourceTotalsInItem } from '#adapters/aws/accounts/holdings.ts';
import { tombstoneRepository } from '#adapters/aws/erasure/tombstone-repository.ts';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import { customTemplateRepository } from '#adapters/aws/templates/custom-template-repository.ts';
import type { CustomTemplate } from '#features/templates/public.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import { createTemplateFileTombstone, fileTombstoneId, writeTemplateFileTombstone } from '#platform/erasure/public.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { START } from '#test/support/samples/entities.ts';

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const BRAND = 'b'.repeat(64);
const LIMITS = { own_templates: 2, stored_bytes: 1000 };
let account_id: string;
beforeEach(() => {
  account_id = newId('account');
});

const store = () => customTemplateRepository(database.table);
const holdings = async () => resourceTotalsInItem(await database.table.get(tableKeys.holdings(account_id)));
const tombstoneOf = (key: string) => database.table.get(tableKeys.tombstone(account_id, fileTombstoneId(key)));

/** A template with a logo of some bytes, whose file was announced. */
async function announced(size_bytes = 400): Promise<{ template: CustomTemplate; lifted: string[] }> {
  const id = newId('template');
  const key = `logos/${account_id}/${id.slice(4)}.png`;
  const tombstones = tombstoneRepository(database.table);
  await writeTemplateFileTombstone({ tombstones, clock: () => START }, account_id, key);
  const at = START.toISOString();
  const logo = { key, sha256: 's', width: 8, height: 6, content_type: 'image/png' as const, size_bytes };
  const template: CustomTemplate = {
    ...{ id, account_id, name: 'A', base: 'plain', colors: { background: '#102040' }, fonts: {}, logo },
    ...{ logo_place: 'top_left', version: 1, created_at: at, updated_at: at },
  };
  return { template, lifted: [fileTombstoneId(key)] };
}
const insert = (
  template: CustomTemplate,
  { lifted, instead_of }: { lifted: string[]; instead_of?: string },
  limits = LIMITS,
) => store().insert(template, limits, undefined, { brand: { brand: BRAND, instead_of }, lifted });

describe('the template of a brand', () => {
  it('is written with its brand, counted with its logo, and keeps its file', async () => {
    const { template, lifted } = await announced();
    expect(await store().findByBrand(account_id, BRAND)).toBeUndefined();
    expect(await insert(template, { lifted })).toBe('inserted');
    expect(await store().findByBrand(account_id, BRAND)).toEqual({ id: template.id, template });
    expect(await store().find(account_id, template.id)).toEqual(template);
    expect(await holdings()).toMatchObject({ own_templates: 1, stored_bytes: 400 });
    expect(await tombstoneOf(template.logo?.key ?? '')).toBeUndefined();
  });

  it('is one for two that write at once, and the other leaves its tombstone and no count', async () => {
    const [one, other] = [await announced(), await announced()];
    const outcomes = await Promise.all([one, other].map(({ template, lifted }) => insert(template, { lifted })));
    expect(outcomes.toSorted()).toEqual(['brand_taken', 'inserted']);
    expect(await store().all(account_id)).toHaveLength(1);
    expect(await holdings()).toMatchObject({ own_templates: 1, stored_bytes: 400 });
    const [refused] = outcomes[0] === 'inserted' ? [other] : [one];
    expect(await tombstoneOf(refused?.template.logo?.key ?? '')).toMatchObject({ entity: 'tombstone' });
  });

  it('takes the place of one that was deleted, once, and its bytes go with it', async () => {
    const first = await announced();
    await insert(first.template, { lifted: first.lifted });
    const added = createTemplateFileTombstone(account_id, first.template.logo?.key ?? '', START);
    expect(await store().remove(first.template, { added })).toBe('removed');
    expect(await holdings()).toMatchObject({ own_templates: 0, stored_bytes: 0 });
    expect(await store().findByBrand(account_id, BRAND)).toEqual({ id: first.template.id, template: undefined });

    const [second, third] = [await announced(), await announced()];
    expect(await insert(second.template, { lifted: second.lifted })).toBe('brand_taken');
    const instead_of = first.template.id;
    expect(await insert(second.template, { lifted: second.lifted, instead_of })).toBe('inserted');
    expect(await insert(third.template, { lifted: third.lifted, instead_of })).toBe('brand_taken');
    expect(await store().findByBrand(account_id, BRAND)).toMatchObject({ id: second.template.id });
  });

  it.each([
    ['one more template', { own_templates: 0, stored_bytes: 1000 }],
    ['the bytes of its logo', { own_templates: 2, stored_bytes: 399 }],
  ])('is refused without a room for %s, and leaves nothing', async (_, limits) => {
    const { template, lifted } = await announced();
    expect(await insert(template, { lifted }, limits)).toBe('too_many');
    expect(await store().findByBrand(account_id, BRAND)).toBeUndefined();
    expect(await store().all(account_id)).toEqual([]);
    expect(await holdings()).toMatchObject({ own_templates: 0, stored_bytes: 0 });
    expect(await tombstoneOf(template.logo?.key ?? '')).toMatchObject({ entity: 'tombstone' });
  });

  it('is refused where its file is already being removed, or a font of it is gone', async () => {
    const { template, lifted } = await announced();
    await expect(insert(template, { lifted: [...lifted, 'none'] })).rejects.toBeInstanceOf(WriteConflictError);
    const heading = { font_id: 'fnt_none', family: 'F', sha256: 's', file: 'f', weight: 400, italic: false };
    expect(await insert({ ...template, fonts: { heading } }, { lifted })).toBe('no_font');
    expect(await store().findByBrand(account_id, BRAND)).toBeUndefined();
  });

  it('is refused where the account was deleted, of which nothing may come back', async () => {
    await database.table.put({ ...tableKeys.accounting(account_id), entity: 'accounting' });
    const { template, lifted } = await announced();
    await expect(insert(template, { lifted })).rejects.toBeInstanceOf(WriteConflictError);
    expect(await store().all(account_id)).toEqual([]);
  });
});
