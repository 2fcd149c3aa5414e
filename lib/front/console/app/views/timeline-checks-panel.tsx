import type { Schemas } from '#front/client/client.ts';
import { formatDuration, formatWithThousandsSeparators } from '../amounts.ts';
import { useLoadedData } from '../load.ts';
import { identifierInWords } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { WhenLoaded } from '../parts/states.tsx';
import { requireSession } from '../session.ts';
import { useSettledValue } from '../use-settled-value.ts';
import { variableNamesToDeclare } from '../variable-names.ts';

/** Milliseconds without a change after which a timeline is checked again: a check reads all slides. */
const IDLE_MS = 1_000;

/** Warnings about names in double braces that the timeline does not declare. */
function UndeclaredNameList({
  timeline,
  onChoose,
  onVariables,
}: {
  timeline: Schemas['Timeline'];
  onChoose: (slideId: string) => void;
  onVariables: () => void;
}) {
  return (
    <>
      {variableNamesToDeclare(timeline).map(({ name, slideId, position, isValid }) => (
        <li key={`undeclared ${name}`} class="warning">
          <Icon name="warn" />
          <div>
            <p>
              {`{{${name}}}`} is not a variable of this timeline, so it is shown and spoken as it is written.
              {isValid ? '' : ' Names of variables have lower-case letters, digits and _.'}
            </p>
            <p class="fine">
              {isValid && (
                <button type="button" class="link" onClick={onVariables}>
                  Declare it
                </button>
              )}
              {slideId !== undefined && position !== undefined && (
                <>
                  {isValid ? ' · ' : ''}
                  <button type="button" class="link" onClick={() => onChoose(slideId)}>
                    Slide {position + 1}
                  </button>
                </>
              )}
            </p>
          </div>
        </li>
      ))}
    </>
  );
}

/** The warnings about a timeline, and the amounts that a render of it would use. */
export function TimelineChecksPanel({
  timeline,
  enteredValuesJson,
  changeKey,
  onChoose,
  onEstimatedSeconds,
  onVariables,
}: {
  timeline: Schemas['Timeline'];
  /** Values of variables, as JSON; empty: none. */
  enteredValuesJson: string;
  /** A key of everything that the checks depend on: after a change of it, the timeline is checked again. */
  changeKey: string;
  onChoose: (slideId: string) => void;
  /** Called with the estimated duration of the video. */
  onEstimatedSeconds: (seconds: number) => void;
  onVariables: () => void;
}) {
  const checkedKey = useSettledValue(changeKey, IDLE_MS);
  const checkLoad = useLoadedData(async () => {
    const query = enteredValuesJson === '' ? {} : { variables: enteredValuesJson };
    const params = { path: { id: timeline.id }, query };
    const check = await requireSession().quietClient.get('/timelines/{id}/check', { params });
    onEstimatedSeconds(check.estimate.duration_seconds);
    return check;
  }, [timeline.id, checkedKey]);
  const hasUndeclaredNames = variableNamesToDeclare(timeline).length > 0;
  return (
    <section class="checks" aria-label="Checks">
      <h2>Checks</h2>
      <WhenLoaded loadState={checkLoad}>
        {({ warnings: allWarnings, estimate }) => {
          // Undeclared names have a list above the other warnings, which is always up to date and has a button to declare them.
          const warnings = allWarnings.filter((warning) => warning.code !== 'variable_unknown_in_text');
          return (
            <>
              {warnings.length === 0 && !hasUndeclaredNames ? (
                <p class="check-good">
                  <Icon name="check" /> No problems found
                </p>
              ) : (
                <ul class="warnings">
                  <UndeclaredNameList timeline={timeline} onChoose={onChoose} onVariables={onVariables} />
                  {warnings.map((warning) => (
                    <li key={`${warning.slide_id ?? ''} ${warning.code} ${warning.param ?? ''}`} class="warning">
                      <Icon name="warn" />
                      <div>
                        <p>{warning.message}</p>
                        <p class="fine">
                          {identifierInWords(warning.code)}
                          {warning.slide_id !== null && warning.position !== null && (
                            <>
                              {' · '}
                              <button type="button" class="link" onClick={() => onChoose(warning.slide_id ?? '')}>
                                Slide {warning.position + 1}
                              </button>
                            </>
                          )}
                        </p>
                      </div>
                    </li>
                  ))}
                </ul>
              )}
              <dl class="facts">
                <dt>Length</dt>
                <dd>{formatDuration(estimate.duration_seconds)}</dd>
                <dt>Time in motion</dt>
                <dd>{formatDuration(estimate.motion_seconds)}</dd>
                <dt>New narration</dt>
                <dd>{formatWithThousandsSeparators(estimate.narration_characters_new)} characters</dd>
                <dt>Slides to render</dt>
                <dd>{estimate.slides_new}</dd>
                <dt>Within your plan</dt>
                <dd>{estimate.fits_plan ? 'Yes' : 'No'}</dd>
              </dl>
            </>
          );
        }}
      </WhenLoaded>
    </section>
  );
}
