@rem npm scripts start with exec, so that signals to npm reach the program and not a shell between them. cmd.exe, which has
@rem no exec, finds this file instead, in the folder of package.json.
@%*
