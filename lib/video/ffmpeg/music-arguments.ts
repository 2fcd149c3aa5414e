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
