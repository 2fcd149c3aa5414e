import { z } from 'zod';
import { templateAnswerSchema } from '#features/templates/contract.ts';
import {
  imageFocusSchema,
  imageOptionsSchema,
  slideAnswerSchema,
  slideIdSchema,
  timelineIdSchema,
} from '#features/timelines/contract.ts';
import {
  announceUploadAnswerSchema,
  fileBodySchema,
  fileInRequestRules,
  uploadAnnouncementSchema,
  waitingUploadSchema,
} from '#features/uploads/contract.ts';
import { VIDEO_TYPES } from '#features/uploads/public.ts';
import { entityTagOfVersion, unquoteEntityTag } from '#kernel/contract/entity-tag-text.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { creationTimeQueryShape, listAnswerSchemaOf, pageQueryShape } from '#kernel/contract/pagination.ts';
import { pathIdSchema } from '#kernel/contract/path-id.ts';
import { IMAGE_FILE_RULES, IMAGE_MEDIA_TYPES } from './image-rules.ts';

/** Media types of files that may be announced before a slide names them. */
const UPLOAD_TYPES = [...new Set([...IMAGE_MEDIA_TYPES, ...VIDEO_TYPES])] as [string, ...string[]];

const slidePathParamsSchema = z.strictObject({ id: timelineIdSchema, sid: slideIdSchema });

/** The form fields next to an image file: the options of images, as texts. */
export const imageFormSchema = z.strictObject({
  ...imageOptionsSchema,
  focus: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?),(0(\.\d+)?|1(\.0+)?)$/, 'Use two numbers from 0 to 1, as in 0.5,0.3.')
    .transform((value) => {
      const [x, y] = value.split(',').map(Number);
      return { x, y };
    })
    .pipe(imageFocusSchema)
    .optional(),
});

/** Error codes for an image that is refused, whether it is sent or fetched. */
const IMAGE_ERROR_CODES = [
  'upload_not_found',
  'upload_in_progress',
  'url_forbidden',
  'image_too_large',
  'image_invalid',
  'unsupported_media_type',
  'entitlement_required',
] as const;

/** Contract of giving a slide an image. */
export const uploadSlideImageContract = defineContract({
  operation: 'uploadSlideImage',
  tag: 'slides',
  summary: 'Give a slide an image: send it, name its address, or announce an upload and then complete it',
  method: 'POST',
  path: '/timelines/{id}/slides/{sid}/images',
  params: slidePathParamsSchema,
  body: fileBodySchema('SlidePicture', IMAGE_FILE_RULES, imageOptionsSchema),
  upload: fileInRequestRules(IMAGE_FILE_RULES, imageFormSchema),
  examples: {
    announce: { content_type: 'image/png', size_bytes: 183_204 },
    complete: { upload_id: 'up_01JD7XK3ZV5Q8W9R2T4Y6B0C1E', fit: 'contain', alt: 'A lighthouse' },
  },
  answer: z.union([announceUploadAnswerSchema, slideAnswerSchema]),
  conditional: true,
  written: (answer) => ('etag' in answer ? unquoteEntityTag(answer.etag) : undefined),
  errors: ['timeline_not_found', 'slide_not_found', 'timeline_too_large', ...IMAGE_ERROR_CODES],
});

/** Contract of announcing the upload of an image or a video for slides. */
export const announceUploadContract = defineContract({
  operation: 'announceUpload',
  tag: 'slides',
  summary: 'Announce the upload of an image or a video for slides',
  description:
    'The answer has a URL to which the file is sent with PUT. Slides then name the upload as `image: {upload_id}` or `video: {upload_id}`, until it expires; several slides may name it. An image may have 25 MB, a video 2 GB, 30 minutes, 4096 pixels a side and 120 frames per second. An animated GIF or WebP may be either.',
  method: 'POST',
  path: '/uploads',
  body: uploadAnnouncementSchema(UPLOAD_TYPES),
  examples: {
    image: { content_type: 'image/png', size_bytes: 183_204 },
    video: { content_type: 'video/mp4', size_bytes: 48_231_117 },
  },
  answer: announceUploadAnswerSchema,
  errors: ['image_too_large', 'video_too_large'],
});

/** Contract of listing the announced uploads that are not completed. */
export const listUploadsContract = defineContract({
  operation: 'listUploads',
  tag: 'slides',
  summary: 'The announced uploads of the account that are not completed, newest first',
  method: 'GET',
  path: '/uploads',
  query: z.strictObject({ ...pageQueryShape, ...creationTimeQueryShape }),
  answer: listAnswerSchemaOf(waitingUploadSchema),
  errors: ['invalid_cursor'],
});

/** Contract of removing the image of a slide. */
export const deleteSlideImageContract = defineContract({
  operation: 'deleteSlideImage',
  tag: 'slides',
  summary: 'Remove the image of a slide',
  method: 'DELETE',
  path: '/timelines/{id}/slides/{sid}/images',
  params: slidePathParamsSchema,
  answer: slideAnswerSchema,
  conditional: true,
  written: ({ etag }) => unquoteEntityTag(etag),
  errors: ['timeline_not_found', 'slide_not_found'],
});

/** The form fields next to a logo file: none. */
export const logoFormSchema = z.strictObject({});

/** Contract of giving a template a logo. */
export const uploadTemplateLogoContract = defineContract({
  operation: 'uploadTemplateLogo',
  tag: 'templates',
  summary: 'Give a template a logo: send it, name its address, or announce an upload and then complete it',
  description: 'It is drawn in the margin at `logo_place`, small enough not to overlap text. PNG keeps transparency.',
  method: 'POST',
  path: '/templates/{id}/logo',
  params: pathIdSchema,
  body: fileBodySchema('Logo', IMAGE_FILE_RULES, {}),
  upload: fileInRequestRules(IMAGE_FILE_RULES, logoFormSchema),
  examples: {
    announce: { content_type: 'image/png', size_bytes: 18_204 },
    complete: { upload_id: 'up_01JD7XK3ZV5Q8W9R2T4Y6B0C1E' },
  },
  answer: z.union([announceUploadAnswerSchema, templateAnswerSchema]),
  conditional: true,
  written: (answer) => ('version' in answer ? entityTagOfVersion(answer) : undefined),
  errors: ['template_not_found', 'template_built_in', ...IMAGE_ERROR_CODES],
});

/** Contract of removing the logo of a template. */
export const deleteTemplateLogoContract = defineContract({
  operation: 'deleteTemplateLogo',
  tag: 'templates',
  summary: 'Remove the logo of a template',
  method: 'DELETE',
  path: '/templates/{id}/logo',
  params: pathIdSchema,
  answer: templateAnswerSchema,
  conditional: true,
  written: entityTagOfVersion,
  errors: ['template_not_found', 'template_built_in'],
});
