/** NAL units that x264 wrote for grey pictures of 64 × 48 at 30 fps with the service's settings, and with others. */
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

export const SPS = hex('6764000aacb423d80b50101014000003000400000300f03c489a80');
export const PPS = hex('68ee32c8b0');
/** The first picture: idr_pic_id 0. */
export const IDR = hex('65888406bffef7d4b7ccadee2b60ba8f7a29c8c81ee0c1951a27c82781');
/** The second of two IDR pictures in a row: idr_pic_id 1. */
export const SECOND_IDR = hex('65888201affef7d4b7ccadee2b60ba8f7a29c8c81ee0c1951a27c82780');
/** The first P frame after an IDR picture: all macroblocks skipped, clean trailing bits. */
export const SKIPPED_P = hex('419a220d7ffedaaa16');
/** The second: x264's watermark is in its last bit. */
export const WATERMARKED_P = hex('419a420d7ffedaaa17');
/** A P frame that changes something. */
export const CODED_P = hex('419a221fffc46aec6a3891b7a3dc2d24f2515f9b007baaf3d08a5c4d742278aadcd6073b9728eaa5b94207');

/** What other settings lead to: SPS, PPS, IDR picture and P frame. */
export const WITH_B_FRAMES = [
  hex('6764000aacd9447b016a02020280000003008000001e078912cb'),
  hex('68eeb2c8b0'),
  hex('658884001afffef7d4b7ccadee2b60ba8f7a29c8c81ee0c1951a27c82781'),
  hex('419a210835fffedaaa16'),
];
export const WITH_THREE_REFERENCES = [
  hex('6764000aacb208f602d40404050000030001000003003c0f122648'),
  hex('68eb8cb22c'),
  IDR,
  hex('419a3906bffedaaa16'),
];
export const WITHOUT_CABAC = [
  SPS,
  hex('68ce32c8b0'),
  hex('65888406bc98a000208b2727275d75d75d75d780'),
  hex('419a201af1b0'),
];
export const WITH_WEIGHTS = [SPS, hex('68ef32c8b0'), IDR, hex('419a2620d7fffedaaa16')];
export const WITH_TWO_SLICES = [
  SPS,
  PPS,
  hex('65888406bffef7d4b7ccadee2b60ba8f7a29c8c81ee0c19b81'),
  hex('651222101afffef7d4b7ccadee2b60ba8f7a29f9'),
  hex('419a220d7ffedaaac0'),
  hex('4112688835fffedae0'),
];

export const SPS_BY_FORMAT = {
  '1920x1080 at 30': hex('67640028acb403c0113f2e02d40404050000030001000003003c0f1832a0'),
  '1920x1080 at 60': hex('6764002aacb403c0113f2e02d4040405000003000100000300780f1832a0'),
  '854x480 at 24': hex('6764001eacb406c1ef3780b501010140000003004000000c03c58ba8'),
  '1080x1350 at 30': hex('67640028acb40220157cb3602d40404050000003001000000303c0f1832a'),
  '3840x2160 at 60': hex('67640034acb401e0021f602d40404050000003001000000780f1832a'),
};

/** An Annex B stream of the units. */
export const annexB = (units: readonly Uint8Array[]): Buffer =>
  Buffer.concat(units.flatMap((unit) => [Buffer.of(0, 0, 0, 1), unit]));
