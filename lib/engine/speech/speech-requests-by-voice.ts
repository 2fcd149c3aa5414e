import type { SpeechEngineIdentity, SpeechRequest } from './engine.ts';
import { splitIntoDialogueParts } from './script/dialogue.ts';

/** A part of speech in one voice. */
interface VoicedPart {
  /** The declared speaker; absent: none. */
  speaker?: string | undefined;
  /** Its request, without speakers. */
  request: SpeechRequest;
}

/**
 * The requests for the parts of a text by their voices, in order, at least one. A voice that the engine does not have is replaced by the
 * voice of the whole text.
 */
export function speechRequestsByVoice(
  engine: Pick<SpeechEngineIdentity, 'voiceFor'>,
  { speakers, ...wholeRequest }: SpeechRequest,
): readonly VoicedPart[] {
  return splitIntoDialogueParts({ text: wholeRequest.text, speakers }).map(({ text, speaker, voice, speed }) => ({
    ...(speaker === undefined ? {} : { speaker }),
    request: {
      ...wholeRequest,
      text,
      ...(voice !== undefined && engine.voiceFor(wholeRequest.language, voice) !== undefined ? { voice } : {}),
      ...(speed === undefined ? {} : { speed }),
    },
  }));
}
