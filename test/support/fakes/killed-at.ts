/** The end of a process in a test: nothing after it runs. */
export class Killed extends Error {
  override name = 'Killed';
}

/** Counts calls over several ports, and ends the process at one of them. */
export interface KillSwitch {
  calls: number;
  /** The call, from 1, at which the process ends: before its effect, or right after it. */
  at: { call: number; effect: 'lost' | 'done' } | undefined;
}

type Method = (...args: unknown[]) => unknown;

/** A port whose calls are counted. A call after the end of the process fails as well. */
export const killable = <Port extends object>(port: Port, kill: KillSwitch): Port =>
  new Proxy(port, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        kill.calls += 1;
        const { call, effect } = kill.at ?? { call: Number.POSITIVE_INFINITY, effect: 'lost' };
        if (kill.calls > call || (kill.calls === call && effect === 'lost')) throw new Killed(`call ${kill.calls}`);
        const result: unknown = await (value as Method).apply(target, args);
        if (kill.calls === call) throw new Killed(`after call ${kill.calls}`);
        return result;
      };
    },
  });

/**
 * Every place at which a process can be killed between two effects, as a run without a kill counts them.
 * @param count how many calls the run makes
 */
export const killPoints = (count: number): NonNullable<KillSwitch['at']>[] =>
  Array.from({ length: count }, (_, index) =>
    (['lost', 'done'] as const).map((effect) => ({ call: index + 1, effect })),
  ).flat();
