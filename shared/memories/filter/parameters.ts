/** Collects the parameters of a statement. `add` returns the placeholder of a value. */
export interface Parameters {
  values: unknown[]
  add(value: unknown): string
}

export function createParameters(): Parameters {
  const values: unknown[] = []
  return { values, add: (value) => `$${values.push(value)}` }
}
