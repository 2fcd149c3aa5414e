/** Sound as samples from −1 to 1: one array per channel, all of one length. */
export interface DecodedAudio {
  channels: Float32Array[];
  /** Hz. */
  sampleRate: number;
}

/** Limits for one audio file of a client. */
export interface AudioDecodeLimits {
  /** Longest sound, in seconds. Decoding stops there: a small file must not become endless samples. */
  seconds: number;
  /** True: the audio track of an MP4 video is decoded, too. Absent: a video is refused. */
  acceptsVideo?: boolean | undefined;
}

/** Seconds of the longest audio that a client may send. */
export const MAX_SENT_AUDIO_SECONDS = 600;
/** The highest number of channels of an accepted file. */
export const MAX_AUDIO_CHANNELS = 2;
/** Accepted sample rates in Hz. Ten minutes of stereo at the highest rate are 460 MB of samples. */
export const SAMPLE_RATE_RANGE_HZ = { min: 8000, max: 96_000 } as const;

/** A fault of a client's file. `code` is the code of the answer. */
export class AudioFault extends Error {
  override name = 'AudioFault';
  readonly code: 'audio_invalid' | 'audio_too_long';

  constructor(code: AudioFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The fault of a file that lasts longer than allowed. */
export const audioTooLongFault = (seconds: number): AudioFault =>
  new AudioFault('audio_too_long', `The audio is longer than ${seconds} seconds.`);

/** The fault of a file without channels or with more than two. */
export const notMonoOrStereoFault = (): AudioFault => invalidAudioFault('The audio must be mono or stereo.');

/** The fault of a file that is not audio in an accepted format. */
export const invalidAudioFault = (message: string, cause?: unknown): AudioFault =>
  new AudioFault('audio_invalid', message, { cause });
