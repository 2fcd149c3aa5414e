/** Argument of a process that is started before its deck arrives: it warms up first. */
export const STARTED_EARLY = 'early';
