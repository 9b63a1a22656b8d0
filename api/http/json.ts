/** Validation of JSON texts in requests. */
import { badRequest, type ServiceError, unprocessable } from '../../shared/kernel/errors.js'
import { isNestedDeeper, maxNestingDepth } from '../../shared/kernel/nesting-depth.js'
import { type UnstorableCharacter, unstorableIn, unstorableInJson } from '../../shared/kernel/storable-text.js'

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
  rejectIf(unstorableInJson(text))
  return value
}

/** Throws `bad_request` for a NUL character or an unpaired surrogate. */
export const rejectUnstorable = (text: string): void => rejectIf(unstorableIn(text))

function rejectIf(found: UnstorableCharacter | null): void {
  if (found) throw badRequest(`The request body contains ${found}.`)
}

export const isServiceError = (error: unknown): error is ServiceError => error instanceof Error && error.name === 'ServiceError'
