import { expect, it } from 'vitest';
import { alignedEngineIdentity } from '#engine/speech/engines/aligned-identity.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { speechEngineWithAlignedWordTimes } from '#engine/speech/engines/speech-engine-with-aligned-word-times.ts';

const engine = { ...espeakIdentity, id: 'command', version: 'command;1' } as const;

it('an engine whose words another one finds has another version when either of them has', () => {
  const versions = [
    alignedEngineIdentity(engine, { version: 'a' }),
    alignedEngineIdentity(engine, { version: 'b' }),
    alignedEngineIdentity({ ...engine, version: 'command;2' }, { version: 'a' }),
    engine,
  ].map(({ version }) => version);
  expect(new Set(versions).size).toBe(4);
});

it('an engine with aligned words has the identity that addresses of its speech are made of', () => {
  const speak = () => Promise.reject(new Error('is not asked'));
  const { version, id, voices } = speechEngineWithAlignedWordTimes({ ...engine, speak }, { version: 'a', speak });
  expect({ version, id, voices }).toEqual({
    version: alignedEngineIdentity(engine, { version: 'a' }).version,
    id: 'command',
    voices: engine.voices,
  });
});
