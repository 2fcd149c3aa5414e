/** Instead of `node:timers/promises`. A use case that lets others have a turn continues at once: its turns are its port calls. */
export const setImmediate = async (): Promise<void> => undefined;
/** No use case may wait by the clock of this machine. */
export const setTimeout = (): never => {
  throw new Error('the timers of this machine are not of the simulation');
};
