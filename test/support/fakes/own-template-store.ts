import type { LookUpTemplate } from '#features/templates/choose-template.ts';

/** An account without templates of its own. */
export const noOwnTemplates: LookUpTemplate = { find: async () => undefined };
