/** Reads untrusted JSON: a missing value or one of another type is undefined. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The value at a path such as `data.items.0.id`. */
export function valueAt(value: Json | undefined, path: string): Json | undefined {
  let found: Json | undefined = value
  for (const step of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined
    if (Array.isArray(found)) found = found[Number(step)]
    else found = Object.hasOwn(found, step) ? found[step] : undefined
  }
  return found
}

/** The first non-empty text. Numbers are converted, because ids come in either form. */
export function textAt(value: Json | undefined, ...paths: string[]): string | undefined {
  for (const path of paths) {
    const found = valueAt(value, path)
    if (typeof found === 'string' && found.trim() !== '') return found.trim()
    if (typeof found === 'number') return String(found)
  }
  return undefined
}

/** The id at the path behind a prefix. Empty without an id: two sales without one would otherwise count as the same. */
export function idAt(prefix: string, value: Json | undefined, path: string): string {
  const id = textAt(value, path)
  return id === undefined ? '' : prefix + id
}

/** The first number, including numbers written as text. */
export function numberAt(value: Json | undefined, ...paths: string[]): number | undefined {
  for (const path of paths) {
    const found = valueAt(value, path)
    const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found
    if (typeof number === 'number' && Number.isFinite(number)) return number
  }
  return undefined
}

export const listAt = (value: Json | undefined, path: string): Json[] => {
  const found = valueAt(value, path)
  return Array.isArray(found) ? found : []
}

export const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
