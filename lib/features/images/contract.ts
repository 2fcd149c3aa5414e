import { z } from 'zod';
import { templateAnswer } from '#features/templates/contract.ts';
import { imageFocus, imageOptions, slideAnswer, slideId, timelineId } from '#features/timelines/contract.ts';
import { announcement, fileBody, sentFileRules, uploadAnswer, waitingUpload } from '#features/uploads/contract.ts';
import { VIDEO_TYPES } from '#features/uploads/public.ts';
import { contract } from '#kernel/contract/contract.ts';
import { versionTag, writtenTag } from '#kernel/contract/entity-tag-text.ts';
import { createdQuery, listOf, pageQuery } from '#kernel/contract/pagination.ts';
import { pathId } from '#kernel/contract/path-id.ts';
import { IMAGE_FILE, IMAGE_TYPES } from './image-rules.ts';

/** Types of files that may be announced before a slide names them. */
const UPLOAD_TYPES = [...new Set([...IMAGE_TYPES, ...VIDEO_TYPES])] as [string, ...string[]];

const inSlide = z.strictObject({ id: timelineId, sid: slideId });

/** The form fields next to an image file: the options of images, as texts. */
export const imageForm = z.strictObject({
  ...imageOptions,
  focus: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?),(0(\.\d+)?|1(\.0+)?)$/, 'Use two numbers from 0 to 1, as in 0.5,0.3.')
    .transform((value) => {
      const [x, y] = value.split(',').map(Number);
      return { x, y };
    })
    .pipe(imageFocus)
    .optional(),
});

/** Error codes for an image that is refused, whether it is sent or fetched. */
const REFUSED_IMAGE = [
  'upload_not_found',
  'upload_in_progress',
  'url_forbidden',
  'image_too_large',
  'image_invalid',
  'unsupported_media_type',
  'entitlement_required',
] as const;

export const uploadSlideImageContract = contract({
  operation: 'uploadSlideImage',
  tag: 'slides',
  summary: 'Give a slide an image: send it, name its address, or announce an upload and then complete it',
  method: 'POST',
  path: '/timelines/{id}/slides/{sid}/images',
  params: inSlide,
  body: fileBody('SlidePicture', IMAGE_FILE, imageOptions),
  upload: sentFileRules(IMAGE_FILE, imageForm),
  examples: {
    announce: { content_type: 'image/png', size_bytes: 183_204 },
    complete: { upload_id: 'up_01JD7XK3ZV5Q8W9R2T4Y6B0C1E', fit: 'contain', alt: 'A lighthouse' },
  },
  answer: z.union([uploadAnswer, slideAnswer]),
  conditional: true,
  written: (answer) => ('etag' in answer ? writtenTag(answer.etag) : undefined),
  errors: ['timeline_not_found', 'slide_not_found', 'timeline_too_large', ...REFUSED_IMAGE],
});

export const announceUploadContract = contract({
  operation: 'announceUpload',
  tag: 'slides',
  summary: 'Announce the upload of an image or a video for slides',
  description:
    'The answer has a URL to which the file is sent with PUT. Slides then name the upload as `image: {upload_id}` or `video: {upload_id}`, until it expires; several slides may name it. An image may have 25 MB, a video 2 GB, 30 minutes, 4096 pixels a side and 120 frames per second. An animated GIF or WebP may be either.',
  method: 'POST',
  path: '/uploads',
  body: announcement(UPLOAD_TYPES),
  examples: {
    image: { content_type: 'image/png', size_bytes: 183_204 },
    video: { content_type: 'video/mp4', size_bytes: 48_231_117 },
  },
  answer: uploadAnswer,
  errors: ['image_too_large', 'video_too_large'],
});

export const listUploadsContract = contract({
  operation: 'listUploads',
  tag: 'slides',
  summary: 'The announced uploads of the account that are not completed, newest first',
  method: 'GET',
  path: '/uploads',
  query: z.strictObject({ ...pageQuery, ...createdQuery }),
  answer: listOf(waitingUpload),
  errors: ['invalid_cursor'],
});

export const deleteSlideImageContract = contract({
  operation: 'deleteSlideImage',
  tag: 'slides',
  summary: 'Remove the image of a slide',
  method: 'DELETE',
  path: '/timelines/{id}/slides/{sid}/images',
  params: inSlide,
  answer: slideAnswer,
  conditional: true,
  written: ({ etag }) => writtenTag(etag),
  errors: ['timeline_not_found', 'slide_not_found'],
});

/** The form fields next to a logo file: none. */
export const logoForm = z.strictObject({});

export const uploadTemplateLogoContract = contract({
  operation: 'uploadTemplateLogo',
  tag: 'templates',
  summary: 'Give a template a logo: send it, name its address, or announce an upload and then complete it',
  description: 'It is drawn in the margin at `logo_place`, small enough not to overlap text. PNG keeps transparency.',
  method: 'POST',
  path: '/templates/{id}/logo',
  params: pathId,
  body: fileBody('Logo', IMAGE_FILE, {}),
  upload: sentFileRules(IMAGE_FILE, logoForm),
  examples: {
    announce: { content_type: 'image/png', size_bytes: 18_204 },
    complete: { upload_id: 'up_01JD7XK3ZV5Q8W9R2T4Y6B0C1E' },
  },
  answer: z.union([uploadAnswer, templateAnswer]),
  conditional: true,
  written: (answer) => ('version' in answer ? versionTag(answer) : undefined),
  errors: ['template_not_found', 'template_built_in', ...REFUSED_IMAGE],
});

export const deleteTemplateLogoContract = contract({
  operation: 'deleteTemplateLogo',
  tag: 'templates',
  summary: 'Remove the logo of a template',
  method: 'DELETE',
  path: '/templates/{id}/logo',
  params: pathId,
  answer: templateAnswer,
  conditional: true,
  written: versionTag,
  errors: ['template_not_found', 'template_built_in'],
});
