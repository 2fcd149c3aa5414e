import { identifierInWords } from './fields.tsx';

/** The suffix of the CSS class of each status; `plain` for one that is not listed. */
const KIND_BY_STATUS: Readonly<Record<string, string>> = {
  completed: 'good',
  succeeded: 'good',
  active: 'good',
  failed: 'bad',
  disabled: 'bad',
  queued: 'busy',
  processing: 'busy',
  rendering: 'busy',
  running: 'busy',
  pending: 'busy',
};

/** The status of a resource as a coloured label. */
export const StatusBadge = ({ status }: { status: string }) => (
  <span class={`status status-${KIND_BY_STATUS[status] ?? 'plain'}`}>{identifierInWords(status)}</span>
);
