/** Settings of the music under the narration. */
export interface BackgroundAudioSettings {
  /** Linear gain, 0–1, relative to music with the loudness of the narration. */
  volume: number;
  /** Length of the fade from the start of the video, 0–10. */
  fade_in_seconds: number;
  /** Length of the fade up to the end of the video, 0–10. */
  fade_out_seconds: number;
  /** True: the music starts again when it ends before the video; false: silence follows. */
  loop: boolean;
  /** True: the music is quieter during speech. */
  duck: boolean;
}

/** The music of a timeline: the file that the decoder made, never the client's bytes. */
export interface BackgroundAudio extends BackgroundAudioSettings {
  /** Storage key of a FLAC file: 48 kHz, 16 bit, −16 LUFS or less, at most −1.5 dBTP. */
  key: string;
  /** SHA-256 (hex) of the file; part of the content addresses of encoded sound. */
  sha256: string;
  /** Number of samples of each channel, at 48 kHz. */
  samples: number;
  channels: 1 | 2;
  content_type: 'audio/flac';
  size_bytes: number;
}

/** Sample rate of stored music, in Hz. */
export const BACKGROUND_AUDIO_SAMPLE_RATE_HZ = 48_000;
/** The maximum length of a fade of music. */
export const MAX_MUSIC_FADE_SECONDS = 10;

/** Default settings of the music. */
export const BACKGROUND_AUDIO_DEFAULTS: BackgroundAudioSettings = {
  volume: 0.25,
  fade_in_seconds: 1,
  fade_out_seconds: 2,
  loop: true,
  duck: true,
};
