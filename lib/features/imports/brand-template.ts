import { createHash } from 'node:crypto';
import { cutText } from '#engine/deck-reading/cut-text.ts';
import type { DeckBrand } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { Limits } from '#features/accounts/public.ts';
import { builtInFontOf, type Font, type FontStore } from '#features/fonts/public.ts';
import type { ChosenFont, CustomTemplate, CustomTemplateStore } from '#features/templates/public.ts';
import type { UploadBlobs } from '#features/uploads/public.ts';
import { type Clock, timestamp } from '#kernel/shared/clock.ts';
import { WriteConflict } from '#kernel/shared/errors.ts';
import { newId, newToken } from '#kernel/shared/ids.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { StoredPicture } from '#kernel/shared/stored-picture.ts';
import { announceAccountFile, fileTombstoneId, type TombstoneStore } from '#platform/erasure/public.ts';
import type { Import } from './import.ts';
import { importedTitle, USUAL_TEMPLATE } from './plan-import.ts';
import type { TakenDeck } from './ports.ts';
import { BRAND_FONTS, type ReportedBrand } from './reported-brand.ts';
import { typefaceLike } from './typeface-like.ts';

export interface BrandTemplateDeps {
  templates: Pick<CustomTemplateStore, 'findByBrand' | 'insert'>;
  fonts: Pick<FontStore, 'all'>;
  files: Pick<UploadBlobs, 'putBytes'>;
  tombstones: Pick<TombstoneStore, 'insert'>;
  clock: Clock;
}

/** The brand of a deck as a template. Absent `brand`: the deck has none, or the line says why there is no template. */
export interface BrandOfImport {
  brand?: ReportedBrand | undefined;
  warnings: readonly DeckWarning[];
}

/** Weights that are looked for among the fonts of the account. */
const WEIGHTS: Readonly<Record<ReportedBrand['fonts'][number]['part'], number>> = { heading: 700, body: 400 };
/** Characters of the name of a template. */
const MAX_NAME = 80;
/** Attempts to make the template of a brand that another import makes at the same time. */
const ATTEMPTS = 3;
/** The result of an import that makes no template. */
export const NO_BRAND: BrandOfImport = { warnings: [] };

/**
 * Finds or makes the template that has colours, fonts and logo of a deck. It counts as a custom template of the account. A deck with the
 * same theme gets the same template, as it is by then: two imports at once make one. It stays when the import fails after it.
 * @throws WriteConflict when the account was deleted, or others made and deleted the template again and again
 */
export async function brandOfImport(
  deps: BrandTemplateDeps,
  made: Import,
  taken: TakenDeck,
  limits: Limits,
): Promise<BrandOfImport> {
  const { brand, settings } = taken.deck;
  const { options, account_id } = made;
  if (!brand || options.brand !== 'deck' || options.template_id !== undefined || settings.template_id !== undefined)
    return NO_BRAND;
  const logo = await logoOf(taken, brand);
  const hash = brandHash(brand, logo);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const noted = await deps.templates.findByBrand(account_id, hash);
    if (noted?.template) return { brand: reported(brand, noted.template, made), warnings: [] };
    const template = await newTemplate(deps, made, taken, logo);
    const outcome = await deps.templates.insert(template, limits, undefined, {
      brand: hash,
      instead_of: noted?.id,
      lifted: template.logo ? [fileTombstoneId(template.logo.key)] : [],
    });
    if (outcome === 'inserted') return { brand: reported(brand, template, made), warnings: [] };
    if (outcome === 'too_many') return { warnings: [noRoom(limits)] };
  }
  throw new WriteConflict('the template of a brand is being made by others');
}

const noRoom = ({ own_templates, stored_bytes }: Limits): DeckWarning => ({
  slide: null,
  code: 'brand_not_taken',
  message: `The colours and fonts of the deck did not become a template: your plan allows ${own_templates} custom templates, and files of ${stored_bytes.toLocaleString('en')} bytes. Slides that are drawn in a template have ${USUAL_TEMPLATE}. Delete a template or files, or choose a larger plan.`,
});

interface Logo {
  bytes: Uint8Array;
  facts: Omit<StoredPicture, 'key'>;
}

async function logoOf({ pictures, bytesOf }: TakenDeck, { logo }: DeckBrand): Promise<Logo | undefined> {
  const { source } = logo ?? {};
  const picture = source?.from === 'path' ? pictures.find(({ path }) => path === source.path) : undefined;
  if (!picture) return undefined;
  const { width, height, content_type } = picture;
  const bytes = await bytesOf(picture);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, facts: { sha256, width, height, content_type, size_bytes: bytes.length } };
}

/** The same for decks with the same colours, fonts and logo, hex. */
const brandHash = ({ colors, fonts, logo: placed }: DeckBrand, logo: Logo | undefined): string => {
  const { background, text = null, accent = null } = colors;
  const { heading = null, body = null } = fonts;
  const sign = logo ? [logo.facts.sha256, placed?.place ?? null] : null;
  return createHash('sha256')
    .update(JSON.stringify([background, text, accent, heading, body, sign]))
    .digest('hex');
};

/** Its logo is stored under a key that no other attempt knows; it is removed unless the template is written. */
async function newTemplate(
  deps: BrandTemplateDeps,
  made: Import,
  { deck }: TakenDeck,
  logo: Logo | undefined,
): Promise<CustomTemplate> {
  const { account_id } = made;
  const now = deps.clock();
  const { colors, fonts, logo: placed } = deck.brand ?? { colors: {}, fonts: {}, logo: undefined };
  const own = await deps.fonts.all(account_id);
  const chosen = BRAND_FONTS.flatMap((part): [keyof DeckBrand['fonts'], ChosenFont][] => {
    const name = fonts[part];
    return name === undefined ? [] : [[part, fontFor(name, WEIGHTS[part], own)]];
  });
  return {
    id: newId('template', now),
    account_id,
    name: cutText(importedTitle(made, deck), MAX_NAME).text,
    base: USUAL_TEMPLATE,
    colors,
    fonts: Object.fromEntries(chosen),
    ...(logo ? { logo: await stored(deps, account_id, logo) } : {}),
    logo_place: placed?.place ?? 'bottom_right',
    version: 1,
    created_at: timestamp(now),
    updated_at: timestamp(now),
  };
}

async function stored(deps: BrandTemplateDeps, accountId: string, { bytes, facts }: Logo): Promise<StoredPicture> {
  const extension = facts.content_type === 'image/png' ? 'png' : 'jpg';
  const key = storageKeys.logo(accountId, newToken(deps.clock()), extension);
  await announceAccountFile(deps, accountId, key);
  await deps.files.putBytes(key, bytes, facts.content_type);
  return { key, ...facts };
}

/** The font of a deck: one of the account with its name, else the built-in one that is nearest. */
function fontFor(name: string, weight: number, own: readonly Font[]): ChosenFont {
  const upright = own.filter(({ family, style }) => style === 'normal' && isSame(family, name));
  const [nearest] = upright.sort((one, other) => Math.abs(one.weight - weight) - Math.abs(other.weight - weight));
  if (!nearest) return { typeface: typefaceLike(name) };
  const { id: font_id, family, sha256, key: file } = nearest;
  return { font_id, family, sha256, file, weight: nearest.weight, italic: false };
}

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

const familyOf = (font: ChosenFont): string =>
  'typeface' in font ? (builtInFontOf(font.typeface)?.family ?? font.typeface) : font.family;

const reported = ({ fonts: named }: DeckBrand, template: CustomTemplate, { created_at }: Import): ReportedBrand => ({
  template_id: template.id,
  name: template.name,
  // An attempt of this import that was killed may have made it.
  reused: template.created_at < created_at,
  logo: template.logo !== undefined,
  fonts: BRAND_FONTS.flatMap((part) => {
    const [deck, font] = [named[part], template.fonts[part]];
    return deck === undefined || !font ? [] : [{ part, deck, template: familyOf(font) }];
  }),
});
