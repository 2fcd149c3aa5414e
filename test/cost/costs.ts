import { functionSizes, functionsWith } from './function-sizes.ts';
import { type FunctionWork, usageOfFunction } from './function-time.ts';
import type { Measured, MeasuredWork } from './measured.ts';
import { addUsage, type Usage } from './prices.ts';

const MINUTE = 60;
const MONTH_SECONDS = 730 * 3600;

/** The calls of some work, shared out among its functions by their processor time. */
function functionsOf({ calls, cpuSeconds, requests }: MeasuredWork): Usage {
  const sizes = functionSizes();
  const all = Object.values(cpuSeconds).reduce((sum, seconds) => sum + seconds, 0);
  const parts = Object.entries(cpuSeconds).map(([name, cpu]) => {
    const share = all === 0 ? 0 : cpu / all;
    const work: FunctionWork = {
      invocations: name === 'api' ? requests : 1,
      cpuSeconds: cpu,
      tableCalls: share * calls.tableCalls,
      bucketCalls: share * (calls.bucketReads + calls.bucketWrites),
    };
    return { times: 1, usage: usageOfFunction(work, sizes(name)) };
  });
  return addUsage(...parts);
}

/** All that is paid for some work, but storage, egress and speech. */
export function usageOf(work: MeasuredWork): Usage {
  const { writeUnits, readUnits, bucketWrites, bucketReads, queueRequests } = work.calls;
  return addUsage(
    {
      times: 1,
      usage: { writeUnits, readUnits, bucketWrites, bucketReads, queueRequests, apiRequests: work.requests },
    },
    { times: 1, usage: functionsOf(work) },
  );
}

/** For one minute of video. */
export const perMinute = (measured: Measured, work: MeasuredWork): Usage =>
  addUsage({ times: MINUTE / measured.filmSeconds, usage: usageOf(work) });

/** Calls of Polly that are billed for a text: for its sound, and for the times of its words. */
const POLLY_CALLS = 2;

/** What narration adds to a minute of video: functions and calls, and with Polly the characters. */
export const narrationPerMinute = (measured: Measured, engine: 'natural' | 'polly'): Usage => {
  const perFilm = addUsage(
    { times: 1, usage: usageOf(measured.narrated) },
    { times: -1, usage: usageOf(measured.standing) },
    { times: engine === 'polly' ? POLLY_CALLS : 0, usage: { spokenCharacters: measured.characters } },
  );
  return addUsage({ times: MINUTE / measured.filmSeconds, usage: perFilm });
};

/** For 1,000 calls to the API that read. */
export const perThousandCalls = ({ poll }: Measured): Usage =>
  addUsage({ times: 1000 / poll.requests, usage: usageOf(poll) });

/** A month's work. */
export interface Workload {
  films: number;
  minutesPerFilm: number;
  /** The share of the minutes whose narration is new, 0–1. */
  narrated: number;
  callsPerFilm: number;
  downloadsPerFilm: number;
  /** How long the files of a video are kept. */
  keptDays: number;
}

/** Queues with a function behind them are polled by five pollers each, for 20 s at a time. */
const POLLERS = 5;
const POLL_SECONDS = 20;
/** Sweepers run once a minute and read eight shards of an index each. */
const SHARDS = 8;
const SWEEP_SECONDS = 0.2;

/** What a month costs without any work: polls of queues, runs of sweepers, a key. */
export const standingUsage = (): Usage => {
  const sweeps = (functionsWith('schedule') * MONTH_SECONDS) / 60;
  return {
    queueRequests: (functionsWith('sqs') * POLLERS * MONTH_SECONDS) / POLL_SECONDS,
    invocations: sweeps,
    gbSeconds: sweeps * SWEEP_SECONDS * (functionSizes()('sweepRenders').memory / 1024),
    // An empty query that need not be consistent is half a unit; the cursor is read and written.
    readUnits: sweeps * (SHARDS / 2 + 1),
    writeUnits: sweeps,
    keyMonths: 1,
  };
};

/** All that a month of a workload uses. */
export function perMonth(measured: Measured, load: Workload): Usage {
  const minutes = load.films * load.minutesPerFilm;
  const bytesPerFilm = (measured.filmBytes / measured.filmSeconds) * MINUTE * load.minutesPerFilm;
  return addUsage(
    { times: minutes, usage: perMinute(measured, measured.standing) },
    { times: minutes * load.narrated, usage: narrationPerMinute(measured, 'natural') },
    { times: (load.films * load.callsPerFilm) / 1000, usage: perThousandCalls(measured) },
    { times: load.films * load.downloadsPerFilm, usage: { egressBytes: bytesPerFilm, bucketReads: 1 } },
    { times: (load.films * load.keptDays) / 30, usage: { storedByteMonths: bytesPerFilm } },
    { times: 1, usage: standingUsage() },
  );
}
