import { jsx as _jsx } from 'preact/jsx-runtime';
import { inWords } from './fields.tsx';

const KINDS = {
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
/** Status of a resource, in a word. */
export const StatusBadge = ({ status }) =>
  _jsx('span', { class: `status status-${KINDS[status] ?? 'plain'}`, children: inWords(status) });
