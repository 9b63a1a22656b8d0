/** Errors of single elements in bulk requests, which do not affect other elements. Errors other than ServiceError are thrown. */
import type { z } from 'zod'
import { ServiceError, unprocessable } from '../../kernel/errors.js'
import { formatZodIssue } from '../../kernel/format-zod-issue.js'
import type { LinkErrorResponse } from '../link.schema.js'

export async function resultOrError<Result>(run: () => Promise<Result>): Promise<Result | ServiceError> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

export const isResult = <Result>(outcome: Result | ServiceError): outcome is Result => !(outcome instanceof ServiceError)

/** Parses an element, or returns the validation error. */
export function parseElement<Value>(schema: z.ZodType<Value>, element: unknown): Value | ServiceError {
  const result = schema.safeParse(element)
  return result.success ? result.data : unprocessable(formatZodIssue(result.error))
}

/** Returns the results in the order of the request, then the errors in the same order. */
export function resultsThenErrors<Result extends object, Response>(
  elements: readonly unknown[],
  outcomes: readonly (Result | ServiceError)[],
  present: (result: Result) => Response,
): (Response | LinkErrorResponse)[] {
  const results = outcomes.flatMap((outcome) => (outcome instanceof ServiceError ? [] : [present(outcome)]))
  const errors = outcomes.flatMap((outcome, index) =>
    outcome instanceof ServiceError ? [{ link: elements[index], error: outcome.message, code: outcome.code }] : [],
  )
  return [...results, ...errors]
}
