import type { ElementError } from '../../background-operations/index.js'
import { ServiceError } from '../../kernel/errors.js'

/** Returns the errors among outcomes with their element and its index in the background operation. */
export const elementErrors = (firstIndex: number, elements: readonly unknown[], outcomes: readonly unknown[]): ElementError[] =>
  outcomes.flatMap((outcome, offset) =>
    outcome instanceof ServiceError
      ? [{ index: firstIndex + offset, element: elements[offset], error: outcome.message, code: outcome.code }]
      : [],
  )
