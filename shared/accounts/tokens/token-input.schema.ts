import { z } from 'zod'
import { type TokenScope, tokenScopes } from '../permissions.js'

export const TokenName = z.string().trim().min(1).max(50)

export const TokenScopes = z
  .enum(Object.keys(tokenScopes) as [TokenScope, ...TokenScope[]])
  .array()
  .max(100)
  .transform((scopes) => [...new Set(scopes)])

/** Expiry of a key: an ISO date or natural language such as `in 7 days`. */
export const Expires = z.string().max(100).nullish()

export const TokenParams = z.object({ id: z.string() })
