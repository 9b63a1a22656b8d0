/** Collects the values of a statement; each becomes the next numbered parameter. */
export interface Parameters {
  values: unknown[]
  add(value: unknown): string
}

export function openParameters(): Parameters {
  const values: unknown[] = []
  return { values, add: (value) => `$${values.push(value)}` }
}
