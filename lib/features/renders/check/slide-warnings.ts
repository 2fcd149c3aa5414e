import { doesLayoutShowItems } from '#engine/video/drawing/layout/layout-facts.ts';
import type { TextFitReport } from '#engine/video/drawing/layout/text-fit-report.ts';
import type { SlideMeasures } from '#engine/video/drawing/paint/measure-slide-layout.ts';
import {
  isSpeechCutOff,
  pictureFieldPath,
  type Slide,
  type SlidePictureWithPosition,
  slidePicturesWithPositions,
} from '#features/timelines/public.ts';
import { slidePageWarnings } from './slide-page-warnings.ts';
import type { CheckWarning, CheckWarningCode } from './timeline-check.ts';

/** Scale of an image, in picture pixels per image pixel, above which it looks soft. */
const MAX_IMAGE_SCALE = 1.5;
/** The most characters that a message lists. */
const MAX_LISTED_CHARACTERS = 10;

/** A slide with the facts on which its warnings depend. */
export interface SlideToCheck {
  slide: Slide;
  /** Position of the slide in the timeline, from 0. */
  position: number;
  measures: SlideMeasures;
  /** Seconds of its speech, estimated if the speech does not exist; undefined for a silent slide. */
  narrationSeconds: number | undefined;
  /** Seconds of silence before the speech. */
  leadSeconds: number;
}

/** The field of the code, table, chart or items that a slide shows; `bullet_points` if it shows none. */
function contentField({ code, table, chart, items }: Slide, { layout }: SlideMeasures): string {
  if (layout === 'code' && code) return 'code';
  if (layout === 'table' && table) return 'table';
  if (layout === 'chart' && chart) return 'chart';
  return doesLayoutShowItems(layout) && items ? 'items' : 'bullet_points';
}

/** The text field that has one of these characters: `title` or `bullet_points`; else undefined. */
function fieldContaining(characters: readonly string[], { title, bullet_points }: Slide): string | undefined {
  const containsAny = (text: string): boolean => characters.some((character) => text.includes(character));
  if (containsAny(title)) return 'title';
  return bullet_points.some(containsAny) ? 'bullet_points' : undefined;
}

const formatSeconds = (value: number): string => `${Math.round(value * 10) / 10} s`;

/** Warnings about text that does not fit, or has characters without glyphs: code, message, field. */
function textWarnings({ slide, measures }: SlideToCheck): [CheckWarningCode, string, string][] {
  const { fits, isFooterCut, missing } = measures;
  const fieldOf = (part: TextFitReport['part']): string => {
    if (part === 'content') return contentField(slide, measures);
    // On a slide without a title, the title's box may show a point.
    return part === 'points' || slide.title.trim() === '' ? 'bullet_points' : 'title';
  };
  const fieldsThatAre = (fault: 'cut' | 'shrunk') => [
    ...new Set(fits.filter((fit) => fit[fault]).map(({ part }) => fieldOf(part))),
  ];
  const cutFields = fieldsThatAre('cut');
  const warnings: [CheckWarningCode, string, string][] = [
    ...cutFields.map((field): [CheckWarningCode, string, string] => [
      'text_cut',
      'The text does not fit, even in its smallest size: it ends in an ellipsis. Shorten it, or divide it among slides.',
      field,
    ]),
    ...fieldsThatAre('shrunk')
      .filter((field) => !cutFields.includes(field))
      .map((field): [CheckWarningCode, string, string] => [
        'text_shrunk',
        'The text is set much smaller than usual to fit. Shorten it, or divide it among slides.',
        field,
      ]),
  ];
  if (isFooterCut) warnings.push(['text_cut', 'The footer of the timeline does not fit on its line.', 'footer']);
  if (missing.length > 0)
    warnings.push([
      'glyphs_missing',
      `No font has these characters, which are drawn as boxes or left out: ${missing.slice(0, MAX_LISTED_CHARACTERS).join(' ')}${missing.length > MAX_LISTED_CHARACTERS ? ' and more' : ''}.`,
      fieldContaining(missing, slide) ?? contentField(slide, measures),
    ]);
  return warnings;
}

/** Warnings about a picture that is missing or animated: code, message, field. */
function imageWarnings({
  image,
  image_request: imageRequest,
  ...placeOfPicture
}: SlidePictureWithPosition): [CheckWarningCode, string, string][] {
  const field = pictureFieldPath(placeOfPicture);
  if (!imageRequest)
    return image?.frames === undefined
      ? []
      : [
          [
            'image_animated',
            `The file moves: of its ${image.frames} frames, the first is shown. Send another picture if that says too little.`,
            field,
          ],
        ];
  if (imageRequest.error)
    return [['image_unreadable', `A render would fail: ${imageRequest.error.message} Send the image again.`, field]];
  if ('url' in imageRequest.from)
    return [
      ['image_pending', 'A render fetches the image that the variable names; it is not shown here.', 'image_variable'],
    ];
  return [['image_pending', 'The image is being fetched; it is not shown here. A render waits for it.', field]];
}

/** Warnings about a presenter who is not ready: code, message, field. */
function presenterWarnings({ presenter_request: presenterRequest }: Slide): [CheckWarningCode, string, string][] {
  if (!presenterRequest) return [];
  if (presenterRequest.error)
    return [['presenter_unreadable', `A render would fail: ${presenterRequest.error.message}`, 'presenter']];
  return [
    [
      'presenter_pending',
      'The recording is being decoded; it is not shown here, and the length is an estimate. A render waits for it.',
      'presenter',
    ],
  ];
}

/** Warnings about a video that is not ready: code, message, field. */
function videoWarnings({ video_request: videoRequest }: Slide): [CheckWarningCode, string, string][] {
  if (!videoRequest) return [];
  if (videoRequest.error)
    return [['video_unreadable', `A render would fail: ${videoRequest.error.message} Send the video again.`, 'video']];
  const explanation = 'The video is being fetched and decoded; it is not shown here, and its length is not counted.';
  return [['video_pending', `${explanation} A render waits for it.`, 'video']];
}

/** Finds possible problems of a slide. Pure. */
export function warningsOfSlide(checked: SlideToCheck): CheckWarning[] {
  const { slide, position, measures, narrationSeconds, leadSeconds } = checked;
  const { layout, imageScale = 0, contrast } = measures;
  const shownImage = slide.video ?? slide.image;
  const warnings = textWarnings(checked);
  warnings.push(
    ...slidePageWarnings(measures).map(([code, message]): [CheckWarningCode, string, string] => [code, message, '']),
  );
  warnings.push(
    ...slidePicturesWithPositions(slide).flatMap(imageWarnings),
    ...videoWarnings(slide),
    ...presenterWarnings(slide),
  );
  if (layout === 'empty' && !slide.image_request && !slide.video_request && !slide.pictures)
    warnings.push(['nothing_to_show', 'The slide has neither text nor an image: its picture is empty.', '']);
  if (contrast && !contrast.passes)
    warnings.push([
      'contrast_low',
      `The text has a contrast of ${contrast.ratio.toFixed(1)} : 1 to what is behind it; at least 3 : 1 is needed to read it well.`,
      'template_id',
    ]);
  if (imageScale > MAX_IMAGE_SCALE)
    warnings.push([
      'image_low_resolution',
      `The ${slide.video ? 'video' : 'image'} is shown ${imageScale.toFixed(1)} times larger than its ${shownImage?.width} × ${shownImage?.height} pixels and looks soft.`,
      slide.video ? 'video' : 'image',
    ]);
  const { duration_seconds: shownSeconds } = slide;
  const spokenSeconds = narrationSeconds === undefined ? 0 : leadSeconds + narrationSeconds;
  if (isSpeechCutOff(slide) && shownSeconds !== undefined && spokenSeconds > shownSeconds)
    warnings.push([
      'speech_cut',
      `The narration takes ${formatSeconds(spokenSeconds)}, and the slide ends after ${formatSeconds(shownSeconds)}: the rest is not heard.`,
      'duration_seconds',
    ]);
  const timelineFields: readonly string[] = ['template_id', 'footer'];
  return warnings.map(([code, message, field]) => ({
    slide_id: slide.id,
    position,
    code,
    message,
    param: timelineFields.includes(field) ? field : `slides[${position}]${field === '' ? '' : `.${field}`}`,
  }));
}
