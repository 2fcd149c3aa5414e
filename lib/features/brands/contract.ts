import { z } from 'zod';
import { templateAnswerSchema, templateFieldSchemas } from '#features/templates/contract.ts';
import { entityTagOfVersion } from '#kernel/contract/entity-tag-text.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';

const addressSchema = z.string().min(1).max(2048);
const uploadIdSchema = z.string().min(1).max(64);

const templateOptions = {
  name: templateFieldSchemas.name.optional().describe('Absent: the name of the site or the title of the deck.'),
  base: templateFieldSchemas.base.default('plain'),
  logo_place: templateFieldSchemas.logo_place
    .optional()
    .describe('Corner of the logo. Absent: where the slides of the deck have it, else `bottom_right`.'),
  logo_on: templateFieldSchemas.logo_on.default('all'),
  image_treatment: templateFieldSchemas.image_treatment.optional(),
};

/** Contract of creating a custom template from a web page, a logo or a deck. */
export const createTemplateFromContract = defineContract({
  operation: 'createTemplateFrom',
  tag: 'templates',
  summary: 'Create a custom template of a web page, a logo or a deck: its colours, its fonts and its logo',
  description:
    'Colours that cannot be read are made lighter or darker: all pairs in `contrast` have at least 4.5. `sources` says where each value comes from, and what was changed. A page is read with what its HTML names: style sheets, theme colour, manifest, logo and icons. The answer comes within 29 seconds; slower parts of a page are left out.',
  method: 'POST',
  path: '/templates/from',
  body: z.union([
    z.strictObject({ url: addressSchema, ...templateOptions }).meta({ id: 'TemplateFromPage' }),
    z
      .strictObject({
        image: z
          .union([
            z.strictObject({ url: addressSchema }).meta({ id: 'LogoImageAtUrl' }),
            z
              .strictObject({ upload_id: uploadIdSchema.describe('Id of an upload that `POST /uploads` announced.') })
              .meta({ id: 'LogoImageUploaded' }),
          ])
          .describe('A logo, by its address or by an upload that `POST /uploads` announced.'),
        ...templateOptions,
      })
      .meta({ id: 'TemplateFromLogo' }),
    z
      .strictObject({
        upload_id: uploadIdSchema.describe(
          'A deck (PPTX or ODP) that `POST /timelines/import` announced, or a logo that `POST /uploads` announced. The upload stays: the deck can be imported after it.',
        ),
        ...templateOptions,
      })
      .meta({ id: 'TemplateFromUpload' }),
  ]),
  examples: {
    page: { url: 'https://example.com' },
    logo: { image: { url: 'https://example.com/logo.png' }, name: 'Acme', base: 'minimal' },
    deck: { upload_id: 'up_01JD7XK3ZV5Q8W9R2T4Y6B0C1E' },
  },
  answer: templateAnswerSchema,
  written: entityTagOfVersion,
  errors: [
    'entitlement_required',
    'url_forbidden',
    'page_invalid',
    'brand_not_found',
    'image_too_large',
    'image_invalid',
    'import_too_large',
    'import_invalid',
    'import_encrypted',
    'upload_not_found',
  ],
});
