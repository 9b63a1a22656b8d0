/** Bulk work goes on past a refused element: the refusal stands beside the results. Anything but a refusal is thrown on. */
import type { z } from 'zod'
import { ServiceError, unprocessable } from '../../kernel/errors.js'
import { issueText } from '../../kernel/issue-text.js'
import type { LinkErrorAnswer } from '../link.schema.js'

export async function orRefusal<Result>(work: () => Promise<Result>): Promise<Result | ServiceError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

export const isDone = <Result>(outcome: Result | ServiceError): outcome is Result => !(outcome instanceof ServiceError)

/** The element by its schema, or why it is none. */
export function parsed<Value>(schema: z.ZodType<Value>, element: unknown): Value | ServiceError {
  const result = schema.safeParse(element)
  return result.success ? result.data : unprocessable(issueText(result.error))
}

/** What succeeded, in the order of the request, then what was refused, in that order as well. */
export function refusalsLast<Result extends object, Answer>(
  elements: readonly unknown[],
  outcomes: readonly (Result | ServiceError)[],
  answer: (result: Result) => Answer,
): (Answer | LinkErrorAnswer)[] {
  const results = outcomes.flatMap((one) => (one instanceof ServiceError ? [] : [answer(one)]))
  const refusals = outcomes.flatMap((one, at) =>
    one instanceof ServiceError ? [{ link: elements[at], error: one.message, code: one.code }] : [],
  )
  return [...results, ...refusals]
}
