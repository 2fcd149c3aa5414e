import { z } from 'zod';
import { contract } from '../http/contract.ts';
import { text } from '../http/text.ts';
import { slideAnswer, slideId, timelineId } from '../timelines/contract.ts';
import { IMAGE_FITS } from '../timelines/slide.ts';
import { IMAGE_TYPES } from './image-rules.ts';

const inSlide = z.strictObject({ id: timelineId, sid: slideId });

const announcement = z.strictObject({
  content_type: z.enum(IMAGE_TYPES),
  size_bytes: z.int().min(1),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'SHA-256 in lower-case hex.')
    .optional(),
});

const completion = z.strictObject({
  upload_id: z.string().max(64),
  fit: z.enum(IMAGE_FITS).default('cover'),
  focus: z.strictObject({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }).default({ x: 0.5, y: 0.5 }),
  alt: text(0, 500).default(''),
});

export const uploadAnswer = z.object({
  upload: z.object({
    id: z.string(),
    method: z.literal('PUT'),
    url: z.url(),
    headers: z.record(z.string(), z.string()),
    expires_at: z.iso.datetime(),
  }),
});

export const uploadSlideImage = contract({
  operation: 'uploadSlideImage',
  tag: 'slides',
  summary: 'Announce an image and get a presigned PUT for it; then complete it by its `upload_id`',
  method: 'POST',
  path: '/timelines/{id}/slides/{sid}/images',
  params: inSlide,
  body: z.union([announcement, completion]),
  answer: z.union([uploadAnswer, slideAnswer]),
  errors: [
    'timeline_not_found',
    'slide_not_found',
    'upload_not_found',
    'image_too_large',
    'image_invalid',
    'unsupported_media_type',
  ],
});

export const deleteSlideImage = contract({
  operation: 'deleteSlideImage',
  tag: 'slides',
  summary: 'Take the image away from a slide',
  method: 'DELETE',
  path: '/timelines/{id}/slides/{sid}/images',
  params: inSlide,
  answer: slideAnswer,
  errors: ['timeline_not_found', 'slide_not_found'],
});

export type ImageAnnouncement = z.output<typeof announcement>;
export type ImageCompletion = z.output<typeof completion>;
