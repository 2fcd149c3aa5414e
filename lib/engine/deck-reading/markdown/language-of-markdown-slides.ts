import type { ParsedSlide } from '../deck.ts';
import { detectDeckLanguage } from '../detect-deck-language.ts';

/**
 * The language of slides, by their notes and texts.
 * @param fileLanguage the language that the file names; it decides where the texts do not
 * @returns BCP 47; null if it is not known
 */
export const languageOfMarkdownSlides = (
  slides: readonly ParsedSlide[],
  fileLanguage: string | null = null,
): string | null =>
  detectDeckLanguage(
    slides.map(({ content }) => ({ text: content.speaker_notes })),
    slides.map(({ content: { title, bullet_points } }) => ({ text: [title, ...bullet_points].join('\n') })),
    fileLanguage,
  );
