/** Argument of a process that is started before its deck arrives: it warms up first. */
export const WARM_UP_ARGUMENT = 'early';
