/** One call to AWS with what is billed for it. */
export type MeteredCall =
  | {
      service: 'table';
      operation: string;
      /** Read and write units. */
      read: number;
      write: number;
      /** What was written: type of item, kind of write, units of it. */
      writes: { entity: string; kind: string; units: number }[];
      /** What the sweepers ask every minute, whatever is rendered. */
      isStanding: boolean;
    }
  | {
      service: 'bucket';
      operation: string;
      /** How S3 prices the request: writes and lists, reads, or nothing. */
      tier: 'write' | 'read' | 'free';
      /** Length of the body that was sent or received. */
      bytes: number;
      /** By a presigned address, so by a client. */
      isClient: boolean;
      key: string;
    }
  | {
      service: 'queue';
      operation: string;
      /** SQS counts a request for each 64 KB. */
      requests: number;
      /** A receive that found nothing: polls cost whatever is rendered. */
      isStanding: boolean;
    };

/** What some calls came to. */
export interface CallTotals {
  tableCalls: number;
  writeUnits: number;
  readUnits: number;
  bucketWrites: number;
  bucketReads: number;
  bucketBytesWritten: number;
  queueRequests: number;
}

/** A renewal of the lease of a task is one write, after a look at its render. */
const READS_OF_RENEWAL = 1;

/**
 * The sums over calls, without what is asked whatever is rendered, without the renewals of leases and the progress of renders, whose
 * number is how long the work took on this machine, and without the downloads of clients.
 */
export function totalsOf(calls: readonly MeteredCall[]): CallTotals {
  const totals: CallTotals = {
    tableCalls: 0,
    writeUnits: 0,
    readUnits: 0,
    bucketWrites: 0,
    bucketReads: 0,
    bucketBytesWritten: 0,
    queueRequests: 0,
  };
  for (const call of calls) {
    if (call.service === 'bucket') {
      if (call.tier === 'write') {
        totals.bucketWrites += 1;
        totals.bucketBytesWritten += call.bytes;
      }
      if (call.tier === 'read' && !call.isClient) totals.bucketReads += 1;
    } else if (call.isStanding) continue;
    else if (call.service === 'table') {
      totals.tableCalls += 1;
      const renewals = call.writes.filter(({ kind }) => kind === 'renewal of');
      const byTime = [...renewals, ...call.writes.filter(({ kind }) => kind === 'progress of')];
      totals.writeUnits += call.write - byTime.reduce((sum, { units }) => sum + units, 0);
      totals.readUnits += call.read - READS_OF_RENEWAL * renewals.filter(({ entity }) => entity === 'task').length;
    } else totals.queueRequests += call.requests;
  }
  return totals;
}

/** Write units by kind of write and type of item, the most first: where the units of a bound that is missed went. */
export function writesByEntity(calls: readonly MeteredCall[]): string[] {
  const found = new Map<string, { count: number; units: number }>();
  for (const call of calls) {
    if (call.service !== 'table' || call.isStanding) continue;
    for (const { entity, kind, units } of call.writes) {
      const name = `${kind} ${entity}`;
      const { count, units: before } = found.get(name) ?? { count: 0, units: 0 };
      found.set(name, { count: count + 1, units: before + units });
    }
  }
  return [...found]
    .sort(([, a], [, b]) => b.units - a.units)
    .map(([name, { count, units }]) => `${name}: ${units} units in ${count} writes`);
}
