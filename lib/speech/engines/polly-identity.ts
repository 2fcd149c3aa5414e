import type { EngineIdentity } from '../engine.ts';
import { matchVoice } from '../match-voice.ts';
import { POLLY_VOICES } from './polly-voices.ts';

/** Counted up whenever the same request would give other samples. */
const REVISION = 1;

const byId = new Map(POLLY_VOICES.map((voice) => [voice.id.toLowerCase(), voice]));

/** From lower-case tag to voice: of a language and region, and of a language for regions that have no voice of their own. */
function tagTable(): Map<string, string> {
  const tags = new Map<string, string>();
  const add = (tag: string, id: string) => {
    if (!tags.has(tag)) tags.set(tag, id);
  };
  for (const { id, language, other_languages = [] } of POLLY_VOICES)
    for (const tag of [language, ...other_languages]) add(tag.toLowerCase(), id);
  for (const [tag, id] of [...tags]) {
    const [language = ''] = tag.split('-');
    // Where a language has several regions, the likeliest one: "pt" is Brazilian.
    const likeliest = tags.get(`${language}-${new Intl.Locale(language).maximize().region?.toLowerCase()}`);
    add(language, likeliest ?? id);
  }
  // The Spanish of the Americas is called by this tag in matchVoice; "no" is Bokmål.
  add('es-419', 'Lupe');
  add('no', 'Ida');
  return tags;
}

const tags = tagTable();

/** `voice`, when given, is one of Polly's neural voices ("Joanna"), whatever its case. */
function voiceFor(language: string, voice?: string): string | undefined {
  return voice === undefined ? matchVoice(language, tags) : byId.get(voice.toLowerCase())?.id;
}

/** The language that a call has to name so that a bilingual voice speaks it; undefined: the voice's own will do. */
export function namedLanguage(voice: string, language: string): string | undefined {
  const wanted = new Intl.Locale(language).language;
  const known = byId.get(voice.toLowerCase());
  if (known === undefined || known.language.startsWith(`${wanted}-`)) return undefined;
  return known.other_languages?.find((other) => other.startsWith(`${wanted}-`));
}

/** What Amazon Polly is and has, without a call to it. */
export const pollyIdentity = {
  id: 'polly',
  version: `polly;neural;ogg_vorbis;24000;r${REVISION}`,
  voiceFor,
  takesSpeed: () => true,
  voices: () => [...POLLY_VOICES],
} satisfies EngineIdentity;
