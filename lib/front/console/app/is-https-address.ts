/** Reports whether a text is an address from which the service fetches files. */
export const isHttpsAddress = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:';
