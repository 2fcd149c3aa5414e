/** A name of serverless.yml as the Serverless CLI starts the logical id of its resource: `getMe` → `GetMe`. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
