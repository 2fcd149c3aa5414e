import type { Schemas } from '#front/client/client.ts';

/** A voice as the API lists it. */
export type ListedVoice = Schemas['Voice'];

/** The label of a voice, such as `Emma (en-GB), natural`: its name, its language unless the name contains it, and its quality. */
function voiceLabel({ name, language, quality }: ListedVoice): string {
  const nameWithLanguage = name.toLowerCase().includes(language.toLowerCase()) ? name : `${name} (${language})`;
  return quality === null ? nameWithLanguage : `${nameWithLanguage}, ${quality}`;
}

/**
 * The options of a select box of voices.
 * @param chosenId the id of the chosen voice, which is an option even if it speaks another language; empty: none
 * @param noneLabel the label of the option without a voice
 */
export function voiceOptions(
  voices: readonly ListedVoice[],
  chosenId: string,
  noneLabel: string,
): readonly (readonly [id: string, label: string])[] {
  const isKnown = chosenId === '' || voices.some(({ id }) => id === chosenId);
  return [
    ['', noneLabel],
    ...(isKnown ? [] : [[chosenId, chosenId] as const]),
    ...voices.map((voice) => [voice.id, voiceLabel(voice)] as const),
  ];
}
