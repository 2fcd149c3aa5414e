import {
  Engine,
  LanguageCode,
  OutputFormat,
  PollyClient,
  type PollyClientConfig,
  SynthesizeSpeechCommand,
  TextType,
  VoiceId,
} from '@aws-sdk/client-polly';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { SpeechService } from '../speech/engine.ts';

/** The rate is the default of neural voices; written out, because what is made of the answer depends on it. */
const SAMPLE_RATE = '24000';
const ATTEMPTS = 6;
/** A sentence is spoken in well under that, in milliseconds. Without `throwOnRequestTimeout` the handler only warns. */
const TIMEOUTS = {
  connectionTimeout: 3000,
  requestTimeout: 20_000,
  socketTimeout: 20_000,
  throwOnRequestTimeout: true,
};

const oneOf = <Name extends string>(names: Readonly<Record<string, Name>>, wanted: string): Name | undefined =>
  Object.values(names).find((name) => name === wanted);

/**
 * Amazon Polly's SynthesizeSpeech with a neural voice. Throttled calls are tried again by the SDK, which slows down by
 * itself ("adaptive"): the quota of an account is shared by all that narrate at the same time.
 */
export function pollySpeech(config: PollyClientConfig = {}, timeouts: Partial<typeof TIMEOUTS> = {}): SpeechService {
  const client = new PollyClient({
    retryMode: 'adaptive',
    maxAttempts: ATTEMPTS,
    // The client's own choice is HTTP/2, whose one connection a frozen function finds dead when it goes on.
    requestHandler: new NodeHttpHandler({ ...TIMEOUTS, ...timeouts }),
    ...config,
  });
  return async ({ ssml, voice, language }, signal) => {
    const { AudioStream } = await client.send(
      new SynthesizeSpeechCommand({
        Engine: Engine.NEURAL,
        VoiceId: oneOf(VoiceId, voice),
        LanguageCode: language === undefined ? undefined : oneOf(LanguageCode, language),
        TextType: TextType.SSML,
        Text: ssml,
        OutputFormat: OutputFormat.OGG_VORBIS,
        SampleRate: SAMPLE_RATE,
      }),
      signal ? { abortSignal: signal } : {},
    );
    if (AudioStream === undefined) throw new Error('an answer without sound');
    return AudioStream.transformToByteArray();
  };
}
