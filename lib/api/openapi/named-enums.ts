import { AUTH_METHODS, PLANS } from '../../accounts/public.ts';
import {
  CAPTION_MODES,
  FAILURE_CODES,
  NARRATION_MODES,
  QUALITIES,
  RENDER_EVENTS,
  RENDER_STATUSES,
  STAGES,
} from '../../renders/public.ts';
import { ERRORS } from '../../shared/errors.ts';
import { AUDIO_FAILURES, AUDIO_FORMATS, AUDIO_STATUSES, IMAGE_FITS, SLIDE_BUILDS } from '../../timelines/public.ts';
import { SLIDE_LAYOUTS } from '../../video/drawing/drawable-slide.ts';
import { FORMAT_NAMES, RESOLUTION_NAMES } from '../../video/format.ts';
import { IMAGE_MOTIONS } from '../../video/motion/image-motion.ts';
import { CODECS, FRAME_RATES } from '../../video/settings.ts';
import { TRANSITION_TYPES } from '../../video/transitions/transition-frames.ts';
import { DELIVERY_STATUSES } from '../../webhooks/public.ts';

/** The enums of the API, each under the name of its component. Two names must not stand for the same values. */
export const NAMED_ENUMS: Readonly<Record<string, readonly (string | number)[]>> = {
  Plan: PLANS,
  AuthMethod: AUTH_METHODS,
  ErrorCode: Object.keys(ERRORS),
  ErrorType: [...new Set(Object.values(ERRORS).map(([type]) => type))],
  Format: FORMAT_NAMES,
  Resolution: RESOLUTION_NAMES,
  Codec: CODECS,
  FrameRate: FRAME_RATES,
  TransitionType: TRANSITION_TYPES,
  SlideLayout: SLIDE_LAYOUTS,
  SlideBuild: SLIDE_BUILDS,
  ImageFit: IMAGE_FITS,
  ImageMotion: IMAGE_MOTIONS,
  AudioStatus: AUDIO_STATUSES,
  AudioFormat: AUDIO_FORMATS,
  AudioFailureCode: AUDIO_FAILURES,
  AudioSource: ['generated', 'uploaded'],
  VoiceGender: ['female', 'male'],
  TemplateScheme: ['light', 'dark'],
  RenderStatus: RENDER_STATUSES,
  RenderStage: STAGES,
  RenderQuality: QUALITIES,
  CaptionMode: CAPTION_MODES,
  NarrationMode: NARRATION_MODES,
  RenderFailureCode: FAILURE_CODES,
  RenderEventName: RENDER_EVENTS,
  WebhookStatus: ['active', 'disabled'],
  DeliveryStatus: DELIVERY_STATUSES,
  DeliveryOutcome: ['succeeded', 'failed'],
};
