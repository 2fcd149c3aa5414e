import { readDialogueLines, removeSpeakerNamesFromPlainText } from './dialogue-lines.ts';
import type { DialoguePart } from './dialogue-part.ts';
import { isSsml } from './read-ssml-as-speech-text.ts';
import type { Speakers } from './speakers.ts';
import { splitSsmlByVoice } from './split-ssml-by-voice.ts';

/** A text that may be a dialogue. */
export interface DialogueText {
  text: string;
  /** The declared speakers; absent: none. */
  speakers?: Speakers | undefined;
}

/**
 * The parts of a text by their voices, in reading order, at least one. In plain text, a line that starts with the name of a speaker and a
 * colon starts that speaker's part, which lasts until the next such line. In SSML, `voice` names a speaker or a voice of the engine.
 */
export function splitIntoDialogueParts({ text, speakers = {} }: DialogueText): readonly DialoguePart[] {
  if (isSsml(text)) return text.includes('<voice') ? splitSsmlByVoice(text, speakers) : [{ text }];
  return Object.keys(speakers).length > 0 ? readDialogueLines(text, speakers) : [{ text }];
}

/** A text without the names of the speakers before their lines: the words that are spoken and captioned. */
export const removeSpeakerNamesFromText = ({ text, speakers = {} }: DialogueText): string =>
  Object.keys(speakers).length === 0 || isSsml(text) ? text : removeSpeakerNamesFromPlainText(text, speakers);
