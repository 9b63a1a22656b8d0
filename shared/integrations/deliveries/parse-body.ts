import { bodyNotJson } from '../errors.js'
import { isObject, type Json } from '../providers/json.js'

/** Parses a JSON object, or an array of objects with `acceptsArrays`. Rejects anything else. */
export function parseBody(bytes: Buffer, { acceptsArrays = false } = {}): Json {
  let body: Json
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), withoutNul) as Json
  } catch {
    throw bodyNotJson()
  }
  if (!isObject(body) && !(acceptsArrays && Array.isArray(body) && body.length > 0 && body.every(isObject))) throw bodyNotJson()
  return body
}

// PostgreSQL text columns cannot store NUL or lone surrogates.
const withoutNul = (_: string, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value)
