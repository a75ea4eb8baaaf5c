// Variables of this process's environment, set for one test.

/** `undefined` removes a variable. The result restores what was there. */
export function withEnvironment(variables: Readonly<Record<string, string | undefined>>): () => void {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
  const set = (values: Readonly<Record<string, string | undefined>>): void => {
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) {
        delete process.env[name];
      } else {
        process.env[name] = value;
      }
    }
  };
  set(variables);
  return () => set(before);
}
