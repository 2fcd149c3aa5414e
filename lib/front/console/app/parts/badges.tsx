import { identifierInWords } from './fields.tsx';

const KINDS: Readonly<Record<string, string>> = {
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
  <span class={`status status-${KINDS[status] ?? 'plain'}`}>{identifierInWords(status)}</span>
);
