import { BitReader } from '../bits/bit-io.ts';
import { BitstreamError } from '../bits/stream-errors.ts';
import { NAL_TYPE, nalType, unescapeNal } from './nal.ts';

/** The fields of a picture parameter set (H.264, 7.3.2.2) that slice headers and their data need. */
export interface PictureParameterSet {
  id: number;
  cabac: boolean;
  /** `bottom_field_pic_order_in_frame_present_flag`. */
  fieldOrderPresent: boolean;
  sliceGroups: number;
  /** `num_ref_idx_l0_default_active_minus1` + 1. */
  references: number;
  weightedPrediction: boolean;
  /** `weighted_bipred_idc`: 1 if slices of B frames state their weights. */
  bipredWeights: number;
  /** The position of the first of the two bits of `weighted_bipred_idc` in the RBSP. */
  bipredPosition: number;
  /** `pic_init_qp_minus26` + 26. */
  initialQp: number;
  deblockingControl: boolean;
  redundantPictures: boolean;
}

/** Reads a PPS NAL unit. @throws BitstreamError when it is another unit, is cut, or has several slice groups */
export function parsePps(nal: Uint8Array): PictureParameterSet {
  if (nalType(nal) !== NAL_TYPE.pps) throw new BitstreamError('not a picture parameter set');
  const r = new BitReader(unescapeNal(nal), 8);
  const id = r.ue();
  r.ue();
  const cabac = r.flag();
  const fieldOrderPresent = r.flag();
  const sliceGroups = r.ue() + 1;
  if (sliceGroups > 1) throw new BitstreamError('slice groups are not supported');
  const references = r.ue() + 1;
  r.ue();
  const weightedPrediction = r.flag();
  const bipredPosition = r.position;
  const bipredWeights = r.u(2);
  const initialQp = r.se() + 26;
  r.se();
  r.se();
  const deblockingControl = r.flag();
  r.flag();
  const redundantPictures = r.flag();
  return {
    id,
    cabac,
    fieldOrderPresent,
    sliceGroups,
    references,
    weightedPrediction,
    bipredWeights,
    bipredPosition,
    initialQp,
    deblockingControl,
    redundantPictures,
  };
}
