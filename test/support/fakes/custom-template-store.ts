import type { LookUpTemplate } from '#features/templates/choose-template.ts';

/** An account without its own templates. */
export const noOwnTemplates: LookUpTemplate = { find: async () => undefined };
