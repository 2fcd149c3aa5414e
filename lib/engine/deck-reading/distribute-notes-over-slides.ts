import { evenChunks } from './in-chunks.ts';

/**
 * Distributes the paragraphs of the notes of a slide over the slides that it becomes. With fewer paragraphs than slides, the first
 * slide gets all of them.
 * @param slideCount number of slides, from 1
 * @param separator between paragraphs
 * @returns from 1 to `slideCount` texts
 */
export function distributeNotesOverSlides(notes: string, slideCount: number, separator: '\n' | '\n\n'): string[] {
  const paragraphs = notes.split(separator === '\n' ? /\n+/ : /\n{2,}/).filter((text) => text.trim() !== '');
  if (slideCount === 1 || paragraphs.length < slideCount) return [notes];
  return evenChunks(paragraphs, Math.ceil(paragraphs.length / slideCount)).map((chunk) => chunk.join(separator));
}
