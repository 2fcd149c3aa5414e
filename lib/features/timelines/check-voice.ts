import { type VoiceCatalog, voiceFault } from '#engine/speech/voice-catalog.ts';
import { invalidValue } from '#kernel/shared/errors.ts';

/** Dependencies of the check of voices. */
export interface VoiceDeps {
  voices: VoiceCatalog;
}

/**
 * Checks that the engine of this stage has a voice. null and undefined pass, because the engine then chooses.
 * @param language language of the timeline, BCP 47
 * @param path prefix of the timeline's fields in the request, such as `timeline.`
 * @throws ServiceError `validation_failed` for `voice`, naming voices of the language.
 */
export function checkVoice(voices: VoiceCatalog, language: string, voice: string | null | undefined, path = ''): void {
  const fault = voice == null ? undefined : voiceFault(voices, language, voice);
  if (fault !== undefined) throw invalidValue(`${path}voice`, fault);
}
