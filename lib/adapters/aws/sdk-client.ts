/** Common part of all clients of the SDK: steps around each of their calls. */
export interface SdkClient<Options extends object = { step: 'initialize'; priority?: 'high'; name: string }> {
  middlewareStack: {
    add(
      middleware: (
        next: (args: never) => Promise<unknown>,
        context: { commandName?: string },
      ) => (args: never) => Promise<unknown>,
      options: Options,
    ): void;
    remove(name: string): boolean;
  };
}
