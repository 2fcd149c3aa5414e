import { beforeEach, describe, expect, it } from 'vitest';
import type { DeckBrand, ParsedDeck } from '#engine/deck-reading/deck.ts';
import { ENTITLEMENTS } from '#features/accounts/public.ts';
import type { StoredFont } from '#features/fonts/public.ts';
import { type BrandTemplateDeps, ensureDeckBrandTemplate } from '#features/imports/brand-template.ts';
import type { Import } from '#features/imports/import.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { memoryTemplates } from '#test/support/fakes/custom-template-store.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { handClock, START, secondsAfter } from '#test/support/samples/entities.ts';

const ACCOUNT = 'acc_1';
const BRAND: DeckBrand = {
  colors: { background: '#102040', text: '#ffffff', accent: '#ff8000' },
  fonts: { heading: 'Acme Sans', body: 'Georgia' },
  logo: { source: { from: 'path', path: 'logo-1' }, place: 'top_left' },
};
const madeAt = (seconds: number, over: Partial<Import['options']> = {}): Import => ({
  ...{ id: 'imp_1', account_id: ACCOUNT, plan: 'max', status: 'processing', progress: 0, attempt: 1 },
  ...{ timeline_id: 'tl_1', kind: 'pptx', name: 'talk.pptx', size_bytes: 1, deck_key: 'deck' },
  options: { look: 'auto', pdf_text: 'none', brand: 'deck', ...over },
  ...{ created_at: secondsAfter(seconds).toISOString(), enqueued_at: START.toISOString() },
});
const fontOf = (over: Partial<StoredFont>): StoredFont => ({
  ...{ id: 'fnt_1', account_id: ACCOUNT, family: 'Acme Sans', weight: 400, style: 'normal', glyphs: 9 },
  ...{ scripts: ['Latn'], format: 'ttf', key: 'f1', sha256: 's1', size_bytes: 1, created_at: START.toISOString() },
  ...over,
});

let files: ReturnType<typeof memoryFileStore>;
let tombstones: ReturnType<typeof memoryTombstoneStore>;
let templates: ReturnType<typeof memoryTemplates>;
let fonts: StoredFont[];
let hand: ReturnType<typeof handClock>;
let deps: BrandTemplateDeps;

beforeEach(() => {
  files = memoryFileStore();
  tombstones = memoryTombstoneStore();
  templates = memoryTemplates(tombstones);
  fonts = [];
  hand = handClock();
  deps = { templates, files, tombstones, clock: hand.clock, fonts: { all: async () => fonts } };
});

interface Deck extends Partial<ParsedDeck> {
  /** Bytes of its logo, as they were decoded. */
  logo?: string;
}

function brandIn({ logo = 'logo', ...over }: Deck = {}, made = madeAt(0)) {
  const deck: ParsedDeck = {
    ...{ kind: 'pptx', title: 'Quarterly review', language: null, sides: null, settings: {}, slides: [], pages: 0 },
    ...{ warnings: [], brand: BRAND, ...over },
  };
  const pictures = [{ path: 'logo-1', width: 120, height: 60, content_type: 'image/png' as const }];
  const taken = { deck, pictures, before: new Map(), bytesOf: async () => Buffer.from(logo) };
  return ensureDeckBrandTemplate(
    deps,
    made,
    { ...taken, soundOf: () => expect.fail('no sound'), fileOf: () => expect.fail('no video') },
    ENTITLEMENTS.max,
  );
}
const idOf = async (...given: Parameters<typeof brandIn>) =>
  (await brandIn(...given)).brand?.template_id ?? expect.fail('no brand');
/** The files that will be removed. */
const leaving = () =>
  [...tombstones.stored.values()].flatMap(({ remains }) => (remains.kind === 'own_files' ? remains.keys : []));
const only = async () => {
  const [template, ...others] = await templates.all(ACCOUNT);
  expect(others).toEqual([]);
  return template ?? expect.fail('no template');
};

describe('the brand of a deck', () => {
  it('becomes a template with its colours, the nearest fonts, and its logo', async () => {
    const { brand, warnings } = await brandIn();
    const template = await only();
    expect(template).toMatchObject({
      ...{ name: 'Quarterly review', base: 'plain', colors: BRAND.colors, logo_place: 'top_left', version: 1 },
      fonts: { heading: { typeface: 'sans' }, body: { typeface: 'serif' } },
      logo: { width: 120, height: 60, content_type: 'image/png', size_bytes: 4 },
    });
    expect(String(await files.getBytes(template.logo?.key ?? ''))).toBe('logo');
    expect(leaving()).toEqual([]);
    expect(brand).toEqual({
      ...{ template_id: template.id, name: 'Quarterly review', reused: false, logo: true },
      fonts: [
        { part: 'heading', deck: 'Acme Sans', template: 'Inter' },
        { part: 'body', deck: 'Georgia', template: 'Source Serif 4' },
      ],
    });
    expect(warnings).toEqual([]);
  });

  it('has a font of the account with the same name, in the weight that is nearest, upright', async () => {
    fonts = [
      fontOf({ id: 'fnt_1', weight: 300, key: 'thin' }),
      fontOf({ id: 'fnt_2', weight: 600, family: ' acme sans', key: 'bold' }),
      fontOf({ id: 'fnt_3', weight: 700, style: 'italic', key: 'italic' }),
    ];
    const { brand } = await brandIn();
    expect((await only()).fonts.heading).toMatchObject({ font_id: 'fnt_2', file: 'bold', weight: 600, italic: false });
    expect(brand?.fonts[0]).toEqual({ part: 'heading', deck: 'Acme Sans', template: ' acme sans' });
  });

  it('has no logo where it was not a picture', async () => {
    const { brand } = await brandIn({ brand: { ...BRAND, logo: undefined } });
    expect([(await only()).logo, brand?.logo, files.files.size]).toEqual([undefined, false, 0]);
  });

  it('is none where a template is named, where it is not wanted, or where the deck has none', async () => {
    expect(await brandIn({}, madeAt(0, { template_id: 'aurora' }))).toEqual({ warnings: [] });
    expect(await brandIn({}, madeAt(0, { brand: 'none' }))).toEqual({ warnings: [] });
    expect(await brandIn({}, madeAt(0, { brand: undefined }))).toEqual({ warnings: [] });
    expect(await brandIn({ settings: { template_id: 'aurora' } })).toEqual({ warnings: [] });
    expect(await brandIn({ kind: 'markdown', brand: undefined })).toEqual({ warnings: [] });
    expect([await templates.all(ACCOUNT), files.files.size]).toEqual([[], 0]);
  });
});

describe('the same brand again', () => {
  it('is the same template, whatever the deck is called', async () => {
    const first = await idOf();
    hand.pass(60);
    const { brand } = await brandIn({ title: 'Another' }, madeAt(30));
    expect(brand).toMatchObject({ template_id: first, name: 'Quarterly review', reused: true });
    expect([(await only()).id, files.files.size]).toEqual([first, 1]);
  });

  it('is that of an attempt that was killed, and was not there before the import', async () => {
    const first = await idOf();
    hand.pass(60);
    expect((await brandIn()).brand).toMatchObject({ template_id: first, reused: false });
    await only();
  });

  it.each([
    ['another colour', { brand: { ...BRAND, colors: { ...BRAND.colors, accent: '#00ff00' } } }],
    ['another font', { brand: { ...BRAND, fonts: { ...BRAND.fonts, body: 'Calibri' } } }],
    ['another logo', { logo: 'another' }],
    ['no logo', { brand: { ...BRAND, logo: undefined } }],
    ['a logo elsewhere', { brand: { ...BRAND, logo: { ...BRAND.logo, place: 'top_right' } } as DeckBrand }],
  ])('is another one with %s', async (_, deck) => {
    expect(await idOf(deck)).not.toBe(await idOf());
    expect(await templates.all(ACCOUNT)).toHaveLength(2);
  });

  it('is a new template where the first was deleted', async () => {
    const first = await idOf();
    templates.remove(first);
    const second = await idOf();
    expect(second).not.toBe(first);
    expect([(await only()).id, await idOf()]).toEqual([second, second]);
  });
});

describe('the template of a brand', () => {
  it('is one for two imports at once, and the logo of the other goes', async () => {
    const [one, other] = await Promise.all([idOf(), idOf()]);
    expect(other).toBe(one);
    const { logo } = await only();
    expect(leaving()).toEqual([...files.files.keys()].filter((key) => key !== logo?.key));
    expect(leaving()).toHaveLength(1);
  });

  it('is made with the fonts that are left where one of them was deleted meanwhile', async () => {
    fonts = [fontOf({})];
    templates.refuse('no_font', async () => {
      fonts = [];
    });
    await idOf();
    expect((await only()).fonts.heading).toEqual({ typeface: 'sans' });
  });

  it('is none where the plan has no room, and a line says why', async () => {
    templates.refuse('too_many');
    const { brand, warnings } = await brandIn();
    expect(brand).toBeUndefined();
    expect(warnings).toEqual([{ slide: null, code: 'brand_not_taken', message: expect.stringContaining('plain') }]);
    expect(warnings[0]?.message).toContain('100 custom templates');
    expect(leaving()).toEqual([...files.files.keys()]);
    expect(await templates.all(ACCOUNT)).toEqual([]);
  });

  it('is given up where others make and delete it again and again: the import is tried again', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) templates.refuse('brand_taken');
    await expect(brandIn()).rejects.toBeInstanceOf(WriteConflictError);
    expect(await templates.all(ACCOUNT)).toEqual([]);
  });
});
