import type { z } from 'zod';
import { footageSeconds } from '#engine/video/footage/footage.ts';
import type { slideAnswerSchema } from './contract.ts';
import type { SlideFilePresigner } from './ports.ts';
import type { Slide } from './slide.ts';
import { displayOfImage } from './slide-image.ts';
import type { VideoOptions } from './slide-video.ts';
import { type TimelineIntroAndOutro, type TimelineVideoName, timelineVideoAsSlideVideo } from './timeline-video.ts';
import type { timelineVideoAnswerSchema } from './timeline-video-fields.ts';

type VideoAnswer = z.output<typeof slideAnswerSchema>['video'];

const playbackAnswer = ({ trim, volume, muted, loop, plays, place }: VideoOptions) => ({
  trim: trim ? { from: trim.from, to: trim.to ?? null } : null,
  volume,
  muted,
  loop,
  plays,
  place,
});

/** The video of a slide in answers: the requested one while it is decoded or has failed, or else the stored one. */
export async function toSlideVideoAnswer(
  { video, video_request: request }: Pick<Slide, 'video' | 'video_request'>,
  files: SlideFilePresigner,
): Promise<VideoAnswer> {
  if (request) {
    const { fit, focus } = displayOfImage({ ...request, alt: '' }, {});
    return {
      status: request.error ? 'failed' : 'pending',
      duration_seconds: null,
      width: null,
      height: null,
      has_sound: null,
      poster_url: null,
      fit,
      focus,
      ...playbackAnswer(request),
      error: request.error ?? null,
    };
  }
  if (!video) return null;
  const { fit, focus } = displayOfImage({ ...video, alt: '' }, video.poster);
  return {
    status: 'ready',
    duration_seconds: Math.round(1000 * footageSeconds(video)) / 1000,
    width: video.width,
    height: video.height,
    has_sound: video.sound !== undefined,
    poster_url: await files.presignGet(video.poster.key),
    fit,
    focus,
    ...playbackAnswer(video),
    error: null,
  };
}

/** The intro or the outro of a timeline in answers; null for none. */
export async function toTimelineVideoAnswer(
  timeline: TimelineIntroAndOutro,
  name: TimelineVideoName,
  files: SlideFilePresigner,
): Promise<z.output<typeof timelineVideoAnswerSchema> | null> {
  const answer = await toSlideVideoAnswer(timelineVideoAsSlideVideo(timeline, name), files);
  if (!answer) return null;
  const { loop: _, plays: __, place: ___, ...answerFields } = answer;
  return answerFields;
}
