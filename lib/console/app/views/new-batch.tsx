import { useState } from 'preact/hooks';
import type { Schemas } from '../../../client/client.ts';
import { useLoad } from '../load.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { Choice, TextArea } from '../parts/fields.tsx';
import { Failure, Shown } from '../parts/states.tsx';
import { postCsv, signedIn } from '../session.ts';

const SIZES = ['480p', '720p', '1080p', '1440p', '2160p'] as const satisfies readonly Schemas['Resolution'][];
type Size = (typeof SIZES)[number] | 'own';

/** The first line of a table for the variables of a timeline. */
const firstLineOf = ({ variables }: Pick<Schemas['Timeline'], 'variables'>): string =>
  ['external_id', ...Object.keys(variables)].join(',');

/** Makes a batch of a timeline and the rows of a table. */
export function NewBatchDialog({ onClose }: { onClose: () => void }) {
  const timelines = useLoad(
    async () => (await signedIn().quiet.get('/timelines', { params: { query: { limit: 100 } } })).data,
    [],
  );
  const [chosenId, setChosenId] = useState('');
  const [rows, setRows] = useState<string | undefined>();
  const [size, setSize] = useState<Size>('own');
  const [work, setWork] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const all = timelines.state === 'ready' ? timelines.data : [];
  const chosen = all.find(({ id }) => id === chosenId) ?? all[0];
  // Lists leave the variables out.
  const whole = useLoad(
    async () =>
      chosen === undefined
        ? undefined
        : signedIn().quiet.get('/timelines/{id}', { params: { path: { id: chosen.id } } }),
    [chosen?.id],
  );
  const text = rows ?? (whole.state === 'ready' && whole.data ? `${firstLineOf(whole.data)}\n` : '');
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!chosen) return;
    setWork({ isBusy: true });
    try {
      const query = { timeline_id: chosen.id, ...(size === 'own' ? {} : { resolution: size }) };
      const { id } = await postCsv<Schemas['Batch']>('/batches', new File([text], 'rows.csv'), query);
      location.hash = `#/batches/${id}`;
      onClose();
    } catch (error) {
      setWork({ isBusy: false, error });
    }
  };
  return (
    <Dialog title="New batch" onClose={onClose} wide>
      <form onSubmit={submit} class="dialog-form" noValidate>
        <div class="dialog-body">
          <Shown loaded={timelines}>
            {() =>
              chosen === undefined ? (
                <p>Make a timeline first, with variables such as {'{{name}}'} in its texts.</p>
              ) : (
                <>
                  <div class="pair">
                    <Choice
                      label="Timeline"
                      value={chosen.id}
                      options={all.map(({ id, title }) => [id, title] as const)}
                      onChoice={setChosenId}
                    />
                    <Choice
                      label="Resolution"
                      value={size}
                      options={[['own', 'That of the timeline'], ...SIZES.map((each) => [each, each] as const)]}
                      onChoice={setSize}
                    />
                  </div>
                  <TextArea
                    label="Rows"
                    class="markdown"
                    rows={8}
                    value={text}
                    onText={setRows}
                    spellcheck={false}
                    hint="CSV. The first line names the variables; each line after it is a film."
                  />
                  <DropZone
                    label="Rows as a file"
                    hint="A file of CSV takes the place of the rows above"
                    accept=".csv,text/csv"
                    onFile={(file) => void file.text().then(setRows)}
                  />
                </>
              )
            }
          </Shown>
          {work.error !== undefined && <Failure error={work.error} />}
        </div>
        <footer class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button button-main" disabled={work.isBusy || chosen === undefined}>
            {work.isBusy ? 'Creating…' : 'Create'}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
