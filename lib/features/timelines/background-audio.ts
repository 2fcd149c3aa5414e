/** Settings of the music beneath the narration. */
export interface BackgroundAudioSettings {
  /** Linear, 0–1, of a recording that has the loudness of the narration. */
  volume: number;
  /** 0–10 seconds, from the start of the video. */
  fade_in_seconds: number;
  /** 0–10 seconds, up to the end of the video. */
  fade_out_seconds: number;
  /** Starts again when it ends before the video; otherwise silence follows. */
  loop: boolean;
  /** Gets quieter while somebody speaks. */
  duck: boolean;
}

/** Music of a timeline: always our file, never the bytes a client sent. */
export interface BackgroundAudio extends BackgroundAudioSettings {
  /** Storage key of a FLAC file: 48 kHz, 16 bit, −16 LUFS or less, at most −1.5 dBTP. */
  key: string;
  /** SHA-256 (hex) of that file; part of every cache key of a sound. */
  sha256: string;
  /** Samples of each channel, at 48 kHz. */
  samples: number;
  channels: 1 | 2;
  content_type: 'audio/flac';
  size_bytes: number;
}

export const BACKGROUND_AUDIO_RATE = 48_000;
export const FADE_SECONDS = 10;

/** Default settings of the music. */
export const BACKGROUND_AUDIO_DEFAULTS: BackgroundAudioSettings = {
  volume: 0.25,
  fade_in_seconds: 1,
  fade_out_seconds: 2,
  loop: true,
  duck: true,
};
