/** Kinds of voices by their sound: of a person, of a good machine, of a robot. */
export const VOICE_QUALITIES = ['natural', 'neural', 'robotic'] as const;

/** Facts about a speech engine that need neither its voices nor its program. */
interface EngineFacts {
  /** True if a deployed stage may choose it. */
  isDeployable: boolean;
  /** True if its program is in the layer `speech`. */
  isInLayer: boolean;
  /** The sound of its voices; undefined: they are the operator's. */
  quality: (typeof VOICE_QUALITIES)[number] | undefined;
  /** US dollars for a million characters; 0: it costs nothing by the character. */
  usdPerMillionCharacters: number;
  /** Line about it in the list of `npm run voice`. */
  about: string;
}

/**
 * The engines. A stage narrates with one of them. `lib/app/composition/engine-identity.ts` finds their voices, and
 * `lib/app/composition/speak.ts` their programs: functions that only choose voices do not contain the programs.
 */
export const SPEECH_ENGINE_FACTS = {
  // With espeak-ng for the languages that it has no voice for.
  natural: {
    isDeployable: true,
    isInLayer: true,
    quality: 'natural',
    usdPerMillionCharacters: 0,
    about: 'A natural voice speaks English here, offline; espeak-ng speaks every other language, like a robot.',
  },
  'espeak-ng': {
    isDeployable: true,
    isInLayer: true,
    quality: 'robotic',
    usdPerMillionCharacters: 0,
    about: 'espeak-ng speaks here: every language, offline, and like a robot.',
  },
  polly: {
    isDeployable: true,
    isInLayer: false,
    quality: 'neural',
    // The list price of neural voices is 16, for the sound and again for the times of the words.
    usdPerMillionCharacters: 32,
    about: 'Amazon Polly speaks here. GET /v1/voices lists its voices.',
  },
  // A program of the operator's own machine.
  command: {
    isDeployable: false,
    isInLayer: false,
    quality: undefined,
    usdPerMillionCharacters: 0,
    about: 'A program of this machine speaks here.',
  },
} as const satisfies Readonly<Record<string, EngineFacts>>;

/** The id of an engine. */
export type SpeechEngineId = keyof typeof SPEECH_ENGINE_FACTS;

/** The ids of all engines. */
export const SPEECH_ENGINE_IDS = Object.keys(SPEECH_ENGINE_FACTS) as readonly SpeechEngineId[];

/** The ids of the engines that a deployed stage may choose. */
export const DEPLOYABLE_SPEECH_ENGINE_IDS = SPEECH_ENGINE_IDS.filter(
  (engine) => SPEECH_ENGINE_FACTS[engine].isDeployable,
);

/** The engine of a stage that names none. */
export const DEFAULT_SPEECH_ENGINE_ID = 'natural' satisfies SpeechEngineId;
