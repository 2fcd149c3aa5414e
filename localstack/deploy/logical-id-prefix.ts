/** Start of the logical ids that the Serverless CLI makes for a name of serverless.yml: `getMe` → `GetMe`. */
export const logicalIdPrefix = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
