import { SAMPLE_RATE } from '../settings.ts';

/**
 * Constant quality instead of a bit rate: without the loop that seeks the rate, and without temporal noise shaping and
 * noise substitution, 10 minutes of speech took 2.4 s of CPU instead of 6.2 (at 96 kbit/s), and less room: 87 against
 * 115 kbit/s; speech over stereo music 5.7 instead of 6.3 s (at 128 kbit/s). Bands with noise above what the ear masks:
 * speech 6.1 % against 6.0 %, noisy speech 13.8 against 26.2 %, music 6.6 against 9.5 %, stereo music 11.3 against 14.1 %.
 */
const AAC = ['-c:a', 'aac', '-aac_coder', 'fast', '-aac_tns', '0', '-aac_pns', '0', '-cutoff', '16000'];
const AAC_QUALITY = { 1: '1.6', 2: '1.5' } as const;

/**
 * 10 minutes of speech took 22 s with the highest complexity, 5.4 s with this one. The lowest one (3.4 s) left 6 dB more
 * noise over the mask.
 */
const OPUS = ['-c:a', 'libopus', '-application', 'audio', '-frame_duration', '20', '-compression_level', '3'];
const OPUS_BIT_RATE = { 1: '80k', 2: '128k' } as const;

/** No name and version of the encoder in the stream: with it every 256th frame of silence would not be silent. */
const BIT_EXACT = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];

/** What the encoder is told that decides about its bytes. */
export const soundtrackEncoder = (codec: 'aac' | 'opus', channels: 1 | 2): string[] =>
  codec === 'aac' ? [...AAC, '-q:a', AAC_QUALITY[channels]] : [...OPUS, '-b:a', OPUS_BIT_RATE[channels]];

/** The output options of an encoded sound: AAC in ADTS, Opus in Ogg. */
export const soundtrackOutput = (codec: 'aac' | 'opus', channels: 1 | 2): string[] => [
  ...BIT_EXACT,
  ...soundtrackEncoder(codec, channels),
  ...['-f', codec === 'aac' ? 'adts' : 'ogg'],
];

/** The options before samples of 16 bit, interleaved. */
export const pcmInput = (channels: 1 | 2): string[] => [
  ...['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', String(channels)],
];

/** The options before an ADTS stream whose first samples are the encoder's own: they are to lie before time 0. */
export const primedAdtsInput = (primingSamples: number): string[] => [
  ...['-itsoffset', (-primingSamples / SAMPLE_RATE).toFixed(9), '-f', 'aac'],
];

/** The output options of an M4A with the copied stream, whose edit list hides what lies before time 0. */
export const M4A_OUTPUT = ['-c', 'copy', '-bsf:a', 'aac_adtstoasc', '-map_metadata', '-1', '-f', 'mp4'];

/** The options before our own music. */
export const FLAC_INPUT = ['-f', 'flac'];

/** The output options of the samples from `first` up to `end` (exclusive), 16 bit, interleaved; by count, not by time. */
export const samplesOutput = (first: number, end: number): string[] => [
  ...['-map', '0:a:0', '-af', `atrim=start_sample=${first}:end_sample=${end}`, '-c:a', 'pcm_s16le', '-f', 's16le'],
];

/** The options before raw samples of our own decoding, channel by channel in turn. */
export const floatInput = ({ sampleRate, channels }: { sampleRate: number; channels: number }): string[] => [
  ...['-f', 'f32le', '-ar', String(sampleRate), '-ac', String(channels)],
];

const TO_48_KHZ = 'aresample=48000:filter_size=64:cutoff=0.97:exact_rational=1';

/** Writes no sound, but what the meter says of it (EBU R 128) as text, ten times a second, to the output. */
export const meterOutput = (): string[] => [
  ...['-af', `${TO_48_KHZ},ebur128=peak=true:metadata=1,ametadata=mode=print:file=-`, '-f', 'null'],
];

/** A FLAC file of 48 kHz and 16 bit with a linear gain, in dB, and nothing in it of where and when it was made. */
export const flacOutput = (gain: number): string[] => [
  ...['-af', `${TO_48_KHZ},volume=${gain.toFixed(3)}dB:precision=double`],
  ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'],
  ...['-c:a', 'flac', '-sample_fmt', 's16', '-f', 'flac'],
];
