/** What goes out, held against the row's schema. */
import type { z } from 'zod'
import type { Log } from '../../shared/kernel/log.js'

/**
 * The value with only the fields that the schema names. A mismatch fails loudly outside production; in production it is logged and the
 * value goes out as it is: a slip in our schema is not our caller's outage.
 */
export function checkOutput(schema: z.ZodType | undefined, value: unknown, production: boolean, log: Log): unknown {
  if (!schema) return value
  const result = schema.safeParse(value)
  if (result.success) return result.data
  if (!production) throw new Error(`the answer breaks its own schema: ${result.error.message}`)
  log.error({ issues: result.error.issues }, 'an answer breaks its own schema')
  return value
}
