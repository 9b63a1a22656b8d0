/** Checks responses against the schema of the endpoint row. */
import type { z } from 'zod'
import type { Log } from '../../shared/kernel/log.js'

/**
 * Returns the value with only the fields that the schema declares. A mismatch throws outside production; in production it is logged and the
 * value is sent unchanged, because an error in our schema must not become an outage for the caller.
 */
export function checkOutput(schema: z.ZodType | undefined, value: unknown, production: boolean, log: Log): unknown {
  if (!schema) return value
  const result = schema.safeParse(value)
  if (result.success) return result.data
  if (!production) throw new Error(`the response does not match its schema: ${result.error.message}`)
  log.error({ issues: result.error.issues }, 'response does not match its schema')
  return value
}
