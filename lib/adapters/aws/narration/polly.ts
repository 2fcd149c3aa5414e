import {
  Engine,
  LanguageCode,
  OutputFormat,
  PollyClient,
  type PollyClientConfig,
  SpeechMarkType,
  SynthesizeSpeechCommand,
  type SynthesizeSpeechCommandInput,
  TextType,
  VoiceId,
} from '@aws-sdk/client-polly';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { RemoteSynthesizer, UtteranceRequest } from '#engine/speech/engine.ts';
import { addUnavailableErrorMiddleware } from '../clients.ts';

/** Sample rate of the sound in Hz: the default of neural voices, written out because the decoding depends on it. */
const SAMPLE_RATE = '24000';
/** The most attempts of a call, the first one included. */
const MAX_ATTEMPTS = 6;
/** Timeouts of one call, in milliseconds; the speech of a sentence takes far less. Without `throwOnRequestTimeout` the handler only warns. */
const TIMEOUTS = {
  connectionTimeout: 3000,
  requestTimeout: 20_000,
  socketTimeout: 20_000,
  throwOnRequestTimeout: true,
};

/** The value of an enum of the SDK that equals `wantedName`; undefined if this SDK does not know it. */
const memberOf = <Name extends string>(names: Readonly<Record<string, Name>>, wantedName: string): Name | undefined =>
  Object.values(names).find((name) => name === wantedName);

/**
 * Synthesizes speech with Amazon Polly's SynthesizeSpeech and a neural voice: Ogg Vorbis, and speech marks of its words. The SDK retries
 * throttled calls and lowers its rate ("adaptive"), because all narrations of an AWS account share one quota.
 * @returns functions that throw DependencyUnavailableError when these retries failed too
 */
export function createPollySynthesizer(
  config: PollyClientConfig = {},
  timeouts: Partial<typeof TIMEOUTS> = {},
): RemoteSynthesizer {
  const client = addUnavailableErrorMiddleware(
    new PollyClient({
      retryMode: 'adaptive',
      maxAttempts: MAX_ATTEMPTS,
      // The default is HTTP/2, whose one connection is dead when a frozen function continues.
      requestHandler: new NodeHttpHandler({ ...TIMEOUTS, ...timeouts }),
      ...config,
    }),
  );
  const synthesize = async (
    { ssml, voice, language }: UtteranceRequest,
    output: Pick<SynthesizeSpeechCommandInput, 'OutputFormat' | 'SampleRate' | 'SpeechMarkTypes'>,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> => {
    const { AudioStream } = await client.send(
      new SynthesizeSpeechCommand({
        Engine: Engine.NEURAL,
        VoiceId: memberOf(VoiceId, voice),
        LanguageCode: language === undefined ? undefined : memberOf(LanguageCode, language),
        TextType: TextType.SSML,
        Text: ssml,
        ...output,
      }),
      signal ? { abortSignal: signal } : {},
    );
    if (AudioStream === undefined) throw new Error('an answer without content');
    return AudioStream.transformToByteArray();
  };
  return {
    sound: (call, signal) =>
      synthesize(call, { OutputFormat: OutputFormat.OGG_VORBIS, SampleRate: SAMPLE_RATE }, signal),
    marks: (call, signal) =>
      synthesize(call, { OutputFormat: OutputFormat.JSON, SpeechMarkTypes: [SpeechMarkType.WORD] }, signal),
  };
}
