/** Sizes of type that are tried in a chart with axes, from the largest; fractions of the short side. */
export const CHART_SIZES = [0.034, 0.031, 0.028, 0.0255, 0.023, 0.021] as const;

/** The same next to a pie or a donut. */
export const PIE_SIZES = [0.038, 0.035, 0.032, 0.029, 0.026, 0.0235, 0.021] as const;

/** The smallest size of a chart and of a table, which then leave out what has no room; a fraction of the short side. */
export const SMALLEST_SIZE = 0.0195;
