import { type VoiceCatalog, voiceFault } from '#engine/speech/voice-catalog.ts';
import { invalidValue } from '#kernel/shared/errors.ts';

export interface VoiceDeps {
  voices: VoiceCatalog;
}

/**
 * Refuses a voice that the engine of this stage does not have; null and undefined leave the choice to the engine.
 * @param language BCP 47, of the timeline
 * @param path where the timeline stands in the request, as `timeline.`
 * @throws ServiceError `validation_failed` for `voice`, naming voices of the language.
 */
export function checkVoice(voices: VoiceCatalog, language: string, voice: string | null | undefined, path = ''): void {
  const fault = voice == null ? undefined : voiceFault(voices, language, voice);
  if (fault !== undefined) throw invalidValue(`${path}voice`, fault);
}
