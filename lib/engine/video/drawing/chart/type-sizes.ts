/** Sizes of type that are tried in a chart with axes, from the largest; fractions of the unit. */
export const CHART_SIZES = [0.034, 0.031, 0.028, 0.0255, 0.023, 0.021] as const;

/** Sizes of type that are tried next to a pie or a donut, from the largest; fractions of the unit. */
export const PIE_SIZES = [0.038, 0.035, 0.032, 0.029, 0.026, 0.0235, 0.021] as const;

/** The smallest size of type in a chart or a table, in which text without room is cut; a fraction of the unit. */
export const SMALLEST_SIZE = 0.0195;
