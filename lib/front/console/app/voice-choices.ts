import type { Schemas } from '#front/client/client.ts';

/** A voice as the API lists it. */
export type ListedVoice = Schemas['Voice'];

/** The label of a voice, such as `Emma (en-GB), natural`: its name, its language unless the name contains it, and its quality. */
function voiceLabel({ name, language, quality }: ListedVoice): string {
  const whole = name.toLowerCase().includes(language.toLowerCase()) ? name : `${name} (${language})`;
  return quality === null ? whole : `${whole}, ${quality}`;
}

/**
 * The options of a select box of voices.
 * @param chosen the id of the chosen voice, which is an option even if it speaks another language; empty: none
 * @param none the label of the option without a voice
 */
export function voiceOptions(
  voices: readonly ListedVoice[],
  chosen: string,
  none: string,
): readonly (readonly [id: string, label: string])[] {
  const isKnown = chosen === '' || voices.some(({ id }) => id === chosen);
  return [
    ['', none],
    ...(isKnown ? [] : [[chosen, chosen] as const]),
    ...voices.map((voice) => [voice.id, voiceLabel(voice)] as const),
  ];
}
