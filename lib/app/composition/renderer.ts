import { createHash } from 'node:crypto';
import { SPEECH_PROCESSING_VERSION } from '#engine/speech/hash-speech-request.ts';
import { SOUNDTRACK_PART_VERSION } from '#engine/video/audio/soundtrack-parts.ts';
import { CLIP_VERSION } from '#engine/video/clips/clip.ts';
import { PAINTER_VERSION } from '#engine/video/drawing/slide-picture-key.ts';
import { RENDER_PLAN_VERSION } from '#features/renders/plan/render-plan.ts';
import type { RendererVersion } from '#features/renders/public.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/public.ts';
import { stageSpeechEngineIdentity } from './engine-identity.ts';
import { ffmpegBuildIdentity } from './ffmpeg.ts';

/**
 * The version of this program as far as it affects the bytes of a video. ICU is not part of the version, because AWS updates it under
 * running functions, one after another. The times that depend on ICU (of sentences, captions and builds) are stored in the plan and with
 * speech.
 */
export async function currentRendererVersion(): Promise<RendererVersion> {
  const { id, version } = stageSpeechEngineIdentity;
  const buildInputs = JSON.stringify([await ffmpegBuildIdentity(), BUILT_IN_TEMPLATES, id, version]);
  return {
    versions: {
      plan: RENDER_PLAN_VERSION,
      painter: PAINTER_VERSION,
      clips: CLIP_VERSION,
      sound: SOUNDTRACK_PART_VERSION,
      speech: SPEECH_PROCESSING_VERSION,
    },
    build: createHash('sha256').update(buildInputs).digest('hex').slice(0, 32),
  };
}
