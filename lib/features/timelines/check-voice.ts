import type { SpeechEngineIdentity } from '#engine/speech/engine.ts';
import { findUnknownVoiceMessage, type VoiceCatalog } from '#engine/speech/voice-catalog.ts';
import { invalidRequestError } from '#kernel/contract/invalid-request.ts';
import type { RequestFault } from '#kernel/shared/errors.ts';
import type { TimelineSettings } from './timeline.ts';

/** The voices of a stage, and whether one supports other speeds than 1. */
export type VoiceCatalogWithSpeedSupport = VoiceCatalog & Pick<SpeechEngineIdentity, 'takesSpeed'>;

/** Dependencies of the check of voices. */
export interface CheckVoiceDeps {
  voices: VoiceCatalogWithSpeedSupport;
}

/** A voice and its speed, as a request has them; null and undefined: not set. */
interface SentVoice {
  voice?: string | null | undefined;
  speed?: number | null | undefined;
}

/** The voices and speeds that a request sets. */
export interface SentVoices extends SentVoice {
  speakers?: TimelineSettings['speakers'] | undefined;
  slides?: readonly SentVoice[] | undefined;
}

/** The faults of one voice with its speed. @param defaultVoice the values where the request sets nothing */
function faultsOfVoice(
  voices: VoiceCatalogWithSpeedSupport,
  language: string,
  { voice, speed }: SentVoice,
  defaultVoice: SentVoice,
  pathPrefix: string,
): RequestFault[] {
  const unknownVoiceMessage = voice == null ? undefined : findUnknownVoiceMessage(voices, language, voice);
  if (unknownVoiceMessage !== undefined) return [{ param: `${pathPrefix}voice`, message: unknownVoiceMessage }];
  const voiceInUse = voices.voiceFor(language, voice ?? defaultVoice.voice ?? undefined);
  const isSpeedRefused = speed != null && speed !== 1 && voiceInUse !== undefined && !voices.takesSpeed(voiceInUse);
  return isSpeedRefused ? [{ param: `${pathPrefix}speed`, message: 'This voice supports speed 1 only.' }] : [];
}

/**
 * Finds the voices of a request that the engine of this stage does not have, and speeds that its voices do not support: of the timeline, of
 * its speakers and of its slides. Voices that are not set pass, because the engine then chooses.
 * @param language language of the timeline, BCP 47
 * @param defaultVoice voice of the timeline, where the request does not set it
 * @param path prefix of the fields in the request, such as `timeline.`
 */
export function voiceFaults(
  voices: VoiceCatalogWithSpeedSupport,
  language: string,
  { speakers = {}, slides = [], ...timeline }: SentVoices,
  defaultVoice: SentVoice = {},
  path = '',
): RequestFault[] {
  const voiceOfTimeline = { voice: timeline.voice === undefined ? defaultVoice.voice : timeline.voice };
  return [
    ...faultsOfVoice(voices, language, timeline, defaultVoice, path),
    ...Object.entries(speakers).flatMap(([name, speaker]) =>
      faultsOfVoice(voices, language, speaker, voiceOfTimeline, `${path}speakers.${name}.`),
    ),
    ...slides.flatMap((slide, index) =>
      faultsOfVoice(voices, language, slide, voiceOfTimeline, `${path}slides[${index}].`),
    ),
  ];
}

/** Checks the voices of a request, as `voiceFaults`. @throws ServiceError `validation_failed` that names voices of the language */
export function checkVoices(...request: Parameters<typeof voiceFaults>): void {
  const faults = voiceFaults(...request);
  if (faults.length > 0) throw invalidRequestError('validation_failed', faults);
}

/** Checks voice and speed of one slide, as `checkVoices`. @param defaultVoice voice of the timeline */
export function checkSlideVoice(
  voices: VoiceCatalogWithSpeedSupport,
  language: string,
  slide: SentVoice,
  defaultVoice: SentVoice,
): void {
  const faults = faultsOfVoice(voices, language, slide, defaultVoice, '');
  if (faults.length > 0) throw invalidRequestError('validation_failed', faults);
}
