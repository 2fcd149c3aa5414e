import { DEFAULT_SPEECH_ENGINE_ID, SPEECH_ENGINE_FACTS } from '#engine/speech/engine-facts.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { naturalVoiceIdentity } from '#engine/speech/natural/natural-voice-identity.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { CliApiClient } from './cli-api-client.ts';

/**
 * The name of the engine that speaks a timeline of the service of this command, if it sounds like a robot.
 * @param options the voice that the command names
 * @param engine the engine of the service
 */
export async function findRobotEngineOfTimeline(
  client: Pick<CliApiClient, 'getTimeline'>,
  { timeline_id }: { timeline_id: string },
  options: { voice?: string },
  engine: string = process.env.NARRATION_ENGINE || DEFAULT_SPEECH_ENGINE_ID,
): Promise<string | undefined> {
  const { language, voice } = await client.getTimeline(timeline_id);
  const isNatural = naturalVoiceIdentity.voiceFor(language, options.voice ?? voice ?? undefined) !== undefined;
  const speakingEngine = engine === naturalVoiceIdentity.id && !isNatural ? espeakIdentity.id : engine;
  return ownPropertyValue(SPEECH_ENGINE_FACTS, speakingEngine)?.quality === 'robotic' ? speakingEngine : undefined;
}
