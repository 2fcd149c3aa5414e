import { styleText } from 'node:util';
import { z } from 'zod';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';

/** A received delivery, as `npm run listen -- --json` prints it: one object per line. */
export interface ReceivedDeliveryLogEntry {
  /** Time of arrival, RFC 3339. */
  time: string;
  /** The type of the event. This and the following fields are from the body, which can be trusted only if `verified`. */
  event: string | null;
  event_id: string | null;
  render_id: string | null;
  status: string | null;
  /** Progress of the render in percent. */
  progress: number | null;
  /** Size of the body in bytes. */
  size_bytes: number;
  verified: boolean;
  /** The reason why it could not be verified; null for a verified one. */
  reason: string | null;
  /** A delivery with the same event id was received before. */
  duplicate: boolean;
}

const claimedDeliverySchema = z.object({
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

// An unverified body can contain anything, such as control characters of a terminal.
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 80);

function parseClaims(body: Buffer): z.output<typeof claimedDeliverySchema> {
  return parseJsonIfValid(claimedDeliverySchema, body.toString('utf8')) ?? {};
}

/** The result of verifying a delivery. */
export type DeliveryVerification = Pick<ReceivedDeliveryLogEntry, 'verified' | 'reason' | 'duplicate'>;

/** The entry for a delivery, from the fields of its body and the result of its verification. */
export function createReceivedDeliveryLogEntry(
  body: Buffer,
  now: Date,
  verdict: DeliveryVerification,
): ReceivedDeliveryLogEntry {
  const { event, event_id, data } = parseClaims(body);
  const printableOrNull = (value: string | undefined) => (value === undefined ? null : printable(value));
  return {
    time: now.toISOString(),
    event: printableOrNull(event),
    event_id: printableOrNull(event_id),
    render_id: printableOrNull(data?.id),
    status: printableOrNull(data?.status),
    progress: data?.progress ?? null,
    size_bytes: body.length,
    ...verdict,
  };
}

/** An entry as a line for a terminal, with colours if `stream` supports them. */
export function receivedDeliveryLogLine(entry: ReceivedDeliveryLogEntry, stream: NodeJS.WritableStream): string {
  const colour = (name: 'green' | 'red' | 'dim', text: string): string => styleText(name, text, { stream });
  const renderState = entry.status === null ? '' : `${entry.status} ${entry.progress ?? '–'} %`;
  return [
    colour('dim', entry.time.slice(11, 23)),
    (entry.event ?? '(no event)').padEnd(16),
    entry.event_id ?? '–',
    entry.render_id ?? '–',
    renderState.padEnd(16),
    entry.verified ? colour('green', '✓ verified') : colour('red', `✗ not verified: ${entry.reason}`),
    ...(entry.duplicate ? [colour('dim', '(came before)')] : []),
  ].join('  ');
}
