import type { ExtraFilesMaker } from '#features/renders/make-extra-files.ts';

const unused = () => Promise.reject(new Error('no extras are asked for here'));

/** For renders that ask for no extras. */
export const noExtras: ExtraFilesMaker = {
  ...{ shrink: unused, thumbnail: unused, page: unused, gif: unused, pdf: unused, mp3: unused },
};
