import { requireSession } from './session.ts';
import type { ListedVoice } from './voice-choices.ts';

/** All voices of a language, the default one first; none if they cannot be loaded, or if there is no such language. */
export async function loadVoicesOf(language: string): Promise<ListedVoice[]> {
  const voices = requireSession().quietClient.items('/voices', { query: { limit: 100, language } });
  return Array.fromAsync(voices).catch(() => []);
}
