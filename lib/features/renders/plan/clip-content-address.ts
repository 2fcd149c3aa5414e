import { createHash } from 'node:crypto';
import { CLIP_VERSION } from '#engine/video/clips/clip.ts';
import { ORNAMENT_DRIFT_VERSION } from '#engine/video/drawing/drifting-ornaments.ts';
import { ENTRANCE_VERSION } from '#engine/video/drawing/part-entrance.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import type { TransitionTypeWithFrames } from '#engine/video/transitions/transition-types.ts';
import {
  type CaptionOverMovingShot,
  isWholePixelShot,
  type PictureRef,
  type StillOfBlendedShot,
  shotToEncode,
  type VideoShot,
} from './video-shot.ts';

/** Part of the addresses of clips of these transitions. Raise it with every change of one. */
const TRANSITION_VERSIONS: Partial<Record<TransitionTypeWithFrames, number>> = { morph: 5, zoom: 1 };

/** Part of the addresses of clips with a part that rises. Raise it with every change of what their records say of it. */
const RISE_VERSION = 2;

/** Part of the addresses of clips in which nothing moves by parts of a pixel. Raise it with every change of how they are encoded. */
const WHOLE_PIXELS_VERSION = 1;

/** Part of the addresses of clips in which the camera moves to a part of a slide. Raise it with every change of that movement. */
const ZOOM_VERSION = 2;

/** Part of the addresses of clips in which a video plays. Raise it with every change of how their frames are made. */
const FOOTAGE_VERSION = 1;

/** Part of the addresses of clips in which a presenter speaks. Raise it with every change of how presenters are laid over slides. */
const PRESENTER_VERSION = 1;

function versionsOfTransition(shot: Extract<VideoShot | StillOfBlendedShot, { kind: 'transition' }>): number[] {
  const version = TRANSITION_VERSIONS[shot.type];
  if (version !== undefined) return [version];
  return isWholePixelShot(shot) ? [WHOLE_PIXELS_VERSION] : [];
}

/** A content address: SHA-256 (hex) over the JSON of its parts. */
export const contentHash = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * The content address of a shot's clip: a hash over everything on which its bytes depend: the drawings of its pictures, the settings and
 * the encoder. The length of a still is not part of it, because its clip is the same for any length. A blended fade has the clip of the
 * still with which it ends; one with a rising part also includes that part, which follows from the previous picture.
 * @param drawing returns the canonical text of everything that determines a picture, including its caption
 * @param encoder identity of the encoder's build
 */
export const clipContentAddress = (
  shot: VideoShot,
  settings: VideoSettings,
  drawing: (picture: PictureRef) => string,
  encoder: string,
): string => addressOfShot(shotToEncode(shot, settings), settings, drawing, encoder);

/** The content address of what is encoded. */
function addressOfShot(
  shot: VideoShot | StillOfBlendedShot,
  settings: VideoSettings,
  drawing: (picture: PictureRef) => string,
  encoder: string,
): string {
  const { codec, width, height, fps, quality } = settings;
  const commonParts = [CLIP_VERSION, encoder, codec, width, height, fps, quality, shot.kind];
  const captionParts = (slide: number, captionsOfShot: readonly CaptionOverMovingShot[] = []) =>
    captionsOfShot.map(({ text, first, end }) => [first, end, drawing({ slide, caption: text })]);
  switch (shot.kind) {
    case 'still':
      return contentHash(
        ...[...commonParts, drawing(shot.picture)],
        // Which ornaments drift follows from the whole slide and its ground.
        ...(shot.picture.drifts ? ['drift', ORNAMENT_DRIFT_VERSION, drawing({ slide: shot.picture.slide })] : []),
        ...('rises' in shot && shot.rises ? ['rise', RISE_VERSION, drawing(shot.rises.from)] : []),
      );
    case 'transition':
      return contentHash(
        ...[...commonParts, shot.type, shot.direction, shot.frames, drawing(shot.from), drawing(shot.to)],
        ...versionsOfTransition(shot),
        ...captionParts(shot.to.slide, shot.captions),
      );
    case 'drawn':
      return contentHash(
        ...[...commonParts, ENTRANCE_VERSION, shot.frames, drawing(shot.from), drawing(shot.to), shot.parts],
        ...captionParts(shot.to.slide, shot.captions),
      );
    case 'zoom':
      return contentHash(
        ...[...commonParts, ZOOM_VERSION, shot.frames, shot.toward, drawing(shot.picture)],
        ...captionParts(shot.picture.slide, shot.captions),
      );
    case 'image_motion':
      return contentHash(
        ...commonParts,
        shot.motion,
        shot.first,
        shot.frames,
        shot.total,
        drawing({ slide: shot.slide, rest: 'start', ...(shot.captions ? { caption: '' } : {}) }),
        ...captionParts(shot.slide, shot.captions),
      );
    case 'footage':
      return contentHash(
        ...commonParts,
        ...[FOOTAGE_VERSION, shot.source, shot.second, shot.frames],
        drawing({ slide: shot.slide, ...(shot.captions ? { caption: '' } : {}) }),
        ...captionParts(shot.slide, shot.captions),
      );
    case 'presenter': {
      // The poster has everything on which the form of the presenter depends; with captions also the room that they need.
      const posterKey = drawing({ slide: shot.slide, ...(shot.captions ? { caption: '' } : {}) });
      const addressBelow = contentHash(
        PRESENTER_VERSION,
        shot.under.frames,
        addressOfShot(shot.under, settings, drawing, encoder),
      );
      return contentHash(
        ...commonParts,
        ...[shot.source, shot.second, shot.stands ?? false, posterKey, addressBelow],
        ...captionParts(shot.slide, shot.captions),
      );
    }
  }
}
