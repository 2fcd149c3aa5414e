import {
  type SpeechEngineVoice,
  SpeechError,
  type SpeechRequest,
  type SynthesizedSpeech,
} from '#engine/speech/engine.ts';
import { createLoudnessMeter } from '#engine/speech/loudness-meter.ts';

/** The result of checking a voice with one sentence. */
export interface VoiceCheckResult {
  voice: string;
  text: string;
  seconds: number;
  /** Integrated loudness (EBU R 128) in LUFS; null for silence (below −70 LUFS). Speech is levelled, so it only shows whether there is sound. */
  loudness_lufs: number | null;
  /** The fraction of silent samples, 0 to 1. */
  silent_share: number;
  /** The problems, as sentences; empty for a voice that works. */
  faults: string[];
}

/** A 16-bit sample with a smaller absolute value is silent: −50 dB of full scale. */
const SILENT_SAMPLE_LIMIT = 104;
/** The range of plausible seconds of speech per letter or digit; natural speech has 0.05 to 0.09. Outside of it, rate or text are wrong. */
const SECONDS_PER_LETTER = { min: 0.035, max: 0.16 };
/** The largest plausible fraction of silence; natural speech has about 0.2. */
const MAX_SILENT_SHARE = 0.7;

/** Checks the speech of a voice. @param text the text that it was asked to speak */
export function checkSynthesizedSpeechOfVoice(
  voice: string,
  text: string,
  { pcm, durationSeconds }: SynthesizedSpeech,
): VoiceCheckResult {
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, Math.floor(pcm.byteLength / 2));
  const meter = createLoudnessMeter();
  meter.add(Float32Array.from(samples, (value) => value / 32_768));
  const loudness = meter.integrated();
  const silentCount = samples.reduce((count, value) => count + (Math.abs(value) < SILENT_SAMPLE_LIMIT ? 1 : 0), 0);
  const silentShare = samples.length === 0 ? 1 : silentCount / samples.length;
  const letterCount = text.match(/[\p{L}\p{N}]/gu)?.length ?? 1;
  const secondsPerLetter = durationSeconds / letterCount;
  const faults: string[] = [];
  if (loudness === undefined)
    faults.push('It is silent. Run the program by hand: does it write sound to its standard output?');
  else if (silentShare > MAX_SILENT_SHARE) faults.push(`${Math.round(silentShare * 100)} % of it is silence.`);
  if (
    loudness !== undefined &&
    (secondsPerLetter < SECONDS_PER_LETTER.min || secondsPerLetter > SECONDS_PER_LETTER.max)
  )
    faults.push(
      `It takes ${durationSeconds.toFixed(1)} s for ${letterCount} letters, which is not a natural speed. Raw sound has another rate than NARRATION_COMMAND_SAMPLE_RATE, or the program speaks another text.`,
    );
  return {
    voice,
    text,
    seconds: Number(durationSeconds.toFixed(2)),
    silent_share: Number(silentShare.toFixed(2)),
    faults,
    loudness_lufs: loudness === undefined ? null : Number(loudness.toFixed(1)),
  };
}

/** Lets a voice speak a sentence and checks the result. A failure of the speech program is reported as a fault. */
export async function checkVoiceBySpeaking(
  speak: (request: SpeechRequest) => Promise<SynthesizedSpeech>,
  { id, language }: Pick<SpeechEngineVoice, 'id' | 'language'>,
  text: string,
): Promise<VoiceCheckResult> {
  try {
    return checkSynthesizedSpeechOfVoice(id, text, await speak({ text, language, voice: id, speed: 1 }));
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    const reason = error.cause instanceof Error ? `: ${error.cause.message}` : '';
    const faults = [`${error.message}${reason}. Run the program by hand with a line on its standard input.`];
    return { voice: id, text, seconds: 0, loudness_lufs: null, silent_share: 1, faults };
  }
}
