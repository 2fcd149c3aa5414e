/** Sound as samples from −1 to 1, one array a channel, all of one length. */
export interface DecodedAudio {
  channels: Float32Array[];
  /** Hz. */
  sampleRate: number;
}

/** What a file may be at most. */
export interface DecodeLimits {
  /** Longest sound, in seconds. Decoding stops there, so that a small file cannot become endless samples. */
  seconds: number;
}

/** Seconds of the longest audio that a client may send. */
export const MAX_AUDIO_SECONDS = 600;
export const MAX_CHANNELS = 2;
/** Hz. With ten minutes of two channels the highest rate comes to 460 MB of samples. */
export const SAMPLE_RATES = { least: 8000, most: 96_000 } as const;

/** A file that is not what it should be; the code is that of the answer to the client. */
export class AudioFault extends Error {
  override name = 'AudioFault';
  readonly code: 'audio_invalid' | 'audio_too_long';

  constructor(code: AudioFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const audioTooLong = (seconds: number): AudioFault =>
  new AudioFault('audio_too_long', `Audio has at most ${seconds} seconds.`);

export const notMonoOrStereo = (): AudioFault => invalidAudio('The audio must be mono or stereo.');

export const invalidAudio = (message: string, cause?: unknown): AudioFault =>
  new AudioFault('audio_invalid', message, { cause });
