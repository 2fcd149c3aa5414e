import { createHash } from 'node:crypto';
import { cutTextWithEllipsis } from '#engine/deck-reading/cut-text-with-ellipsis.ts';
import type { DeckBrand } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import type { PlanLimits } from '#features/accounts/public.ts';
import { familyNameOfTemplateFont, replacementForBrandFont } from '#features/brands/public.ts';
import type { CustomFontStore } from '#features/fonts/public.ts';
import type { CustomTemplate, CustomTemplateStore, TemplateFontChoice } from '#features/templates/public.ts';
import type { UploadBlobs } from '#features/uploads/public.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { createOpaqueToken, newId } from '#kernel/shared/ids.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { StoredPicture } from '#kernel/shared/stored-picture.ts';
import { fileTombstoneId, type TombstoneStore, writeTemplateFileTombstone } from '#platform/erasure/public.ts';
import { BRAND_FONT_KINDS, type BrandInImportReport } from './brand-in-import-report.ts';
import type { Import } from './import.ts';
import { DEFAULT_IMPORT_TEMPLATE, importedTitle } from './plan-import.ts';
import type { IsolatedDeckResult } from './ports.ts';

/** Dependencies of `ensureDeckBrandTemplate`. */
export interface BrandTemplateDeps {
  templates: Pick<CustomTemplateStore, 'findByBrand' | 'insert'>;
  fonts: Pick<CustomFontStore, 'all'>;
  files: Pick<UploadBlobs, 'putBytes'>;
  tombstones: Pick<TombstoneStore, 'insert'>;
  clock: Clock;
}

/** The template of the brand of a deck. Without `brand`, the deck has none, or a warning has the reason. */
export interface BrandTemplateResult {
  brand?: BrandInImportReport | undefined;
  warnings: readonly DeckWarning[];
}

/** The maximum length of the name of a template, in characters. */
const MAX_NAME_CHARACTERS = 80;
/** The number of attempts to create the template of a brand, while other imports create or delete it. */
const MAX_ATTEMPTS = 3;
/** The result of an import that creates no template. */
export const NO_BRAND_TEMPLATE: BrandTemplateResult = { warnings: [] };

/**
 * Finds or creates the template with the colours, fonts and logo of a deck. It counts as a custom template of the account. Decks with the
 * same theme share one template, with the changes that the client made to it; concurrent imports create it once. The template is
 * kept if the import fails later.
 * @throws WriteConflictError if the account was deleted, or if other requests created and deleted the template `MAX_ATTEMPTS` times
 */
export async function ensureDeckBrandTemplate(
  deps: BrandTemplateDeps,
  deckImport: Import,
  deckResult: IsolatedDeckResult,
  limits: PlanLimits,
): Promise<BrandTemplateResult> {
  const { brand, settings } = deckResult.deck;
  const { options, account_id } = deckImport;
  if (!brand || options.brand !== 'deck' || options.template_id !== undefined || settings.template_id !== undefined)
    return NO_BRAND_TEMPLATE;
  const logo = await readDeckLogo(deckResult, brand);
  const hash = brandHash(brand, logo);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const existing = await deps.templates.findByBrand(account_id, hash);
    if (existing?.template) return { brand: toReportedBrand(brand, existing.template, deckImport), warnings: [] };
    const template = await newTemplate(deps, deckImport, deckResult, logo);
    const outcome = await deps.templates.insert(template, limits, undefined, {
      brand: { brand: hash, instead_of: existing?.id },
      lifted: template.logo ? [fileTombstoneId(template.logo.key)] : [],
    });
    if (outcome === 'inserted') return { brand: toReportedBrand(brand, template, deckImport), warnings: [] };
    if (outcome === 'too_many') return { warnings: [noRoomWarning(limits)] };
  }
  throw new WriteConflictError('the template of a brand is being made by others');
}

const noRoomWarning = ({ own_templates, stored_bytes }: PlanLimits): DeckWarning => ({
  slide: null,
  code: 'brand_not_taken',
  message: `The colours and fonts of the deck did not become a template: your plan allows ${own_templates} custom templates, and files of ${stored_bytes.toLocaleString('en')} bytes. Slides that are drawn in a template have ${DEFAULT_IMPORT_TEMPLATE}. Delete a template or files, or choose a larger plan.`,
});

interface DeckLogo {
  bytes: Uint8Array;
  facts: Omit<StoredPicture, 'key'>;
}

async function readDeckLogo(
  { pictures, bytesOf }: IsolatedDeckResult,
  { logo }: DeckBrand,
): Promise<DeckLogo | undefined> {
  const { source } = logo ?? {};
  const picture = source?.from === 'path' ? pictures.find(({ path }) => path === source.path) : undefined;
  if (!picture) return undefined;
  const { width, height, content_type } = picture;
  const bytes = await bytesOf(picture);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, facts: { sha256, width, height, content_type, size_bytes: bytes.length } };
}

/** SHA-256, in hex, that is equal for decks with the same colours, fonts and logo. */
const brandHash = ({ colors, fonts, logo: logoInDeck }: DeckBrand, logo: DeckLogo | undefined): string => {
  const { background, text = null, accent = null } = colors;
  const { heading = null, body = null } = fonts;
  const logoPart = logo ? [logo.facts.sha256, logoInDeck?.place ?? null] : null;
  return createHash('sha256')
    .update(JSON.stringify([background, text, accent, heading, body, logoPart]))
    .digest('hex');
};

/** A new template. Its logo is stored under a new key; a tombstone removes the file unless the template is written. */
async function newTemplate(
  deps: BrandTemplateDeps,
  deckImport: Import,
  { deck }: IsolatedDeckResult,
  logo: DeckLogo | undefined,
): Promise<CustomTemplate> {
  const { account_id } = deckImport;
  const now = deps.clock();
  const { colors, fonts, logo: logoInDeck } = deck.brand ?? { colors: {}, fonts: {}, logo: undefined };
  const customFonts = await deps.fonts.all(account_id);
  const fontChoices = BRAND_FONT_KINDS.flatMap((part): [keyof DeckBrand['fonts'], TemplateFontChoice][] => {
    const name = fonts[part];
    return name === undefined ? [] : [[part, replacementForBrandFont(name, part, customFonts)]];
  });
  return {
    id: newId('template', now),
    account_id,
    name: cutTextWithEllipsis(importedTitle(deckImport, deck), MAX_NAME_CHARACTERS).text,
    base: DEFAULT_IMPORT_TEMPLATE,
    colors,
    fonts: Object.fromEntries(fontChoices),
    ...(logo ? { logo: await storeLogo(deps, account_id, logo) } : {}),
    logo_place: logoInDeck?.place ?? 'bottom_right',
    version: 1,
    created_at: formatUtcTimestamp(now),
    updated_at: formatUtcTimestamp(now),
  };
}

async function storeLogo(
  deps: BrandTemplateDeps,
  accountId: string,
  { bytes, facts }: DeckLogo,
): Promise<StoredPicture> {
  const extension = facts.content_type === 'image/png' ? 'png' : 'jpg';
  const key = storageKeys.logo(accountId, createOpaqueToken(deps.clock()), extension);
  await writeTemplateFileTombstone(deps, accountId, key);
  await deps.files.putBytes(key, bytes, facts.content_type);
  return { key, ...facts };
}

const toReportedBrand = (
  { fonts: deckFonts }: DeckBrand,
  template: CustomTemplate,
  { created_at }: Import,
): BrandInImportReport => ({
  template_id: template.id,
  name: template.name,
  // A template that is not older than the import was made by an attempt of this import that was killed.
  reused: template.created_at < created_at,
  logo: template.logo !== undefined,
  fonts: BRAND_FONT_KINDS.flatMap((part) => {
    const [deck, font] = [deckFonts[part], template.fonts[part]];
    return deck === undefined || !font ? [] : [{ part, deck, template: familyNameOfTemplateFont(font) }];
  }),
});
