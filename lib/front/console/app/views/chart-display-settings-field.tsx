import { type ChartType, hasChartValueAxis } from '#engine/video/drawing/drawable-chart.ts';
import type { ChartDisplayFormSettings } from '../chart-display-form-settings.ts';
import { CHART_EMPHASIS_TEXT_LIMITS } from '../data-draft.ts';
import { SelectField, TextArea, TextField } from '../parts/fields.tsx';

const UNIT_PLACE_OPTIONS: readonly (readonly [ChartDisplayFormSettings['unitPlace'], string])[] = [
  ['auto', 'As in the language'],
  ['before', 'Before the value'],
  ['after', 'After the value'],
];
const NUMBER_FORMAT_OPTIONS: readonly (readonly [ChartDisplayFormSettings['format'], string])[] = [
  ['plain', 'Plain'],
  ['compact', 'Compact (4.4M)'],
  ['percent', 'Percent'],
];
const LABEL_OPTIONS: readonly (readonly [ChartDisplayFormSettings['labels'], string])[] = [
  ['auto', 'Automatic'],
  ['direct', 'Next to their marks'],
  ['legend', 'In a legend'],
  ['none', 'Nowhere'],
];

/** Fields for a chart's highlights, number format, labels and notes. */
export function ChartDisplaySettingsField({
  type,
  emphasis,
  onEmphasis,
}: {
  type: ChartType;
  emphasis: ChartDisplayFormSettings;
  onEmphasis: (emphasis: ChartDisplayFormSettings) => void;
}) {
  const change = (changes: Partial<ChartDisplayFormSettings>) => onEmphasis({ ...emphasis, ...changes });
  const { unitPlace, format, labels, xTitle, yTitle, target, targetLabel } = emphasis;
  return (
    <details>
      <summary>Emphasis and notes</summary>
      <TextArea
        label="Highlighted"
        rows={2}
        value={emphasis.highlight}
        hint="Names of categories or series, or labels of points, one a line; all others are grey"
        onText={(highlight) => change({ highlight })}
      />
      <div class="triple">
        <SelectField
          label="Numbers"
          value={format}
          options={NUMBER_FORMAT_OPTIONS}
          onSelect={(format) => change({ format })}
        />
        <SelectField
          label="Place of the unit"
          value={unitPlace}
          options={UNIT_PLACE_OPTIONS}
          onSelect={(unitPlace) => change({ unitPlace })}
        />
        <SelectField
          label="Names of series"
          value={labels}
          options={LABEL_OPTIONS}
          onSelect={(labels) => change({ labels })}
        />
      </div>
      {(hasChartValueAxis({ type }) || type === 'gauge') && (
        <div class="triple">
          <TextField label="Target" value={target} onText={(target) => change({ target })} />
          <TextField
            label="Text of the target"
            value={targetLabel}
            maxLength={CHART_EMPHASIS_TEXT_LIMITS.targetLabel}
            onText={(targetLabel) => change({ targetLabel })}
          />
        </div>
      )}
      {hasChartValueAxis({ type }) && (
        <>
          <div class="triple">
            <TextField
              label="Title of the horizontal axis"
              value={xTitle}
              maxLength={CHART_EMPHASIS_TEXT_LIMITS.axisTitle}
              onText={(xTitle) => change({ xTitle })}
            />
            <TextField
              label="Title of the vertical axis"
              value={yTitle}
              maxLength={CHART_EMPHASIS_TEXT_LIMITS.axisTitle}
              onText={(yTitle) => change({ yTitle })}
            />
          </div>
          <TextArea
            label="Notes"
            rows={2}
            value={emphasis.annotations}
            hint="One a line: the name of a category (or the label of a point), a colon, and the note"
            onText={(annotations) => change({ annotations })}
          />
        </>
      )}
      <TextField
        label="Source"
        value={emphasis.source}
        maxLength={CHART_EMPHASIS_TEXT_LIMITS.source}
        onText={(source) => change({ source })}
      />
    </details>
  );
}
