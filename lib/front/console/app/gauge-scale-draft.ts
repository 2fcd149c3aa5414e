import type { Schemas } from '#front/client/client.ts';
import { parseEnteredNumber } from './parse-entered-number.ts';

/** The scale of a gauge in the form. Each field is a text; an empty one means the default. */
export interface GaugeScaleDraft {
  min: string;
  max: string;
  /** Numbers with semicolons between them. */
  thresholds: string;
}

/** The scale of a new gauge. */
export const DEFAULT_GAUGE_SCALE_DRAFT: GaugeScaleDraft = { min: '', max: '', thresholds: '' };

/** The form for the scale of a stored chart. */
export const gaugeScaleDraftOf = ({
  range,
  thresholds,
}: Pick<Schemas['Chart'], 'range' | 'thresholds'>): GaugeScaleDraft => ({
  ...(range ? { min: String(range.min), max: String(range.max) } : { min: '', max: '' }),
  thresholds: thresholds.join('; '),
});

const thresholdsOf = ({ thresholds }: GaugeScaleDraft): (number | null | undefined)[] =>
  thresholds
    .split(';')
    .filter((part) => part.trim() !== '')
    .map(parseEnteredNumber);

/** The reason, for the user, why a scale cannot be saved; undefined if it can. */
export function gaugeScaleFormFault(scale: GaugeScaleDraft): string | undefined {
  const [min, max] = [parseEnteredNumber(scale.min), parseEnteredNumber(scale.max)];
  if (min === undefined || max === undefined || (min === null) !== (max === null))
    return 'Enter both ends of the scale as numbers, or none.';
  return thresholdsOf(scale).some((each) => typeof each !== 'number')
    ? `“${scale.thresholds}”: enter numbers, with semicolons between them.`
    : undefined;
}

/** The scale as fields of a request. */
export function toGaugeScaleRequestFields(scale: GaugeScaleDraft): Pick<Schemas['ChartInput'], 'range' | 'thresholds'> {
  const [min, max] = [parseEnteredNumber(scale.min), parseEnteredNumber(scale.max)];
  const thresholds = thresholdsOf(scale).filter((each) => typeof each === 'number');
  return { ...(typeof min === 'number' && typeof max === 'number' ? { range: { min, max } } : {}), thresholds };
}
