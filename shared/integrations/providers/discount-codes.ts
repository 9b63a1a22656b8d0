/** Reads the discount codes and the country of an order. */
import { isObject, type Json, textAt, valueAt } from './json.js'

const maxCodes = 10

/** The codes at these paths: texts, objects with a `code` (also of a nested promotion code), or lists of either. */
export function codesAt(body: Json, ...paths: string[]): string[] {
  const found = paths.flatMap((path) => codesOf(valueAt(body, path) ?? null))
  return [...new Set(found)].slice(0, maxCodes)
}

function codesOf(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(codesOf)
  const code = isObject(value) ? textAt(value, 'code', 'promotion_code.code', 'discount.promotion_code.code') : value
  return typeof code === 'string' && code !== '' && code.length <= 100 ? [code] : []
}

/** The first two-letter country code at these paths. */
export function countryAt(body: Json, ...paths: string[]): string | undefined {
  const country = textAt(body, ...paths)?.toUpperCase()
  return country && /^[A-Z]{2}$/.test(country) ? country : undefined
}
