import type { ExtrasMaker } from '#features/renders/make-extras.ts';

const unused = () => Promise.reject(new Error('no extras are asked for here'));

/** For renders that ask for no extras. */
export const noExtras: ExtrasMaker = {
  ...{ shrink: unused, thumbnail: unused, page: unused, gif: unused, pdf: unused, mp3: unused },
};
