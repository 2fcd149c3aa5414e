import type { ParsedSlide } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';

/** The line of the report about a recording that was not imported. @param reason clause with the reason, without a full stop */
export const recordingLostWarning = ({ source_page, content }: ParsedSlide, reason: string): DeckWarning => ({
  slide: source_page,
  code: 'audio_not_taken',
  message: `The recorded narration was not used: ${reason}. ${
    content.speaker_notes.trim() === '' ? 'The slide has no sound.' : 'A voice speaks the notes.'
  } Send the recording as the audio of the slide.`,
});
