/** A PCM WAV file of one tone in every channel, as some writer would make it. */
export function wavTone({
  bits = 16,
  channels = 1,
  sampleRate = 8000,
  seconds = 1,
  hertz = 440,
}: {
  bits?: number;
  channels?: number;
  sampleRate?: number;
  seconds?: number;
  hertz?: number;
}): Buffer {
  const width = bits / 8;
  const frames = Math.round(seconds * sampleRate);
  const data = Buffer.alloc(frames * channels * width);
  for (let i = 0; i < frames * channels; i++) {
    const value = Math.round(
      0.25 * Math.sin((2 * Math.PI * hertz * Math.floor(i / channels)) / sampleRate) * 2 ** (bits - 1),
    );
    if (bits === 8) data.writeUInt8(value + 128, i);
    else data.writeIntLE(value, i * width, width);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * channels * width, 28);
  header.writeUInt16LE(channels * width, 32);
  header.writeUInt16LE(bits, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}
