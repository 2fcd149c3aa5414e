import CodecParser, { type OggPage, type OpusHeader } from 'codec-parser';
import { OpusDecoder } from 'opus-decoder';
import { type DecodedAudio, MAX_AUDIO_CHANNELS, notMonoOrStereoFault } from '../decoded-audio.ts';
import { checkOggPages } from '../ogg-pages.ts';
import { soundOfDecoderResult } from './wasm-decoder.ts';

/** Bytes that the parser gets at a time. */
const STEP = 4096;

/** The pages of one step of the parser, as an iterable: its types declare only an iterator. */
function* pagesFrom(pages: Iterator<OggPage>): Generator<OggPage> {
  for (let next = pages.next(); !next.done; next = pages.next()) yield next.value;
}

function* pagesOf(bytes: Uint8Array): Generator<OggPage> {
  const parser = new CodecParser<OggPage>('audio/ogg', { enableFrameCRC32: false });
  for (let at = 0; at < bytes.length; at += STEP) yield* pagesFrom(parser.parseChunk(bytes.subarray(at, at + STEP)));
  yield* pagesFrom(parser.flush());
}

async function decoderFor(header: OpusHeader): Promise<OpusDecoder> {
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
  let given = 0;
  for (const page of pagesOf(bytes)) {
    const [first] = page.codecFrames;
    if (!first) continue;
    if (!decoder) {
      const header = first.header as OpusHeader;
      decoder = await decoderFor(header);
      preSkip = header.preSkip;
    }
    const room = page.isLastPage ? Number(page.absoluteGranulePosition) - preSkip - given : Number.POSITIVE_INFINITY;
    for (const block of soundOfDecoderResult(decoder.decodeFrames(page.codecFrames.map(({ data }) => data)))) {
      const channels = block.channels.map((samples) => samples.subarray(0, Math.max(0, room)));
      given += channels[0]?.length ?? 0;
      yield { ...block, channels };
    }
  }
}
