import CodecParser, { type OggPage, type OpusHeader } from 'codec-parser';
import { OpusDecoder } from 'opus-decoder';
import { type DecodedAudio, MAX_AUDIO_CHANNELS, notMonoOrStereoFault } from '../decoded-audio.ts';
import { checkOggPages } from '../ogg-pages.ts';
import { soundOfDecoderResult } from './wasm-decoder.ts';

/** Bytes that the parser gets at a time. */
const STEP_BYTES = 4096;

/** The pages of one step of the parser, as an iterable: its types declare only an iterator. */
function* iteratePages(pages: Iterator<OggPage>): Generator<OggPage> {
  for (let result = pages.next(); !result.done; result = pages.next()) yield result.value;
}

function* pagesOf(bytes: Uint8Array): Generator<OggPage> {
  const parser = new CodecParser<OggPage>('audio/ogg', { enableFrameCRC32: false });
  for (let offset = 0; offset < bytes.length; offset += STEP_BYTES)
    yield* iteratePages(parser.parseChunk(bytes.subarray(offset, offset + STEP_BYTES)));
  yield* iteratePages(parser.flush());
}

async function createDecoder(header: OpusHeader): Promise<OpusDecoder> {
  if (header.channels > MAX_AUDIO_CHANNELS) throw notMonoOrStereoFault();
  const { channels, streamCount, coupledStreamCount, channelMappingTable, preSkip } = header;
  const decoder = new OpusDecoder({ channels, streamCount, coupledStreamCount, channelMappingTable, preSkip });
  await decoder.ready;
  return decoder;
}

/**
 * The samples of an Ogg Opus file (RFC 7845), always at 48 kHz: without the encoder delay (`preSkip`), up to the granule position of
 * the last page.
 * @throws AudioFault
 */
export async function* decodeOpus(bytes: Uint8Array): AsyncGenerator<DecodedAudio> {
  checkOggPages(bytes);
  let decoder: OpusDecoder | undefined;
  let preSkip = 0;
  let yieldedSamples = 0;
  for (const page of pagesOf(bytes)) {
    const [firstFrame] = page.codecFrames;
    if (!firstFrame) continue;
    if (!decoder) {
      const header = firstFrame.header as OpusHeader;
      decoder = await createDecoder(header);
      preSkip = header.preSkip;
    }
    const remainingSamples = page.isLastPage
      ? Number(page.absoluteGranulePosition) - preSkip - yieldedSamples
      : Number.POSITIVE_INFINITY;
    for (const block of soundOfDecoderResult(decoder.decodeFrames(page.codecFrames.map(({ data }) => data)))) {
      const channels = block.channels.map((samples) => samples.subarray(0, Math.max(0, remainingSamples)));
      yieldedSamples += channels[0]?.length ?? 0;
      yield { ...block, channels };
    }
  }
}
