import { inChunks } from './in-chunks.ts';

/**
 * Notes of a slide that became several: they go to its parts by paragraphs, where there are enough; else all to the first.
 * @param separator between paragraphs @returns at most `parts` texts
 */
export function shareNotes(notes: string, parts: number, separator: '\n' | '\n\n'): string[] {
  const paragraphs = notes.split(separator === '\n' ? /\n+/ : /\n{2,}/).filter((text) => text.trim() !== '');
  if (parts === 1 || paragraphs.length < parts) return [notes];
  return inChunks(paragraphs, Math.ceil(paragraphs.length / parts)).map((some) => some.join(separator));
}
