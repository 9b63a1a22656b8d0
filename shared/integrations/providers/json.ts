/** Reading JSON whose shape somebody else decides: what is not there, or is of another kind, is undefined. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** `data.object.id`; a number is a place in a list. */
export function at(value: Json | undefined, path: string): Json | undefined {
  let found: Json | undefined = value
  for (const step of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined
    if (Array.isArray(found)) found = found[Number(step)]
    else found = Object.hasOwn(found, step) ? found[step] : undefined
  }
  return found
}

/** A text that says something; numbers are texts as well, for ids are written either way. */
export function textAt(value: Json | undefined, ...paths: string[]): string | undefined {
  for (const path of paths) {
    const found = at(value, path)
    if (typeof found === 'string' && found.trim() !== '') return found.trim()
    if (typeof found === 'number') return String(found)
  }
  return undefined
}

/** A number, also one that is written as text. */
export function numberAt(value: Json | undefined, ...paths: string[]): number | undefined {
  for (const path of paths) {
    const found = at(value, path)
    const number = typeof found === 'string' && found.trim() !== '' ? Number(found) : found
    if (typeof number === 'number' && Number.isFinite(number)) return number
  }
  return undefined
}

export const listAt = (value: Json | undefined, path: string): Json[] => {
  const found = at(value, path)
  return Array.isArray(found) ? found : []
}

export const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
