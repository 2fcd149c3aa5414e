import { styleText } from 'node:util';
import { z } from 'zod';
import { parseJsonIf } from '#kernel/shared/parse-json.ts';

/** A delivery that `npm run listen` received, as `--json` prints it: one object a line. */
export interface DeliveryEntry {
  /** RFC 3339, when it came. */
  time: string;
  /** Type of the event as the sender states it, believable only when `verified`. */
  event: string | null;
  event_id: string | null;
  render_id: string | null;
  status: string | null;
  /** Percent. */
  progress: number | null;
  /** Size of its body in bytes. */
  size_bytes: number;
  verified: boolean;
  /** Reason why it is not verified. */
  reason: string | null;
  /** It came before, under the same event id. */
  duplicate: boolean;
}

const claimed = z.object({
  event: z.string().optional().catch(undefined),
  event_id: z.string().optional().catch(undefined),
  data: z
    .object({
      id: z.string().optional().catch(undefined),
      status: z.string().optional().catch(undefined),
      progress: z.number().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

// An unverified body may hold anything, control characters of a terminal included.
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 80);

function parsed(body: Buffer): z.output<typeof claimed> {
  return parseJsonIf(claimed, body.toString('utf8')) ?? {};
}

export type Verdict = Pick<DeliveryEntry, 'verified' | 'reason' | 'duplicate'>;

/** The entry of a delivery: the fields of its body, with the verdict. */
export function deliveryEntry(body: Buffer, now: Date, verdict: Verdict): DeliveryEntry {
  const { event, event_id, data } = parsed(body);
  const text = (value: string | undefined) => (value === undefined ? null : printable(value));
  return {
    time: now.toISOString(),
    event: text(event),
    event_id: text(event_id),
    render_id: text(data?.id),
    status: text(data?.status),
    progress: data?.progress ?? null,
    size_bytes: body.length,
    ...verdict,
  };
}

/** An entry as a line for people; colours only where `stream` shows them. */
export function deliveryLine(entry: DeliveryEntry, stream: NodeJS.WritableStream): string {
  const colour = (name: 'green' | 'red' | 'dim', text: string): string => styleText(name, text, { stream });
  const state = entry.status === null ? '' : `${entry.status} ${entry.progress ?? '–'} %`;
  return [
    colour('dim', entry.time.slice(11, 23)),
    (entry.event ?? '(no event)').padEnd(16),
    entry.event_id ?? '–',
    entry.render_id ?? '–',
    state.padEnd(16),
    entry.verified ? colour('green', '✓ verified') : colour('red', `✗ not verified: ${entry.reason}`),
    ...(entry.duplicate ? [colour('dim', '(came before)')] : []),
  ].join('  ');
}
