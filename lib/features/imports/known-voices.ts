import type { ParsedDeck } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { type VoiceCatalogWithSpeedSupport, voiceFaults } from '#features/timelines/public.ts';

/** Lines about the voices of speakers: the voice of the slides replaces one that does not exist. */
function linesOfSpeakers(deck: ParsedDeck, language: string, voices: VoiceCatalogWithSpeedSupport): DeckWarning[] {
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
 * @param language of the timeline, BCP 47
 */
export function removeUnsupportedVoiceFromDeck(
  deck: ParsedDeck,
  language: string,
  voices: VoiceCatalogWithSpeedSupport,
): ParsedDeck {
  const { voice, speed, ...settings } = deck.settings;
  const [fault] = voiceFaults(voices, language, { voice, speed });
  if (!fault) return { ...deck, warnings: [...deck.warnings, ...linesOfSpeakers(deck, language, voices)] };
  const left = fault.param === 'voice' ? { speed } : { voice };
  const line = { slide: null, code: 'setting_not_taken' as const, message: `${fault.param}: ${fault.message}` };
  const without = { ...deck, settings: { ...settings, ...left }, warnings: [...deck.warnings, line] };
  return removeUnsupportedVoiceFromDeck(without, language, voices);
}
