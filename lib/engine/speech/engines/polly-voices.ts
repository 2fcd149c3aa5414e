import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { SpeechEngineVoice } from '../engine.ts';

// Amazon Polly's neural voices as its developer guide lists them ("Available neural voices": 36 languages and variants),
// read in November 2026 from a copy of that page; the ids are those that the SDK's VoiceId has. It was not compared with
// DescribeVoices, and not every region has neural voices. The first voice of a language is its default: a woman's voice
// where there are both, never a child's. f, m: gender.
const VOICE_TABLE = `
ar-AE Hala f, Zayd m | nl-BE Lisa f | ca-ES Arlet f | cs-CZ Jitka f | yue-CN Hiujin f | cmn-CN Zhiyu f | da-DK Sofie f
nl-NL Laura f | en-AU Olivia f | en-GB Amy f, Emma f, Brian m, Arthur m | en-IN Kajal f | en-IE Niamh f | en-NZ Aria f
en-SG Jasmine f | en-ZA Ayanda f
en-US Joanna f, Danielle f, Kendra f, Kimberly f, Ruth f, Salli f, Ivy f, Gregory m, Joey m, Matthew m, Stephen m, Justin m, Kevin m
fi-FI Suvi f | fr-BE Isabelle f | fr-CA Gabrielle f, Liam m | fr-FR Lea f, Remi m | de-DE Vicki f, Daniel m
de-AT Hannah f | de-CH Sabrina f | it-IT Bianca f, Adriano m | ja-JP Kazuha f, Tomoko f, Takumi m
ko-KR Seoyeon f, Jihye f | nb-NO Ida f | pl-PL Ola f | pt-BR Camila f, Vitoria f, Thiago m | pt-PT Ines f
es-ES Lucia f, Sergio m | es-MX Mia f, Andres m | es-US Lupe f, Pedro m | sv-SE Elin f | tr-TR Burcu f`;

/** Names of voices whose ids lack the accents. */
const ACCENTED_NAMES: Readonly<Record<string, string>> = {
  Andres: 'Andrés',
  Ines: 'Inês',
  Lea: 'Léa',
  Remi: 'Rémi',
  Vitoria: 'Vitória',
};

/** Bilingual voices: they speak these languages natively when the call names them. */
const OTHER_LANGUAGES: Readonly<Record<string, readonly string[]>> = { Kajal: ['hi-IN'] };

/** All neural voices of Amazon Polly, by language. */
export const POLLY_VOICES: readonly SpeechEngineVoice[] = VOICE_TABLE.trim()
  .split(/\s*[|\n]\s*/)
  .flatMap((row) => {
    const [code = '', ...voiceList] = row.split(' ');
    // Polly's code for Mandarin is "cmn-CN", canonically "zh-CN".
    const [language = code] = Intl.getCanonicalLocales(code);
    return voiceList
      .join(' ')
      .split(', ')
      .map((voice): SpeechEngineVoice => {
        const [id = '', gender] = voice.split(' ');
        return {
          id,
          name: ownPropertyValue(ACCENTED_NAMES, id) ?? id,
          language,
          gender: gender === 'm' ? 'male' : 'female',
          other_languages: ownPropertyValue(OTHER_LANGUAGES, id) ?? [],
          variants: [],
        };
      });
  });
