import { IMPORTED_SLIDE_LOOKS } from '#engine/deck-reading/deck.ts';
import { DECK_KINDS, DECK_MEDIA_TYPES } from '#engine/deck-reading/deck-formats.ts';
import { DECK_WARNING_CODES } from '#engine/deck-reading/deck-warning.ts';
import { CAPTION_FONT_SIZES, CAPTION_POSITIONS, CAPTION_PRESETS } from '#engine/video/captions/caption-style.ts';
import { VIDEO_CODEC_IDS } from '#engine/video/codecs/codec-facts.ts';
import { CALLOUT_KINDS } from '#engine/video/drawing/callouts/callout.ts';
import { IMAGE_TREATMENTS, LOGO_PLACES, LOGO_SLIDES } from '#engine/video/drawing/design.ts';
import {
  CHART_NUMBER_FORMATS,
  CHART_TYPES,
  CHART_UNIT_PLACES,
  SERIES_LABEL_PLACES,
} from '#engine/video/drawing/drawable-chart.ts';
import { CELL_ALIGNMENTS } from '#engine/video/drawing/drawable-table.ts';
import { DRAWN_LAYOUT_NAMES, SLIDE_LAYOUTS } from '#engine/video/drawing/layout/layout-facts.ts';
import { BULLET_STYLES, TEXT_MARKUPS, TYPOGRAPHY_STYLES } from '#engine/video/drawing/rich-slide-content.ts';
import { PRESENTER_PLACES, PRESENTER_SHAPES } from '#engine/video/footage/presenter-look.ts';
import { ASPECT_RATIO_NAMES, RESOLUTION_NAMES } from '#engine/video/format.ts';
import { IMAGE_MOTIONS } from '#engine/video/motion/image-motion.ts';
import { MOTION_LEVELS } from '#engine/video/motion/motions.ts';
import { FRAME_RATES } from '#engine/video/settings.ts';
import { TRANSITION_TYPES } from '#engine/video/transitions/transition-types.ts';
import { AUTH_METHODS, PLAN_NAMES } from '#features/accounts/public.ts';
import { BUILT_IN_FONT_FAMILY_NAMES, FONT_FORMATS, FONT_MEDIA_TYPES, FONT_STYLES } from '#features/fonts/public.ts';
import {
  BRAND_FONT_KINDS,
  DECK_BRAND_USES,
  IMPORT_FAILURE_CODES,
  IMPORT_LOOKS,
  IMPORT_STATUSES,
  IMPORTED_SLIDE_PICTURE_MAKERS,
  IMPORTED_SLIDE_VERDICTS,
  PDF_TEXT_USES,
} from '#features/imports/public.ts';
import {
  BATCH_STATUSES,
  BATCH_WARNING_CODES,
  CAPTION_MODES,
  CHECK_WARNING_CODES,
  EXTRA_FILE_KINDS,
  NARRATION_MODES,
  RENDER_EVENTS,
  RENDER_FAILURE_CODES,
  RENDER_STAGES,
  RENDER_STATUSES,
  TRANSCRIPT_FORMATS,
  UNKNOWN_COLUMN_TREATMENTS,
  VIDEO_QUALITIES,
} from '#features/renders/public.ts';
import { BUILT_IN_TEMPLATE_IDS, TEMPLATE_COLOR_NAMES, TEMPLATE_KINDS } from '#features/templates/public.ts';
import {
  AUDIO_FAILURE_CODES,
  AUDIO_FORMATS,
  AUDIO_STATUSES,
  IMAGE_FAILURE_CODES,
  IMAGE_FITS,
  SLIDE_BUILD_MODES,
  SLIDE_IMAGE_STATUSES,
  VIDEO_FAILURE_CODES,
  VIDEO_PLACES,
  VIDEO_PLAY_TIMINGS,
} from '#features/timelines/public.ts';
import { DELIVERY_STATUSES } from '#features/webhooks/public.ts';
import { KEY_SCOPES } from '#kernel/contract/key-scope.ts';
import { API_ERRORS } from '#kernel/shared/errors.ts';

/** The values of the API's enums, by the name of their OpenAPI component. No two may have the same values: a schema's component is looked up by its values. */
export const OPENAPI_ENUM_COMPONENTS: Readonly<Record<string, readonly (string | number)[]>> = {
  Plan: PLAN_NAMES,
  AuthMethod: AUTH_METHODS,
  KeyScope: KEY_SCOPES,
  ErrorCode: Object.keys(API_ERRORS),
  ErrorType: [...new Set(Object.values(API_ERRORS).map(([type]) => type))],
  Format: ASPECT_RATIO_NAMES,
  Resolution: RESOLUTION_NAMES,
  Codec: VIDEO_CODEC_IDS,
  FrameRate: FRAME_RATES,
  TransitionType: TRANSITION_TYPES,
  SlideLayout: SLIDE_LAYOUTS,
  DrawnLayout: DRAWN_LAYOUT_NAMES,
  SlideBuild: SLIDE_BUILD_MODES,
  BulletStyle: BULLET_STYLES,
  Markup: TEXT_MARKUPS,
  Typography: TYPOGRAPHY_STYLES,
  CellAlignment: CELL_ALIGNMENTS,
  CalloutKind: CALLOUT_KINDS,
  ChartType: CHART_TYPES,
  ChartUnitPlace: CHART_UNIT_PLACES,
  ChartNumberFormat: CHART_NUMBER_FORMATS,
  ChartSeriesLabels: SERIES_LABEL_PLACES,
  ImageFit: IMAGE_FITS,
  ImageStatus: SLIDE_IMAGE_STATUSES,
  ImageFailureCode: IMAGE_FAILURE_CODES,
  PresenterPlace: PRESENTER_PLACES,
  PresenterShape: PRESENTER_SHAPES,
  VideoFailureCode: VIDEO_FAILURE_CODES,
  VideoPlace: VIDEO_PLACES,
  VideoPlays: VIDEO_PLAY_TIMINGS,
  ImageMotion: IMAGE_MOTIONS,
  Motion: MOTION_LEVELS,
  AudioStatus: AUDIO_STATUSES,
  AudioFormat: AUDIO_FORMATS,
  AudioFailureCode: AUDIO_FAILURE_CODES,
  AudioSource: ['generated', 'uploaded'],
  VoiceGender: ['female', 'male'],
  TemplateScheme: ['light', 'dark'],
  TemplateKind: TEMPLATE_KINDS,
  TemplateBase: BUILT_IN_TEMPLATE_IDS,
  TemplateColor: TEMPLATE_COLOR_NAMES,
  LogoPlace: LOGO_PLACES,
  LogoSlides: LOGO_SLIDES,
  ImageTreatment: IMAGE_TREATMENTS,
  FontFamily: BUILT_IN_FONT_FAMILY_NAMES,
  FontFormat: FONT_FORMATS,
  FontStyle: FONT_STYLES,
  FontType: FONT_MEDIA_TYPES,
  DeckKind: DECK_KINDS,
  DeckType: DECK_MEDIA_TYPES,
  SlideLook: IMPORTED_SLIDE_LOOKS,
  SlideVerdict: IMPORTED_SLIDE_VERDICTS,
  SlideMaker: IMPORTED_SLIDE_PICTURE_MAKERS,
  ImportStatus: IMPORT_STATUSES,
  ImportLook: IMPORT_LOOKS,
  ImportWarningCode: DECK_WARNING_CODES,
  ImportFailureCode: IMPORT_FAILURE_CODES,
  PdfText: PDF_TEXT_USES,
  BrandUse: DECK_BRAND_USES,
  BrandFont: BRAND_FONT_KINDS,
  CheckWarningCode: CHECK_WARNING_CODES,
  BatchStatus: BATCH_STATUSES,
  BatchWarningCode: BATCH_WARNING_CODES,
  UnknownColumns: UNKNOWN_COLUMN_TREATMENTS,
  RenderStatus: RENDER_STATUSES,
  RenderStage: RENDER_STAGES,
  RenderQuality: VIDEO_QUALITIES,
  CaptionMode: CAPTION_MODES,
  CaptionPreset: CAPTION_PRESETS,
  CaptionSize: CAPTION_FONT_SIZES,
  CaptionPosition: CAPTION_POSITIONS,
  RenderExtra: EXTRA_FILE_KINDS,
  NarrationMode: NARRATION_MODES,
  TranscriptFormat: TRANSCRIPT_FORMATS,
  RenderFailureCode: RENDER_FAILURE_CODES,
  RenderEventName: RENDER_EVENTS,
  WebhookStatus: ['active', 'disabled'],
  DeliveryStatus: DELIVERY_STATUSES,
  DeliveryOutcome: ['succeeded', 'failed'],
};
