/** An option of a command that takes a number. */
export const NUMBER_OPTION = { type: 'string', isNumber: true } as const;
/** An option of a command that takes a text. */
export const TEXT_OPTION = { type: 'string' } as const;
