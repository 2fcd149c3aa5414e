import { useEffect, useState } from 'preact/hooks';
import type { Schemas } from '../../../client/client.ts';
import { clock, count } from '../amounts.ts';
import { useLoad } from '../load.ts';
import { inWords } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { Shown } from '../parts/states.tsx';
import { signedIn } from '../session.ts';

/** Checks read every slide: they wait until the user has stopped changing things. */
const IDLE_MS = 1_000;

/** What would look or sound wrong, and what a render would take. */
export function Checks({
  timeline,
  changes,
  onChoose,
}: {
  timeline: Schemas['Timeline'];
  changes: string;
  onChoose: (slideId: string) => void;
}) {
  const [checked, setChecked] = useState(changes);
  useEffect(() => {
    const timer = setTimeout(() => setChecked(changes), IDLE_MS);
    return () => clearTimeout(timer);
  }, [changes]);
  const loaded = useLoad(
    () => signedIn().quiet.get('/timelines/{id}/check', { params: { path: { id: timeline.id } } }),
    [timeline.id, checked],
  );
  return (
    <section class="checks" aria-label="Checks">
      <h2>Checks</h2>
      <Shown loaded={loaded}>
        {({ warnings, estimate }) => (
          <>
            {warnings.length === 0 ? (
              <p class="check-good">
                <Icon name="check" /> Nothing to mend
              </p>
            ) : (
              <ul class="warnings">
                {warnings.map((warning) => (
                  <li key={`${warning.slide_id ?? ''} ${warning.code} ${warning.param ?? ''}`} class="warning">
                    <Icon name="warn" />
                    <div>
                      <p>{warning.message}</p>
                      <p class="fine">
                        {inWords(warning.code)}
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
              <dd>{clock(estimate.duration_seconds)}</dd>
              <dt>To be spoken</dt>
              <dd>{count(estimate.narration_characters_new)} characters</dd>
              <dt>New slides</dt>
              <dd>{estimate.slides_new}</dd>
              <dt>Fits the plan</dt>
              <dd>{estimate.fits_plan ? 'Yes' : 'No'}</dd>
            </dl>
          </>
        )}
      </Shown>
    </section>
  );
}
