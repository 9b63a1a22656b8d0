/** Validation of JSON texts in requests. */
import { badRequest, type ServiceError, unprocessable } from '../../shared/kernel/errors.js'
import { isNestedDeeper, maxNestingDepth } from '../../shared/kernel/nesting-depth.js'

export const invalidJson = () => badRequest('The request body is not valid JSON.')

/** Throws `bad_request` for invalid JSON and for text that PostgreSQL cannot store, `unprocessable_entity` for deep nesting. */
export function parseJson(text: string): unknown {
  try {
    return checkedJson(text, JSON.parse(text))
  } catch (error) {
    throw isServiceError(error) ? error : invalidJson()
  }
}

/** Returns `value`, the parsed `text`, if it may be processed and stored. */
export function checkedJson(text: string, value: unknown): unknown {
  if (isNestedDeeper(text))
    throw unprocessable(`The request body is nested deeper than ${maxNestingDepth} levels. Send a flatter structure.`)
  // Only an escape can produce these characters, so other texts are not walked.
  if (/\\u(?:0000|d[89a-f])/i.test(text)) JSON.parse(text, rejectUnstorable)
  return value
}

/** Throws `bad_request` for a NUL character or a lone surrogate in the key or the value. */
export function rejectUnstorable(key: string, value: unknown): unknown {
  for (const text of [key, value]) if (typeof text === 'string') rejectUnstorableText(text)
  return value
}

function rejectUnstorableText(text: string): void {
  if (text.includes('\0')) throw badRequest('The request body contains a NUL character.')
  if (/\p{Surrogate}/u.test(text)) throw badRequest('The request body contains an unpaired surrogate.')
}

export const isServiceError = (error: unknown): error is ServiceError => error instanceof Error && error.name === 'ServiceError'
