import type { EngineVoice, NarratorIdentity } from '../speech/engine.ts';

/** As CLDR has it: `cmn` is `zh`. */
const spoken = (tag: string): string => new Intl.Locale(tag).language;

/** The voices of an engine; with a language (BCP 47) those that speak it, whatever the region. */
export const listVoices = (engine: Pick<NarratorIdentity, 'voices'>, language: string | undefined): EngineVoice[] =>
  engine
    .voices()
    .filter(
      (voice) =>
        language === undefined ||
        [voice.language, ...(voice.other_languages ?? [])].some((tag) => spoken(tag) === spoken(language)),
    );
