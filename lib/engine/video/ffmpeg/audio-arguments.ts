import { SOUND_SAMPLE_RATE } from '../settings.ts';

/**
 * Constant quality instead of a bit rate, without the loop that seeks the rate, temporal noise shaping and noise
 * substitution. 10 minutes of speech: 2.4 s of CPU instead of 6.2 s (at 96 kbit/s), and 87 instead of 115 kbit/s;
 * speech over stereo music: 5.7 instead of 6.3 s (at 128 kbit/s). Bands with audible noise (above the masking
 * threshold): speech 6.1 % instead of 6.0 %, noisy speech 13.8 instead of 26.2 %, music 6.6 instead of 9.5 %, stereo
 * music 11.3 instead of 14.1 %.
 */
const AAC = ['-c:a', 'aac', '-aac_coder', 'fast', '-aac_tns', '0', '-aac_pns', '0', '-cutoff', '16000'];
const AAC_QUALITY = { 1: '1.6', 2: '1.5' } as const;

/**
 * 10 minutes of speech took 22 s with the highest complexity and 5.4 s with this one. The lowest one (3.4 s) left 6 dB
 * more noise above the masking threshold.
 */
const OPUS = ['-c:a', 'libopus', '-application', 'audio', '-frame_duration', '20', '-compression_level', '3'];
const OPUS_BIT_RATE = { 1: '80k', 2: '128k' } as const;

/** Options that leave name and version of the encoder out of the stream: with them, every 256th frame of silence would differ. */
const BIT_EXACT = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];

/** The options that decide the bytes of an encoded soundtrack. They are part of its content address. */
export const soundtrackEncoderOptions = (codec: 'aac' | 'opus', channels: 1 | 2): string[] =>
  codec === 'aac' ? [...AAC, '-q:a', AAC_QUALITY[channels]] : [...OPUS, '-b:a', OPUS_BIT_RATE[channels]];

/** The output options of an encoded soundtrack: AAC in ADTS, Opus in Ogg. */
export const soundtrackOutputOptions = (codec: 'aac' | 'opus', channels: 1 | 2): string[] => [
  ...BIT_EXACT,
  ...soundtrackEncoderOptions(codec, channels),
  '-f',
  codec === 'aac' ? 'adts' : 'ogg',
];

/** Bit rates at which speech, and speech over stereo music, show no audible loss. */
const MP3_BIT_RATE = { 1: '96k', 2: '160k' } as const;

/** The output options of an MP3 with a title. The output must be a file, not a pipe: its first frame states the padding, which is known at the end. */
export const mp3OutputOptions = (channels: 1 | 2, title: string): string[] => [
  ...BIT_EXACT,
  ...['-metadata', `title=${title}`, '-id3v2_version', '3'],
  ...['-c:a', 'libmp3lame', '-b:a', MP3_BIT_RATE[channels], '-f', 'mp3'],
];

/** The input options of 16-bit samples, interleaved. */
export const pcmInputOptions = (channels: 1 | 2): string[] => [
  '-f',
  's16le',
  '-ar',
  String(SOUND_SAMPLE_RATE),
  '-ac',
  String(channels),
];

/** The input options of an ADTS stream that starts with encoder priming: time 0 is after the priming. */
export const primedAdtsInputOptions = (primingSamples: number): string[] => [
  '-itsoffset',
  (-primingSamples / SOUND_SAMPLE_RATE).toFixed(9),
  '-f',
  'aac',
];

/** The output options of an M4A that copies the stream. Its edit list hides the samples before time 0. */
export const M4A_COPY_OUTPUT_OPTIONS = ['-c', 'copy', '-bsf:a', 'aac_adtstoasc', '-map_metadata', '-1', '-f', 'mp4'];

/** The input options of stored music. */
export const FLAC_INPUT_OPTIONS = ['-f', 'flac'];

/** The output options of samples `first` to `end` (exclusive), 16 bit, interleaved. */
export const pcmRangeOutputOptions = (first: number, end: number): string[] => [
  '-map',
  '0:a:0',
  '-af',
  `atrim=start_sample=${first}:end_sample=${end}`,
  '-c:a',
  'pcm_s16le',
  '-f',
  's16le',
];

/** As `pcmRangeOutputOptions`, mixed into one channel. */
export const monoPcmRangeOutputOptions = (first: number, end: number): string[] => [
  ...pcmRangeOutputOptions(first, Math.max(end, first + 1)),
  '-ac',
  '1',
];

/** The input options of decoded samples: 32-bit floats, interleaved. */
export const floatPcmInputOptions = ({ sampleRate, channels }: { sampleRate: number; channels: number }): string[] => [
  '-f',
  'f32le',
  '-ar',
  String(sampleRate),
  '-ac',
  String(channels),
];

const TO_48_KHZ = 'aresample=48000:filter_size=64:cutoff=0.97:exact_rational=1';

/** Samples by which the limiter delays sound: its look-ahead, 5 ms. */
const LIMITER_DELAY_SAMPLES = SOUND_SAMPLE_RATE / 200;

/** A gain that is followed by a limiter. */
export interface GainWithLimiter {
  /** The gain in dB. */
  gain: number;
  /** Highest true peak, in dBTP. */
  ceiling: number;
}

/**
 * Filters that apply a gain and limit the peaks. The limiter works at four times the sample rate, so that it finds peaks between samples.
 * The silence that it puts first is cut off, so that sound stays in time with its pictures.
 */
const limitedGainFilters = ({ gain, ceiling }: GainWithLimiter): string =>
  [
    `${TO_48_KHZ},volume=${gain.toFixed(3)}dB:precision=double,apad=pad_len=${LIMITER_DELAY_SAMPLES}`,
    `aresample=${4 * SOUND_SAMPLE_RATE},alimiter=level=disabled:limit=${(10 ** (ceiling / 20)).toFixed(4)}:attack=5:release=50`,
    `${TO_48_KHZ},atrim=start_sample=${LIMITER_DELAY_SAMPLES},asetpts=PTS-STARTPTS`,
  ].join();

/**
 * The output options that write loudness readings (EBU R 128) as text, ten times a second, instead of sound.
 * @param limited the gain and limiter after which the sound is measured; absent: it is measured unchanged
 */
export const loudnessMeterOutputOptions = (limited?: GainWithLimiter): string[] => [
  '-af',
  `${limited ? limitedGainFilters(limited) : TO_48_KHZ},ebur128=peak=true:metadata=1,ametadata=mode=print:file=-`,
  ...['-f', 'null'],
];

const FLAC = [...BIT_EXACT, '-c:a', 'flac', '-sample_fmt', 's16', '-f', 'flac'];

/** The output options of a FLAC file (48 kHz, 16 bit) with a linear gain in dB, without metadata. */
export const flacOutputOptions = (gain: number): string[] => [
  ...['-af', `${TO_48_KHZ},volume=${gain.toFixed(3)}dB:precision=double`],
  ...FLAC,
];

/** As `flacOutputOptions`, with limited peaks. */
export const peakLimitedFlacOutputOptions = (limited: GainWithLimiter): string[] => [
  '-af',
  limitedGainFilters(limited),
  ...FLAC,
];
