import type { Schemas } from '#front/client/client.ts';
import { formatDuration, formatWithThousandsSeparators } from '../amounts.ts';
import { useLoadedData } from '../load.ts';
import { Icon } from '../parts/icons.tsx';
import { WhenLoaded } from '../parts/states.tsx';
import { selectWarningsOnlyInRender } from '../render-warnings.ts';
import { requireSession } from '../session.ts';
import { useSettledValue } from '../use-settled-value.ts';

/** Milliseconds without a change after which a render is checked again: a check reads all slides. */
const IDLE_MS = 400;

/** The warnings about a render, and what it would use. */
function RenderChecks({ warnings, estimate }: Schemas['TimelineCheck']) {
  return (
    <>
      {(warnings.length > 0 || !estimate.fits_plan) && (
        <ul class="warnings">
          {warnings.map(({ slide_id, position, code, message }) => (
            <li key={`${slide_id ?? ''} ${code} ${message}`} class="warning">
              <Icon name="warn" />
              <p>{position === null ? message : `Slide ${position + 1}: ${message}`}</p>
            </li>
          ))}
          {!estimate.fits_plan && (
            <li class="warning">
              <Icon name="warn" />
              <p>
                Your plan has no room for this render: choose a lower resolution or another codec, or see what is left
                of the month.
              </p>
            </li>
          )}
        </ul>
      )}
      <p class="fine">
        Length {formatDuration(estimate.duration_seconds)} · New narration{' '}
        {formatWithThousandsSeparators(estimate.narration_characters_new)} characters · Slides to render{' '}
        {formatWithThousandsSeparators(estimate.slides_new)}
      </p>
    </>
  );
}

/** The amounts that a render with these settings would use, and the warnings that the checks of the timeline do not have. */
export function RenderUsageAndWarningsPanel({
  timelineId,
  output: { resolution, codec, captions },
  enteredValuesJson,
}: {
  timelineId: string;
  output: Schemas['RenderOutputInput'];
  /** Values of variables, as JSON; empty: none. */
  enteredValuesJson: string;
}) {
  const settledValuesJson = useSettledValue(enteredValuesJson, IDLE_MS);
  const readCheck = (settings: Pick<Schemas['RenderOutputInput'], 'resolution' | 'codec' | 'captions'>) =>
    requireSession().quietClient.get('/timelines/{id}/check', {
      params: {
        path: { id: timelineId },
        query: { ...settings, ...(settledValuesJson === '' ? {} : { variables: settledValuesJson }) },
      },
    });
  const timelineLoad = useLoadedData(() => readCheck({}), [timelineId, settledValuesJson]);
  const renderLoad = useLoadedData(
    () =>
      readCheck({
        ...(resolution ? { resolution } : {}),
        ...(codec ? { codec } : {}),
        ...(captions ? { captions } : {}),
      }),
    [timelineId, resolution, codec, captions, settledValuesJson],
  );
  return (
    <section class="checks" aria-label="Checks of this render">
      <WhenLoaded loadState={timelineLoad}>
        {(ofTimeline) => (
          <WhenLoaded loadState={renderLoad}>
            {(ofRender) => (
              <RenderChecks
                warnings={selectWarningsOnlyInRender(ofRender.warnings, ofTimeline.warnings)}
                estimate={ofRender.estimate}
              />
            )}
          </WhenLoaded>
        )}
      </WhenLoaded>
    </section>
  );
}
