import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isTried } from '#test/support/depth.ts';
import { PollyService } from '#test/support/narration/polly-service.ts';
import { reloadApp } from '#test/support/reload-app.ts';
import { FUNCTION_ENVIRONMENT, SDK_ENVIRONMENT } from '#test/support/runtime-environment.ts';

const SYNTHESIZER = fileURLToPath(new URL('../../fixtures/narration/synthesizer.mjs', import.meta.url));
/** The runtime as a function with this environment has it. */
async function runtimeOf(environment: Record<string, string>) {
  for (const [name, value] of Object.entries({ ...FUNCTION_ENVIRONMENT, ...SDK_ENVIRONMENT, ...environment }))
    vi.stubEnv(name, value);
  reloadApp();
  const { stageSpeechEngineIdentity } = await import('#app/composition/engine-identity.ts');
  const { speakWithStageEngine } = await import('#app/composition/speak.ts');
  return { narrator: stageSpeechEngineIdentity, speak: speakWithStageEngine };
}

const hello = { text: 'Hello there.', language: 'en', speed: 1 };
const { signal } = new AbortController();
afterEach(() => vi.unstubAllEnvs());

describe('the engine that a stage has chosen', () => {
  it.each(['production', 'local'].filter((_, at) => isTried(at, 2)))(
    'is the natural voice on the stage %s, and espeak-ng for other languages',
    async (STAGE) => {
      const { narrator, speak } = await runtimeOf({ STAGE });
      expect([narrator.id, narrator.voiceFor('en'), narrator.voiceFor('de')]).toEqual(['natural', 'heart', 'de']);
      const [sentence] = (await speak(hello, signal)).sentences;
      expect(sentence?.text).toBe('Hello there.');
      // Each engine tells the times of its words: a start and an end for each.
      expect(sentence?.word_ms).toHaveLength(4);
      const [german] = (await speak({ ...hello, language: 'de', text: 'Guten Tag, liebe Leute.' }, signal)).sentences;
      expect(german?.word_ms).toHaveLength(8);
    },
    60_000,
  );

  it('is espeak-ng where that is chosen', async () => {
    const { narrator, speak } = await runtimeOf({ NARRATION_ENGINE: 'espeak-ng' });
    expect([narrator.id, narrator.voiceFor('en')]).toEqual(['espeak-ng', 'en-us']);
    expect((await speak(hello, signal)).sentences).toMatchObject([{ text: 'Hello there.' }]);
  });

  it('is the program that the operator names', async () => {
    const { narrator, speak } = await runtimeOf({
      NARRATION_ENGINE: 'command',
      NARRATION_COMMAND: JSON.stringify([process.execPath, SYNTHESIZER, 'wav']),
      NARRATION_COMMAND_VOICES: JSON.stringify([{ id: 'tone', language: 'en' }]),
      NARRATION_COMMAND_VERSION: '1',
    });
    expect([narrator.id, narrator.voiceFor('en')]).toEqual(['command', 'tone']);
    expect(narrator.version).toMatch(/^command;1;.*;words of espeak-ng@/);
    expect((await speak(hello, signal)).durationSeconds).toBeCloseTo(10 * 0.06, 1);
  });

  it('is refused where it is unknown, by a message that names those there are', async () => {
    const { narrator } = await runtimeOf({ NARRATION_ENGINE: 'siri' });
    expect(() => narrator.id).toThrow(/NARRATION_ENGINE.*espeak-ng.*polly.*command/);
  });

  describe('in the cloud', () => {
    let service: PollyService;
    beforeEach(async () => {
      service = await PollyService.start();
    });
    afterEach(() => service.stop());

    it('is Amazon Polly, called as the SDK calls it by itself', async () => {
      const { narrator, speak } = await runtimeOf({
        NARRATION_ENGINE: 'polly',
        AWS_ENDPOINT_URL_POLLY: service.endpoint,
      });
      expect([narrator.id, narrator.voiceFor('en')]).toEqual(['polly', 'Joanna']);
      expect((await speak(hello, signal)).sentences).toMatchObject([{ text: 'Hello there.' }]);
      expect(service.calls.map(({ body }) => body.Text)).toEqual(['<speak>Hello there.</speak>']);
    });
  });
});
