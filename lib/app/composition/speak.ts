import type { SpeechEngine } from '#engine/speech/engine.ts';
import { createCombinedEngine, engineOfVoice } from '#engine/speech/engines/combined-engine.ts';
import { countSpokenTextAmounts } from '#engine/speech/script/notes-text.ts';
import { speakDialogue } from '#engine/speech/speak-dialogue.ts';
import { speechCostUsd } from '#engine/speech/speech-cost-usd.ts';
import { lazy } from './lazy.ts';
import { log } from './log.ts';
import { config } from './services.ts';
import { writeMetricRecord } from './write-record.ts';

/** The speech engine of this stage with its program, which is loaded at first use. */
const stageSpeechEngine = lazy(async (): Promise<SpeechEngine> => {
  const { narration } = config();
  switch (narration.engine) {
    case 'natural': {
      const { createNaturalSpeechEngine } = await import('#engine/speech/natural/natural.ts');
      const { createEspeakEngine } = await import('#engine/speech/engines/espeak.ts');
      return createCombinedEngine('natural', [createNaturalSpeechEngine(), createEspeakEngine()]);
    }
    case 'espeak-ng':
      return (await import('#engine/speech/engines/espeak.ts')).createEspeakEngine();
    case 'command': {
      const { createCommandEngine } = await import('#engine/speech/engines/command.ts');
      const { createEspeakEngine } = await import('#engine/speech/engines/espeak.ts');
      const { speechEngineWithAlignedWordTimes } = await import(
        '#engine/speech/engines/speech-engine-with-aligned-word-times.ts'
      );
      return speechEngineWithAlignedWordTimes(createCommandEngine(narration.settings), createEspeakEngine());
    }
    case 'polly': {
      const { createPollyEngine } = await import('#engine/speech/engines/polly.ts');
      const { createPollySynthesizer } = await import('#adapters/aws/narration/polly.ts');
      return createPollyEngine(createPollySynthesizer(), (error) =>
        log.warn('times of words not told by Amazon Polly', { error }),
      );
    }
  }
});

/**
 * Synthesizes speech with the engine of this stage, and writes characters, seconds and cost as metrics of the engine that has the voice.
 * @throws SpeechError; the signal's reason after an abort
 */
export async function speakWithStageEngine(
  request: Parameters<SpeechEngine['speak']>[0],
  signal: AbortSignal,
): ReturnType<SpeechEngine['speak']> {
  const engine = await stageSpeechEngine();
  const startedAt = Date.now();
  const speech = await speakDialogue(engine, request, signal);
  const { characters } = countSpokenTextAmounts(request);
  const { id: engineId } = engineOfVoice(engine, engine.voiceFor(request.language, request.voice) ?? '');
  writeMetricRecord({
    message: 'speech',
    dimensions: [{ engine: engineId }],
    metrics: {
      SpokenCharacters: characters,
      SpeechSeconds: speech.durationSeconds,
      SpeechCost: speechCostUsd(engineId, characters),
    },
    details: { duration_ms: Date.now() - startedAt },
  });
  return speech;
}
