import { useEffect, useState } from 'preact/hooks';
import { RESOLUTION_NAMES } from '#engine/video/format.ts';
import type { Schemas } from '#front/client/client.ts';
import { batchRowsOfTable, emptyBatchRows, MAX_BATCH_TABLE_ROWS } from '../batch-rows.ts';
import type { TableCells } from '../grid-cells.ts';
import { useLoadedData } from '../load.ts';
import { DropZone } from '../parts/drop-zone.tsx';
import { EditableTextTable } from '../parts/editable-text-table.tsx';
import { SelectField, TextArea } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { WhenLoaded } from '../parts/states.tsx';
import { postCsv, requireSession, requireSessionRecordingClient } from '../session.ts';
import { useAction } from '../use-action.ts';

type BatchResolution = (typeof RESOLUTION_NAMES)[number] | 'own';
type RowSource = 'table' | 'csv';

/** The header of a CSV file for the variables of a timeline. */
const csvHeaderOf = (variables: Schemas['Timeline']['variables']): string =>
  ['external_id', ...Object.keys(variables)].join(',');

/** The dialog that creates a batch: a video for each row of a table or a CSV file. @param timelineId the timeline that is selected at first */
export function NewBatchDialog({ timelineId, onClose }: { timelineId?: string; onClose: () => void }) {
  const timelines = useLoadedData(
    async () => (await requireSession().quietClient.get('/timelines', { params: { query: { limit: 100 } } })).data,
    [],
  );
  const [chosenId, setChosenId] = useState(timelineId ?? '');
  const [source, setSource] = useState<RowSource>('table');
  const [cells, setCells] = useState<TableCells>([]);
  const [enteredCsv, setEnteredCsv] = useState<string | undefined>();
  const [chosenResolution, setChosenResolution] = useState<BatchResolution>('own');
  const work = useAction();
  const listedTimelines = timelines.state === 'ready' ? timelines.data : [];
  const selectedId = chosenId === '' ? listedTimelines[0]?.id : chosenId;
  // The timeline is loaded, because timelines in lists have no variables.
  const chosenTimeline = useLoadedData(
    async () =>
      selectedId === undefined
        ? undefined
        : requireSession().quietClient.get('/timelines/{id}', { params: { path: { id: selectedId } } }),
    [selectedId],
  );
  const timeline = chosenTimeline.state === 'ready' ? chosenTimeline.data : undefined;
  const variables = timeline?.variables ?? {};
  const hasVariables = Object.keys(variables).length > 0;
  useEffect(() => {
    if (timeline) setCells(emptyBatchRows(timeline.variables));
  }, [timeline?.id]);
  const csvText = enteredCsv ?? (timeline ? `${csvHeaderOf(variables)}\n` : '');
  const timelineOptions = [
    ...(timeline && !listedTimelines.some((each) => each.id === timeline.id)
      ? [[timeline.id, timeline.title] as const]
      : []),
    ...listedTimelines.map((each) => [each.id, each.title] as const),
  ];
  const submit = () =>
    work.attempt(async () => {
      if (selectedId === undefined) return;
      const rows = batchRowsOfTable(cells, variables);
      if (source === 'table' && rows.length === 0) throw new Error('Fill in at least one row.');
      const resolutionInput = chosenResolution === 'own' ? {} : { resolution: chosenResolution };
      const batch =
        source === 'table'
          ? await requireSessionRecordingClient().post('/batches', {
              body: {
                timeline_id: selectedId,
                rows,
                ...(chosenResolution === 'own' ? {} : { output: resolutionInput }),
              },
            })
          : await postCsv<Schemas['Batch']>('/batches', new File([csvText], 'rows.csv'), {
              timeline_id: selectedId,
              ...resolutionInput,
            });
      location.hash = `#/batches/${batch.id}`;
      onClose();
    });
  const rowCount = batchRowsOfTable(cells, variables).length;
  const action =
    source === 'table' && rowCount > 0 ? `Create ${String(rowCount)} ${rowCount === 1 ? 'video' : 'videos'}` : 'Create';
  return (
    <FormDialog
      title="New batch"
      action={action}
      busyAction="Creating…"
      canSubmit={timeline !== undefined}
      work={work}
      onSubmit={submit}
      onClose={onClose}
      wide
    >
      <WhenLoaded loadState={timelines}>
        {() =>
          selectedId === undefined ? (
            <p>Create a timeline first, with variables such as {'{{name}}'} in its texts.</p>
          ) : (
            <>
              <div class="pair">
                <SelectField label="Timeline" value={selectedId} options={timelineOptions} onSelect={setChosenId} />
                <SelectField
                  label="Resolution"
                  value={chosenResolution}
                  options={[['own', 'As the timeline'], ...RESOLUTION_NAMES.map((each) => [each, each] as const)]}
                  onSelect={setChosenResolution}
                />
              </div>
              {timeline && !hasVariables && (
                <p class="note">
                  This timeline has no variables, so all videos would be the same. Add some under “More”, “Variables” of
                  the timeline.
                </p>
              )}
              <div class="tabs">
                {(
                  [
                    ['table', 'Table'],
                    ['csv', 'CSV'],
                  ] as const
                ).map(([each, name]) => (
                  <button
                    type="button"
                    key={each}
                    class="tab"
                    aria-pressed={each === source}
                    onClick={() => setSource(each)}
                  >
                    {name}
                  </button>
                ))}
              </div>
              {source === 'table' && cells.length > 0 && (
                <EditableTextTable
                  label="Rows"
                  cells={cells}
                  onCells={setCells}
                  limits={{ rows: MAX_BATCH_TABLE_ROWS + 1, columns: cells[0]?.length ?? 1 }}
                  minRows={2}
                  maxLength={1000}
                  areColumnsFixed
                />
              )}
              {source === 'table' && (
                <p class="hint">
                  Each row becomes a video. An empty cell takes the default of its variable; external_id is your own
                  name of the row.
                </p>
              )}
              {source === 'csv' && (
                <>
                  <TextArea
                    label="Rows as CSV"
                    class="markdown"
                    rows={8}
                    value={csvText}
                    onText={setEnteredCsv}
                    spellcheck={false}
                    hint="The first line names the variables. Each line after it becomes a video."
                  />
                  <DropZone
                    label="CSV file"
                    hint="The file replaces the rows above."
                    accept=".csv,.tsv,.txt,text/csv"
                    onFile={(file) => void file.text().then(setEnteredCsv)}
                  />
                </>
              )}
            </>
          )
        }
      </WhenLoaded>
    </FormDialog>
  );
}
