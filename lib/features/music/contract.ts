import { z } from 'zod';
import {
  backgroundAudioSettingSchemas,
  BACKGROUND_AUDIO_DEFAULTS as DEFAULTS,
  MAX_MUSIC_FADE_SECONDS,
  timelineAnswerSchema,
} from '#features/timelines/contract.ts';
import { announceUploadAnswerSchema, fileBodySchema, fileInRequestRules } from '#features/uploads/contract.ts';
import { AUDIO_FILE_RULES } from '#features/uploads/public.ts';
import { roundedDecimalSchema } from '#kernel/contract/decimal.ts';
import { entityTagOfVersion } from '#kernel/contract/entity-tag-text.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { pathIdSchema } from '#kernel/contract/path-id.ts';

const musicOptionSchemas = {
  volume: backgroundAudioSettingSchemas.volume.default(DEFAULTS.volume),
  fade_in_seconds: backgroundAudioSettingSchemas.fade_in_seconds.default(DEFAULTS.fade_in_seconds),
  fade_out_seconds: backgroundAudioSettingSchemas.fade_out_seconds.default(DEFAULTS.fade_out_seconds),
  loop: backgroundAudioSettingSchemas.loop.default(DEFAULTS.loop),
  duck: backgroundAudioSettingSchemas.duck.default(DEFAULTS.duck),
};

/** Schema of a number from 0 to `max` as the text of a form field. */
const formNumberSchema = (max: number, defaultValue: number) =>
  z
    .string()
    .regex(/^\d{1,2}(\.\d{1,3})?$/, 'Use a number, as in 0.25.')
    .transform(Number)
    .pipe(roundedDecimalSchema(0, max))
    .default(defaultValue);
/** Schema of a boolean as the text of a form field. */
const formBooleanSchema = (defaultValue: boolean) =>
  z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .default(defaultValue);

/** Schema of the form fields next to a music file: the options of music, as texts. */
export const musicFormSchema = z.strictObject({
  volume: formNumberSchema(1, DEFAULTS.volume),
  fade_in_seconds: formNumberSchema(MAX_MUSIC_FADE_SECONDS, DEFAULTS.fade_in_seconds),
  fade_out_seconds: formNumberSchema(MAX_MUSIC_FADE_SECONDS, DEFAULTS.fade_out_seconds),
  loop: formBooleanSchema(DEFAULTS.loop),
  duck: formBooleanSchema(DEFAULTS.duck),
});

/** Contract of giving a timeline music. */
export const uploadBackgroundAudioContract = defineContract({
  operation: 'uploadBackgroundAudio',
  tag: 'timelines',
  summary: 'Give a timeline music: send it, name its address, or announce an upload and then complete it',
  description:
    'MP3, WAV (PCM), FLAC, M4A (AAC-LC), Ogg Vorbis or Ogg Opus, mono or stereo, 8–96 kHz, from 1 second to 10 minutes, up to 50 MB. It is decoded, ' +
    'brought to the loudness of the narration (−16 LUFS; less when its peaks would exceed −1.5 dBTP) and kept as FLAC.',
  method: 'POST',
  path: '/timelines/{id}/background-audio',
  params: pathIdSchema,
  body: fileBodySchema('Music', AUDIO_FILE_RULES, musicOptionSchemas),
  upload: fileInRequestRules(AUDIO_FILE_RULES, musicFormSchema),
  examples: {
    announce: { content_type: 'audio/mpeg', size_bytes: 4_823_117 },
    complete: { upload_id: 'up_01JD7XK3ZV5Q8W9R2T4Y6B0C1E', volume: 0.2, fade_out_seconds: 4 },
  },
  answer: z.union([announceUploadAnswerSchema, timelineAnswerSchema]),
  conditional: true,
  written: (answer) => ('version' in answer ? entityTagOfVersion(answer) : undefined),
  errors: [
    'timeline_not_found',
    'upload_not_found',
    'upload_in_progress',
    'url_forbidden',
    'audio_too_large',
    'audio_invalid',
    'audio_too_long',
    'unsupported_media_type',
    'entitlement_required',
    'timeline_too_large',
  ],
});

/** Contract of removing the music of a timeline. */
export const deleteBackgroundAudioContract = defineContract({
  operation: 'deleteBackgroundAudio',
  tag: 'timelines',
  summary: 'Remove the music of a timeline',
  method: 'DELETE',
  path: '/timelines/{id}/background-audio',
  params: pathIdSchema,
  answer: timelineAnswerSchema,
  conditional: true,
  written: entityTagOfVersion,
  errors: ['timeline_not_found', 'timeline_too_large'],
});
