import type { z } from 'zod';
import {
  limitsOfPlan,
  type Principal,
  storedBytesExceededError,
  tooManyTemplatesError,
} from '#features/accounts/public.ts';
import { BUILT_IN_FONTS, type CustomFontStore } from '#features/fonts/public.ts';
import { entityTagOfVersion } from '#kernel/contract/entity-tag-text.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { invalidValueError, ServiceError } from '#kernel/shared/errors.ts';
import { hasSameJsonContent } from '#kernel/shared/has-same-json-content.ts';
import { newId } from '#kernel/shared/ids.ts';
import { checkPrecondition, type ExpectedResourceState, type Precondition } from '#kernel/shared/precondition.ts';
import { type PrepareIdempotentAnswer, prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import type { StoredPicture } from '#kernel/shared/stored-picture.ts';
import type { WaitBeforeRetry } from '#kernel/shared/wait-before-retry.ts';
import { createTemplateFileTombstone, type Tombstone } from '#platform/erasure/public.ts';
import { findBuiltInTemplate } from './built-in-templates.ts';
import type { createTemplateContract, updateTemplateContract } from './contract.ts';
import { type CustomTemplate, type CustomTemplateFonts, TEMPLATE_FONT_PARTS } from './custom-template.ts';
import type { CustomTemplateStore } from './ports.ts';
import { templateFieldSourcesAfterChange } from './template-field-sources-after-change.ts';

/** Dependencies of the use cases of custom templates. */
export interface CustomTemplateDeps {
  templates: CustomTemplateStore;
  fonts: Pick<CustomFontStore, 'find'>;
  clock: Clock;
  /** Waits between attempts of a change after a conflict. */
  backoff: WaitBeforeRetry;
}

type CreateTemplateBody = z.output<NonNullable<(typeof createTemplateContract)['body']>>;
type UpdateTemplateBody = z.output<NonNullable<(typeof updateTemplateContract)['body']>>;

/** The number of attempts of a change for which the client names no version. */
const CONFLICT_ATTEMPTS = 8;

const versionConflictError = () =>
  new ServiceError(
    'version_conflict',
    'The template has changed meanwhile. Read it again, repeat the change, and send its new version.',
    { param: 'version' },
  );

/** Reads a custom template. @throws ServiceError `template_not_found`, `template_built_in` */
export async function loadCustomTemplate(
  templates: Pick<CustomTemplateStore, 'find'>,
  { account_id }: Principal,
  id: string,
): Promise<CustomTemplate> {
  if (findBuiltInTemplate(id))
    throw new ServiceError(
      'template_built_in',
      'A built-in template cannot be changed. Make a custom one with POST /templates and this one as `base`.',
    );
  const template = await templates.find(account_id, id);
  if (!template)
    throw new ServiceError('template_not_found', 'There is no such template. GET /templates lists all templates.');
  return template;
}

const fontNotFoundError = (param: string): ServiceError =>
  invalidValueError(param, 'There is no such font. GET /fonts lists all fonts.');

/** Finds the fonts that a client names, with the facts that drawing needs. @throws ServiceError `validation_failed` */
async function findChosenFonts(
  store: Pick<CustomFontStore, 'find'>,
  { account_id }: Principal,
  fontChoices: CreateTemplateBody['fonts'],
): Promise<CustomTemplateFonts> {
  const fonts: CustomTemplateFonts = {};
  for (const part of TEMPLATE_FONT_PARTS) {
    const choice = fontChoices[part];
    if (choice === undefined) continue;
    if ('family' in choice) {
      const builtInFont = BUILT_IN_FONTS.find((font) => font.family === choice.family);
      if (builtInFont) fonts[part] = { typeface: builtInFont.typeface };
      continue;
    }
    const font = await store.find(account_id, choice.font_id);
    if (!font) throw fontNotFoundError(`fonts.${part}.font_id`);
    const { id: font_id, family, sha256, key: file, weight, style } = font;
    fonts[part] = { font_id, family, sha256, file, weight, italic: style === 'italic' };
  }
  return fonts;
}

/** Creates a custom template. The write that inserts it also counts it. @throws ServiceError `entitlement_required` */
export async function createCustomTemplate(
  { templates, fonts: store, clock }: CustomTemplateDeps,
  principal: Principal,
  { name, base, colors, fonts, logo_place, logo_on, image_treatment, slide_numbers, footer }: CreateTemplateBody,
  prepareAnswer: PrepareIdempotentAnswer<CustomTemplate> = prepareNoIdempotentAnswer,
): Promise<CustomTemplate> {
  const limits = limitsOfPlan(principal.plan);
  const now = clock();
  const template: CustomTemplate = {
    id: newId('template', now),
    account_id: principal.account_id,
    name,
    base,
    colors,
    logo_place,
    logo_on,
    image_treatment,
    fonts: await findChosenFonts(store, principal, fonts),
    slide_numbers: slide_numbers ?? undefined,
    footer: footer ?? undefined,
    version: 1,
    created_at: formatUtcTimestamp(now),
    updated_at: formatUtcTimestamp(now),
  };
  const outcome = await templates.insert(template, limits, await prepareAnswer(template));
  if (outcome === 'no_font') throw fontNotFoundError('fonts');
  if (outcome !== 'inserted') throw tooManyTemplatesError(limits);
  return template;
}

/** The outcome of a change: new values of fields. */
interface TemplateRevision {
  fields: Partial<CustomTemplate>;
  /** Ids of the tombstones of its new files, which the write lifts. */
  lifted?: readonly string[];
}

/** The tombstone of a logo that a change removes or replaces, as a list; empty if there is none. */
function tombstonesOfReplacedLogo(
  before: StoredPicture | undefined,
  after: StoredPicture | undefined,
  accountId: string,
  now: Date,
): Tombstone[] {
  return before && before.key !== after?.key ? [createTemplateFileTombstone(accountId, before.key, now)] : [];
}

/**
 * Loads a custom template, lets `decide` change it, and saves the result as the next version in one conditional write. A change that
 * changes nothing is not written.
 * @param expected `version`: the version that the client knows, with which there is only one attempt; `precondition`: checked in each attempt
 * @param decide may run several times
 * @throws ServiceError `template_not_found`, `template_built_in`, `version_conflict`, `entitlement_required`
 */
export async function changeCustomTemplate(
  { templates, clock, backoff }: CustomTemplateDeps,
  principal: Principal,
  id: string,
  { version, precondition = {} }: ExpectedResourceState,
  decide: (before: CustomTemplate) => TemplateRevision,
  prepareAnswer: PrepareIdempotentAnswer<CustomTemplate> = prepareNoIdempotentAnswer,
): Promise<CustomTemplate> {
  const attempts = version === undefined ? CONFLICT_ATTEMPTS : 1;
  const limits = limitsOfPlan(principal.plan);
  return retryOnConflict({ attempts, backoff, exhausted: versionConflictError }, async () => {
    const before = await loadCustomTemplate(templates, principal, id);
    if (version !== undefined && before.version !== version) throw versionConflictError();
    checkPrecondition(precondition, [entityTagOfVersion(before)]);
    const now = clock();
    const { fields, lifted = [] } = decide(before);
    if (hasSameJsonContent(before, { ...before, ...fields })) return before;
    const changedTemplate: CustomTemplate = {
      ...before,
      ...fields,
      version: before.version + 1,
      updated_at: formatUtcTimestamp(now),
    };
    const sources = templateFieldSourcesAfterChange(before, changedTemplate);
    const after: CustomTemplate = sources ? { ...changedTemplate, sources } : changedTemplate;
    const [added] = tombstonesOfReplacedLogo(before.logo, after.logo, principal.account_id, now);
    const outcome = await templates.save(
      { before, after, tombstones: { added, lifted } },
      limits,
      await prepareAnswer(after),
    );
    if (outcome === 'no_font') throw fontNotFoundError('fonts');
    if (outcome === 'no_room') throw storedBytesExceededError(limits);
    return after;
  });
}

/** Changes the sent fields of a custom template. @throws ServiceError like `changeCustomTemplate` */
export async function updateCustomTemplate(
  deps: CustomTemplateDeps,
  principal: Principal,
  id: string,
  { version, fonts, slide_numbers, footer, ...fields }: UpdateTemplateBody,
  precondition: Precondition = {},
): Promise<CustomTemplate> {
  const fontsOfTemplate = fonts && (await findChosenFonts(deps.fonts, principal, fonts));
  return changeCustomTemplate(deps, principal, id, { version, precondition }, () => ({
    fields: {
      ...fields,
      ...(fontsOfTemplate === undefined ? {} : { fonts: fontsOfTemplate }),
      ...(slide_numbers === undefined ? {} : { slide_numbers: slide_numbers ?? undefined }),
      ...(footer === undefined ? {} : { footer: footer ?? undefined }),
    },
  }));
}

/** Deletes a template that no timeline uses. @throws ServiceError `template_not_found`, `template_built_in`, `template_in_use` */
export async function deleteCustomTemplate(
  { templates, clock, backoff }: CustomTemplateDeps,
  principal: Principal,
  id: string,
  precondition: Precondition = {},
): Promise<void> {
  await retryOnConflict({ attempts: CONFLICT_ATTEMPTS, backoff, exhausted: versionConflictError }, async () => {
    const template = await loadCustomTemplate(templates, principal, id);
    checkPrecondition(precondition, [entityTagOfVersion(template)]);
    const [added] = tombstonesOfReplacedLogo(template.logo, undefined, principal.account_id, clock());
    const outcome = await templates.remove(template, { added });
    if (outcome === 'in_use')
      throw new ServiceError('template_in_use', 'A timeline uses this template. Give that timeline another one first.');
  });
}
