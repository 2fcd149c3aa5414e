import { z } from 'zod';
import { IMAGE_TREATMENTS, LOGO_PLACES, LOGO_SLIDES } from '#engine/video/drawing/design.ts';
import { REQUESTABLE_LAYOUTS, SLIDE_LAYOUTS } from '#engine/video/drawing/layout/layout-facts.ts';
import { ASPECT_RATIO_NAMES } from '#engine/video/format.ts';
import { BUILT_IN_FONT_FAMILY_NAMES } from '#features/fonts/public.ts';
import { deletedAnswerSchema } from '#kernel/contract/deleted.ts';
import { entityTagOfVersion } from '#kernel/contract/entity-tag-text.ts';
import { hexColorSchema } from '#kernel/contract/hex-color.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { listAnswerSchemaOf, pageQueryShape } from '#kernel/contract/pagination.ts';
import { pathIdSchema } from '#kernel/contract/path-id.ts';
import { textSchema } from '#kernel/contract/text.ts';
import { BUILT_IN_TEMPLATE_IDS } from './built-in-templates.ts';
import { TEMPLATE_COLOR_NAMES } from './custom-colors.ts';
import { TEMPLATE_KINDS } from './custom-template.ts';
import { TEMPLATE_FIELDS_WITH_SOURCE } from './template-field-source.ts';

const requestableLayoutSchema = z.enum(REQUESTABLE_LAYOUTS);
const timeSchema = z.iso.datetime();

/** A preview of a template in answers. */
export const templatePreviewAnswerSchema = z
  .object({
    format: z.enum(ASPECT_RATIO_NAMES),
    layout: requestableLayoutSchema,
    url: z.url().describe('Address of the PNG: valid for one hour, needs no credentials.'),
    width: z.int(),
    height: z.int(),
  })
  .meta({ id: 'TemplatePreview' });

const colorsSchema = z
  .strictObject({
    background: hexColorSchema.optional().describe('The page.'),
    surface: hexColorSchema.optional().describe('Panels behind code, tables and captions.'),
    text: hexColorSchema.optional(),
    muted: hexColorSchema.optional().describe('Secondary text: subtitles and the footer.'),
    accent: hexColorSchema
      .optional()
      .describe(
        'Markers, large numbers, and the background of slides that differ from the page in the base, such as section slides.',
      ),
    on_accent: hexColorSchema.optional().describe('Text on the accent.'),
  })
  .meta({ id: 'TemplateColorsInput' });

const fontChoiceSchema = z.union([
  z.strictObject({ family: z.enum(BUILT_IN_FONT_FAMILY_NAMES) }).meta({ id: 'BuiltInFontInput' }),
  z.strictObject({ font_id: z.string().max(64) }).meta({ id: 'OwnFontInput' }),
]);
const fontsSchema = z
  .strictObject({
    heading: fontChoiceSchema.optional(),
    body: fontChoiceSchema.optional(),
    code: fontChoiceSchema.optional(),
  })
  .meta({ id: 'TemplateFontsInput' });

/** Fields of requests about templates. */
export const templateFieldSchemas = {
  name: textSchema(1, 80),
  base: z
    .enum(BUILT_IN_TEMPLATE_IDS)
    .describe('A built-in template, from which all fields that are not sent are taken.'),
  colors: colorsSchema,
  fonts: fontsSchema,
  logo_place: z.enum(LOGO_PLACES),
  logo_on: z
    .enum(LOGO_SLIDES)
    .describe('The slides that show the logo: `all`, those in the layouts `title` and `closing`, or `none`.'),
  image_treatment: z
    .enum(IMAGE_TREATMENTS)
    .describe(
      'The colours of photographs: `none`, as they are; `tint`, in the light of the accent; `duotone`, in two colours of the template. Absent: as the base has it. Figures, logos, pages and screens of devices keep their colours.',
    ),
  slide_numbers: z.boolean().nullable().describe('For timelines whose `slide_numbers` is null.'),
  footer: textSchema(0, 80).nullable().describe('For timelines whose `footer` is null.'),
};

const colorAnswerSchema = z.string();
const fontAnswerSchema = z.object({ family: z.string(), font_id: z.string().nullable() }).meta({ id: 'ChosenFont' });

/** A template in answers: a built-in or a custom one. */
export const templateAnswerSchema = z
  .object({
    id: z.string(),
    kind: z.enum(TEMPLATE_KINDS),
    name: z.string(),
    description: z.string(),
    scheme: z.enum(['light', 'dark']),
    layouts: z.array(z.enum(SLIDE_LAYOUTS)),
    formats: z.array(z.enum(ASPECT_RATIO_NAMES)),
    base: z.string().nullable().describe('The built-in template that it is based on; null for a built-in template.'),
    colors: z
      .object({
        background: colorAnswerSchema.optional(),
        surface: colorAnswerSchema.optional(),
        text: colorAnswerSchema.optional(),
        muted: colorAnswerSchema.optional(),
        accent: colorAnswerSchema.optional(),
        on_accent: colorAnswerSchema.optional(),
      })
      .meta({ id: 'TemplateColors' })
      .nullable(),
    fonts: z
      .object({
        heading: fontAnswerSchema.optional(),
        body: fontAnswerSchema.optional(),
        code: fontAnswerSchema.optional(),
      })
      .meta({ id: 'TemplateFonts' })
      .nullable(),
    logo: z
      .object({ url: z.url(), width: z.int(), height: z.int(), content_type: z.string(), size_bytes: z.int() })
      .meta({ id: 'TemplateLogo' })
      .nullable(),
    logo_place: z.enum(LOGO_PLACES).nullable(),
    logo_on: z.enum(LOGO_SLIDES).nullable().describe('The slides that show the logo; null for a built-in template.'),
    image_treatment: z
      .enum(IMAGE_TREATMENTS)
      .describe('The colours of photographs: as they are, tinted, or in two colours.'),
    slide_numbers: z.boolean().nullable(),
    footer: z.string().nullable(),
    contrast: z
      .array(
        z
          .object({
            pair: z
              .tuple([z.enum(TEMPLATE_COLOR_NAMES), z.enum(TEMPLATE_COLOR_NAMES)])
              .describe('Foreground and background.'),
            ratio: z.number().describe('1 to 21.'),
            passes: z.boolean().describe('WCAG 2.2 AA, for the size that the text is set in.'),
          })
          .meta({ id: 'ColorContrast' }),
      )
      .nullable(),
    sources: z
      .array(
        z
          .object({
            field: z.enum(TEMPLATE_FIELDS_WITH_SOURCE),
            value: z.string().nullable(),
            found: z.string().nullable(),
            note: z.string(),
          })
          .meta({ id: 'TemplateSource' }),
      )
      .nullable(),
    version: z.int().min(1).nullable(),
    created_at: timeSchema.nullable(),
    updated_at: timeSchema.nullable(),
    previews: z
      .array(templatePreviewAnswerSchema)
      .describe('Sample slides in this template. A list has a few for each template; `GET /templates/{id}` has all.'),
  })
  .meta({ id: 'Template' });

/** Contract of listing templates. */
export const listTemplatesContract = defineContract({
  operation: 'listTemplates',
  tag: 'templates',
  summary: 'The templates that a timeline can use: the built-in ones, then your custom templates, newest first',
  method: 'GET',
  path: '/templates',
  query: z.strictObject(pageQueryShape),
  answer: listAnswerSchemaOf(templateAnswerSchema),
  errors: ['invalid_cursor'],
});

/** Contract of reading a template. */
export const getTemplateContract = defineContract({
  operation: 'getTemplate',
  tag: 'templates',
  summary: 'A template',
  method: 'GET',
  path: '/templates/{id}',
  params: pathIdSchema,
  answer: templateAnswerSchema,
  written: entityTagOfVersion,
  errors: ['template_not_found'],
});

/** Contract of creating a custom template. */
export const createTemplateContract = defineContract({
  operation: 'createTemplate',
  tag: 'templates',
  summary: 'Create a custom template: a built-in one in your colours and fonts',
  description:
    'Colours that are hard to read are accepted: `contrast` names them. The answer has a few previews; `GET` has all.',
  method: 'POST',
  path: '/templates',
  body: z.strictObject({
    name: templateFieldSchemas.name,
    base: templateFieldSchemas.base,
    colors: templateFieldSchemas.colors.default({}),
    fonts: templateFieldSchemas.fonts.default({}),
    logo_place: templateFieldSchemas.logo_place.default('bottom_right'),
    logo_on: templateFieldSchemas.logo_on.default('all'),
    image_treatment: templateFieldSchemas.image_treatment.optional(),
    slide_numbers: templateFieldSchemas.slide_numbers.default(null),
    footer: templateFieldSchemas.footer.default(null),
  }),
  examples: {
    colors: { name: 'Acme', base: 'minimal', colors: { background: '#fffaf0', accent: '#0a7d5a' } },
    fonts: {
      name: 'Acme serif',
      base: 'corporate',
      fonts: { heading: { family: 'Playfair Display' } },
      logo_place: 'top_right',
      footer: 'Acme Corporation',
    },
  },
  answer: templateAnswerSchema,
  written: entityTagOfVersion,
  errors: ['entitlement_required'],
});

/** Contract of changing a custom template. */
export const updateTemplateContract = defineContract({
  operation: 'updateTemplate',
  tag: 'templates',
  summary: 'Change the sent fields of a template; `colors` and `fonts` are replaced as a whole',
  description:
    'Timelines that use the template show the change at once. A render that was created before uses the template as it was then.',
  method: 'PUT',
  path: '/templates/{id}',
  params: pathIdSchema,
  body: z.strictObject({
    name: templateFieldSchemas.name.optional(),
    base: templateFieldSchemas.base.optional(),
    colors: templateFieldSchemas.colors.optional(),
    fonts: templateFieldSchemas.fonts.optional(),
    logo_place: templateFieldSchemas.logo_place.optional(),
    logo_on: templateFieldSchemas.logo_on.optional(),
    image_treatment: templateFieldSchemas.image_treatment.optional(),
    slide_numbers: templateFieldSchemas.slide_numbers.optional(),
    footer: templateFieldSchemas.footer.optional(),
    version: z.int().min(1).optional(),
  }),
  examples: { accent: { colors: { accent: '#b3261e' }, version: 1 } },
  answer: templateAnswerSchema,
  conditional: true,
  written: entityTagOfVersion,
  errors: ['template_not_found', 'template_built_in', 'version_conflict'],
});

/** Contract of deleting a custom template. */
export const deleteTemplateContract = defineContract({
  operation: 'deleteTemplate',
  tag: 'templates',
  summary: 'Delete a template that no timeline uses',
  method: 'DELETE',
  path: '/templates/{id}',
  params: pathIdSchema,
  answer: deletedAnswerSchema,
  conditional: true,
  errors: ['template_not_found', 'template_built_in', 'template_in_use'],
});
