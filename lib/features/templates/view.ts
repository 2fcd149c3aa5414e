import type { z } from 'zod';
import { SLIDE_LAYOUTS } from '#engine/video/drawing/layout/layout-facts.ts';
import { ASPECT_RATIO_NAMES } from '#engine/video/format.ts';
import type { Principal } from '#features/accounts/public.ts';
import { builtInFontOfTypeface } from '#features/fonts/public.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { findBuiltInTemplate, requireBuiltInTemplate, type Template } from './built-in-templates.ts';
import type { templateAnswerSchema } from './contract.ts';
import { contrastsOfTemplateColors } from './contrasts-of-template-colors.ts';
import {
  type CustomTemplate,
  designOfCustomTemplate,
  isCustomTemplateId,
  lookOfCustomTemplate,
  TEMPLATE_FONT_PARTS,
  type TemplateFontChoice,
} from './custom-template.ts';
import { addBuiltInPreviewKeys, type TemplatePreviewSubject } from './describe-template-previews.ts';
import { photographTreatmentOf } from './photographs-of.ts';
import type { CustomTemplateStore } from './ports.ts';
import { provideTemplatePreviews, type TemplatePreviewDeps } from './provide-template-previews.ts';

type TemplateAnswer = z.output<typeof templateAnswerSchema>;

/** Dependencies of answers about templates. */
export interface TemplateViewDeps extends TemplatePreviewDeps {
  templates: Pick<CustomTemplateStore, 'find' | 'all'>;
  clock: Clock;
}

/** Days for which the keys of previews of a custom template are used. A lifecycle rule deletes the files after 30 days. */
const PREVIEW_KEY_DAYS = 15;
const DAY_MS = 86_400_000;
const SAMPLE_SLIDE_NUMBER = 7;

/** Members of the answer that all templates have: every template supports every layout and format. */
const commonAnswerFields = ({ scheme }: Template) => ({
  scheme,
  layouts: [...SLIDE_LAYOUTS],
  formats: [...ASPECT_RATIO_NAMES],
});

async function toBuiltInTemplateAnswer(
  deps: TemplatePreviewDeps,
  template: Template,
  subjects: readonly TemplatePreviewSubject[],
): Promise<TemplateAnswer> {
  const { id, name, description } = template;
  return {
    id,
    kind: 'built_in',
    name,
    description,
    ...commonAnswerFields(template),
    base: null,
    colors: null,
    fonts: null,
    logo: null,
    logo_place: null,
    logo_on: null,
    image_treatment: photographTreatmentOf(template),
    slide_numbers: null,
    footer: null,
    contrast: null,
    sources: null,
    version: null,
    created_at: null,
    updated_at: null,
    previews: await provideTemplatePreviews(deps, addBuiltInPreviewKeys(template), subjects),
  };
}

const toFontAnswer = (font: TemplateFontChoice) => ({
  family: 'typeface' in font ? (builtInFontOfTypeface(font.typeface)?.family ?? font.typeface) : font.family,
  font_id: 'typeface' in font ? null : font.font_id,
});

async function toCustomTemplateAnswer(
  deps: TemplateViewDeps,
  customTemplate: CustomTemplate,
  subjects: readonly TemplatePreviewSubject[],
): Promise<TemplateAnswer> {
  const { id, account_id, name, base, colors, fonts, logo, logo_place, logo_on, slide_numbers, footer } =
    customTemplate;
  const template = designOfCustomTemplate(lookOfCustomTemplate(customTemplate));
  const previewPeriod = Math.floor(deps.clock().getTime() / (PREVIEW_KEY_DAYS * DAY_MS));
  const templateWithPreviews = {
    template,
    keyOf: (hash: string, picture: string) =>
      storageKeys.customTemplatePreview(account_id, previewPeriod, hash, picture),
    foot: { footer, slide_number: slide_numbers ? SAMPLE_SLIDE_NUMBER : undefined },
  };
  return {
    id,
    kind: 'own',
    name,
    description: requireBuiltInTemplate(base).description,
    ...commonAnswerFields(template),
    base,
    colors,
    fonts: Object.fromEntries(
      TEMPLATE_FONT_PARTS.flatMap((part) => {
        const font = fonts[part];
        return font ? [[part, toFontAnswer(font)]] : [];
      }),
    ),
    logo: logo
      ? {
          url: await deps.files.presignGet(logo.key),
          width: logo.width,
          height: logo.height,
          content_type: logo.content_type,
          size_bytes: logo.size_bytes,
        }
      : null,
    logo_place,
    logo_on: logo_on ?? 'all',
    image_treatment: photographTreatmentOf(template),
    slide_numbers: slide_numbers ?? null,
    footer: footer ?? null,
    contrast: contrastsOfTemplateColors(customTemplate),
    sources:
      customTemplate.sources?.map(({ field, value = null, found = null, note }) => ({ field, value, found, note })) ??
      null,
    version: customTemplate.version,
    created_at: customTemplate.created_at,
    updated_at: customTemplate.updated_at,
    previews: await provideTemplatePreviews(deps, templateWithPreviews, subjects),
  };
}

/** A template in answers, with previews of `subjects`. */
export const toTemplateAnswer = (
  deps: TemplateViewDeps,
  template: Template | CustomTemplate,
  subjects: readonly TemplatePreviewSubject[],
): Promise<TemplateAnswer> =>
  'account_id' in template
    ? toCustomTemplateAnswer(deps, template, subjects)
    : toBuiltInTemplateAnswer(deps, template, subjects);

/** Reads a built-in or custom template. @throws ServiceError `template_not_found`, also for another account's template */
export async function requireBuiltInOrCustomTemplate(
  { templates }: Pick<TemplateViewDeps, 'templates'>,
  { account_id }: Principal,
  id: string,
): Promise<Template | CustomTemplate> {
  const template =
    findBuiltInTemplate(id) ?? (isCustomTemplateId(id) ? await templates.find(account_id, id) : undefined);
  if (!template)
    throw new ServiceError('template_not_found', 'There is no such template. GET /templates lists all templates.');
  return template;
}
