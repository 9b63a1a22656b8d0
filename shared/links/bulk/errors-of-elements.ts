import type { ElementError } from '../../errands/index.js'
import { ServiceError } from '../../kernel/errors.js'

/** The refusals among outcomes, each with its element and its place in the whole errand. */
export const errorsAt = (first: number, elements: readonly unknown[], outcomes: readonly unknown[]): ElementError[] =>
  outcomes.flatMap((one, at) =>
    one instanceof ServiceError ? [{ index: first + at, element: elements[at], error: one.message, code: one.code }] : [],
  )
