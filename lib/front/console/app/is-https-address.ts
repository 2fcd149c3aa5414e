/** Reports whether a text is an https URL: the service fetches files from no others. */
export const isHttpsAddress = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:';
