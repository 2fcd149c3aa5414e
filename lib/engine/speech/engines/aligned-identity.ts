import type { SpeechEngineIdentity } from '../engine.ts';

/**
 * The identity of an engine whose words are found by another engine that speaks the same text: the times of words depend on both, so the
 * version has both.
 */
export const alignedEngineIdentity = (
  engine: SpeechEngineIdentity,
  reference: Pick<SpeechEngineIdentity, 'version'>,
): SpeechEngineIdentity => ({
  ...engine,
  version: `${engine.version};words of ${reference.version}`,
});
