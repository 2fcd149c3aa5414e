import { signedIn } from './session.ts';
import type { Voice } from './voice-choices.ts';

/** All voices of a language, the default one first; none if they cannot be loaded, or if there is no such language. */
export async function voicesOf(language: string): Promise<Voice[]> {
  const found = signedIn().quiet.items('/voices', { query: { limit: 100, language } });
  return Array.fromAsync(found).catch(() => []);
}
