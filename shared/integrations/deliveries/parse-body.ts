import { bodyNotJson } from '../errors.js'
import { isObject, type Json } from '../providers/json.js'

/** The body as JSON: an object, or where it may be, a list of them. Refuses anything else. */
export function parseBody(bytes: Buffer, { mayBeList = false } = {}): Json {
  let body: Json
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), withoutNul) as Json
  } catch {
    throw bodyNotJson()
  }
  if (!isObject(body) && !(mayBeList && Array.isArray(body) && body.length > 0 && body.every(isObject))) throw bodyNotJson()
  return body
}

// What no text column can hold would fail wherever it is used.
const withoutNul = (_: string, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value)
