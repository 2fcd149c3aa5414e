/** The slowness of this machine: bounds of time are multiplied by it. An emulated processor is about 20 times slower (`CPU_TIME_FACTOR`). */
export const CPU_TIME_FACTOR = Number(process.env.CPU_TIME_FACTOR ?? '') || 1;
