import type { ParsedDeck } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { type VoiceCatalogWithSpeedSupport, voiceFaults } from '#features/timelines/public.ts';

/** Warnings about the voices of speakers that do not exist: the voice of the slides replaces them. */
function speakerVoiceWarnings(deck: ParsedDeck, language: string, voices: VoiceCatalogWithSpeedSupport): DeckWarning[] {
  const { voice, speakers } = deck.settings;
  return voiceFaults(voices, language, { speakers }, { voice }).map(({ param, message }) => ({
    slide: null,
    code: 'setting_not_taken',
    message: `${param}: ${message}`,
  }));
}

/**
 * Removes from a deck a voice that the engine of this stage does not have, and a speed that its voice does not support. Each becomes a line
 * of the report, because a render with it would fail. Missing voices of speakers stay, but also become lines. Pure.
 * @param language language of the timeline, BCP 47
 */
export function removeUnsupportedVoiceFromDeck(
  deck: ParsedDeck,
  language: string,
  voices: VoiceCatalogWithSpeedSupport,
): ParsedDeck {
  const { voice, speed, ...settings } = deck.settings;
  const [fault] = voiceFaults(voices, language, { voice, speed });
  if (!fault) return { ...deck, warnings: [...deck.warnings, ...speakerVoiceWarnings(deck, language, voices)] };
  const supportedSettings = fault.param === 'voice' ? { speed } : { voice };
  const warning = { slide: null, code: 'setting_not_taken' as const, message: `${fault.param}: ${fault.message}` };
  const deckWithoutFault = {
    ...deck,
    settings: { ...settings, ...supportedSettings },
    warnings: [...deck.warnings, warning],
  };
  return removeUnsupportedVoiceFromDeck(deckWithoutFault, language, voices);
}
