import { createHash } from 'node:crypto';
import type { z } from 'zod';
import {
  limitsOfPlan,
  type Principal,
  storedBytesExceededError,
  tooManyTemplatesError,
} from '#features/accounts/public.ts';
import type { CustomFontStore } from '#features/fonts/public.ts';
import { IMAGE_FILE_RULES } from '#features/images/public.ts';
import type { CustomTemplate, CustomTemplateStore, TemplateFieldSource } from '#features/templates/public.ts';
import { fileTooLargeError, storeFileThenWriteReference, type UploadBlobs } from '#features/uploads/public.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { ServiceError, WriteConflictError } from '#kernel/shared/errors.ts';
import { createOpaqueToken, newId } from '#kernel/shared/ids.ts';
import type { PrepareIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { StoredPicture } from '#kernel/shared/stored-picture.ts';
import { fileTombstoneId, type TombstoneStore, writeTemplateFileTombstone } from '#platform/erasure/public.ts';
import { brandOfDeck } from './brand-of-deck.ts';
import { brandOfLogo } from './brand-of-logo.ts';
import { type BrandDeps, brandOfPage } from './brand-of-page.ts';
import { chooseTemplateColors } from './choose-template-colors.ts';
import { chooseTemplateFonts } from './choose-template-fonts.ts';
import type { createTemplateFromContract } from './contract.ts';
import { fetchFollowingRedirects } from './fetch-following.ts';
import type { FoundBrand, FoundLogo } from './found-brand.ts';
import { isLogoVisibleOn } from './logo-colors.ts';
import { readUploadedBrandFile, readUploadedLogo, type UploadedBrandFileDeps } from './read-uploaded-brand-file.ts';

/** Dependencies of `createTemplateFrom`. */
export interface CreateTemplateFromDeps extends BrandDeps, UploadedBrandFileDeps {
  templates: Pick<CustomTemplateStore, 'all' | 'insert'>;
  fonts: Pick<CustomFontStore, 'all'>;
  blobs: UploadBlobs;
  tombstones: Pick<TombstoneStore, 'insert'>;
}

type CreateTemplateFromBody = z.output<NonNullable<(typeof createTemplateFromContract)['body']>>;

/** Milliseconds in which a logo at an address must be fetched. */
const LOGO_FETCH_MS = 15_000;
/** The minimum length of the longer side of a logo: smaller pictures are icons of browser tabs. */
const MIN_LOGO_SIDE_PIXELS = 64;

/** Reads the brand of the source that a request names. */
async function readBrandOfSource(
  deps: CreateTemplateFromDeps,
  principal: Principal,
  body: CreateTemplateFromBody,
): Promise<FoundBrand> {
  const { account_id } = principal;
  const { decoder, get, elapsed } = deps;
  if ('url' in body) return brandOfPage(deps, account_id, body.url);
  if ('upload_id' in body) {
    const { kind, bytes } = await readUploadedBrandFile(deps, principal, body.upload_id);
    return kind === 'deck' ? brandOfDeck(decoder, account_id, bytes) : brandOfLogo(decoder, account_id, { bytes });
  }
  const { image } = body;
  if ('upload_id' in image)
    return brandOfLogo(decoder, account_id, { bytes: await readUploadedLogo(deps, principal, image.upload_id) });
  const file = await fetchFollowingRedirects(
    get,
    { elapsed, until: elapsed() + LOGO_FETCH_MS },
    IMAGE_FILE_RULES,
    image.url,
  );
  if (file.isCut) throw fileTooLargeError(IMAGE_FILE_RULES, 'url');
  return brandOfLogo(decoder, account_id, { bytes: file.bytes, url: file.url });
}

/** The field of a request that names its source. */
function sourceFieldOf(body: CreateTemplateFromBody): string {
  if (!('image' in body)) return 'url' in body ? 'url' : 'upload_id';
  return 'url' in body.image ? 'image.url' : 'image.upload_id';
}

/**
 * The brand of a source. Its parts are read by code that other requests also use, so a fault of the source gets the field of this request.
 * @throws ServiceError `brand_not_found` for a source without any colour
 */
async function readBrand(
  deps: CreateTemplateFromDeps,
  principal: Principal,
  body: CreateTemplateFromBody,
): Promise<FoundBrand> {
  const param = sourceFieldOf(body);
  let brand: FoundBrand;
  try {
    brand = await readBrandOfSource(deps, principal, body);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.details.param === undefined) throw error;
    throw new ServiceError(error.code, error.message.replace(/^url:/, `${param}:`), {
      ...error.details,
      param,
      cause: error,
    });
  }
  const { background, text, accents } = brand.colors;
  if (background || text || accents.length > 0 || brand.logo) return brand;
  throw new ServiceError('brand_not_found', 'No colours and no logo were found. Send the logo as `image`.', { param });
}

/** The logo of a template, if it is large enough and visible on the background; and a note about it, if there is one. */
function chooseLogo(
  logo: FoundLogo | undefined,
  background: string,
): { chosenLogo?: FoundLogo; sources: TemplateFieldSource[] } {
  if (!logo) return { sources: [] };
  const { width, height } = logo.facts;
  const note = (text: string): TemplateFieldSource[] => [{ field: 'logo', note: `${logo.where}${text}` }];
  if (Math.max(width, height) < MIN_LOGO_SIDE_PIXELS)
    return { sources: note(` has ${width} × ${height} pixels, too few to be shown on slides.`) };
  if (!isLogoVisibleOn(logo, background))
    return { sources: note(' cannot be seen on the background, and was left out.') };
  return { chosenLogo: logo, sources: note('.') };
}

/** The stored form of a logo, under a new key. */
function storedLogoOf({ bytes, facts }: FoundLogo, accountId: string, now: Date): StoredPicture {
  const extension = facts.content_type === 'image/png' ? 'png' : 'jpg';
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const key = storageKeys.logo(accountId, createOpaqueToken(now), extension);
  return { key, sha256, ...facts, size_bytes: bytes.length };
}

/** Inserts a template. @throws ServiceError `entitlement_required`; WriteConflictError if a font of the template was deleted */
async function insertTemplate(
  { templates }: CreateTemplateFromDeps,
  { account_id, plan }: Principal,
  template: CustomTemplate,
  prepareAnswer: PrepareIdempotentAnswer<CustomTemplate>,
): Promise<void> {
  const limits = limitsOfPlan(plan);
  const liftedTombstones = template.logo ? [fileTombstoneId(template.logo.key)] : [];
  const outcome = await templates.insert(template, limits, await prepareAnswer(template), { lifted: liftedTombstones });
  if (outcome === 'inserted') return;
  if (outcome !== 'too_many') throw new WriteConflictError('a font of the template was deleted');
  throw (await templates.all(account_id)).length < limits.own_templates
    ? storedBytesExceededError(limits)
    : tooManyTemplatesError(limits);
}

/**
 * Creates a custom template from a web page, a logo or a deck. A logo is stored before the template is written; a tombstone removes the
 * file unless that write names it, so that a kill at any point leaves nothing.
 * @throws ServiceError `entitlement_required` before anything is fetched, if the plan has no room for a template; `url_forbidden`,
 * `page_invalid`, `brand_not_found`, `image_invalid`, `import_invalid` and the other faults of a source; `unavailable`
 */
export async function createTemplateFrom(
  deps: CreateTemplateFromDeps,
  principal: Principal,
  body: CreateTemplateFromBody,
  prepareAnswer: PrepareIdempotentAnswer<CustomTemplate>,
): Promise<CustomTemplate> {
  const { account_id, plan } = principal;
  const limits = limitsOfPlan(plan);
  if ((await deps.templates.all(account_id)).length >= limits.own_templates) throw tooManyTemplatesError(limits);
  const brand = await readBrand(deps, principal, body);
  const { colors, sources: colorSources } = chooseTemplateColors(brand.colors);
  const { fonts, sources: fontSources } = chooseTemplateFonts(brand.fonts, await deps.fonts.all(account_id));
  const { chosenLogo, sources: logoSources } = chooseLogo(brand.logo, colors.background);
  const now = deps.clock();
  const logo = chosenLogo && storedLogoOf(chosenLogo, account_id, now);
  const template: CustomTemplate = {
    id: newId('template', now),
    account_id,
    name: body.name ?? brand.name,
    base: body.base,
    colors,
    fonts,
    ...(logo ? { logo } : {}),
    logo_place: body.logo_place ?? chosenLogo?.place ?? 'bottom_right',
    logo_on: body.logo_on,
    image_treatment: body.image_treatment,
    sources: [...colorSources, ...fontSources, ...logoSources],
    version: 1,
    created_at: formatUtcTimestamp(now),
    updated_at: formatUtcTimestamp(now),
  };
  if (!chosenLogo || !logo) {
    await insertTemplate(deps, principal, template, prepareAnswer);
    return template;
  }
  await writeTemplateFileTombstone(deps, account_id, logo.key);
  const { key, content_type } = logo;
  return storeFileThenWriteReference(deps.blobs, { key, bytes: chosenLogo.bytes, content_type }, async () => {
    await insertTemplate(deps, principal, template, prepareAnswer);
    return template;
  });
}
