/** What all clients of the SDK have in common: steps before each of their calls. */
export interface SdkClient {
  middlewareStack: {
    add(
      middleware: (
        next: (args: never) => Promise<unknown>,
        context: { commandName?: string },
      ) => (args: never) => Promise<unknown>,
      options: { step: 'initialize'; priority?: 'high'; name: string },
    ): void;
  };
}
