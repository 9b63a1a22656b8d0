/** Parses requests by the schemas of the endpoint row. The first issue is reported as `code: path: message`. */
import type { Context } from 'koa'
import { z } from 'zod'
import { badRequest, unprocessable } from '../../shared/kernel/errors.js'
import { formatZodIssue } from '../../shared/kernel/format-zod-issue.js'

/** Throws `unprocessable_entity` for invalid input. Keys that the schema does not declare are removed. */
export async function parseInput(schema: z.ZodType | undefined, value: unknown): Promise<unknown> {
  if (!schema) return undefined
  const result = await schema.safeParseAsync(value)
  if (result.success) return result.data
  throw unprocessable(formatZodIssue(result.error))
}

/** The query string. Koa's `context.URL` is empty when the Host header is not a valid host. */
export const queryOf = ({ querystring }: Pick<Context, 'querystring'>): URLSearchParams => new URLSearchParams(querystring)

/** Path parameters. A NUL character is rejected because no text column can hold one. */
export function readParams(params: Record<string, string>): Record<string, string> {
  if (Object.values(params).some((value) => value.includes('\0'))) throw badRequest('The path contains a NUL character.')
  return params
}

/**
 * Returns the function that reads a query as an object. The last value of a repeated key counts, unless the schema accepts a list: then all
 * values do. The list keys of a row are determined once.
 */
export function queryReader(schema: z.ZodType | undefined): (query: URLSearchParams) => Record<string, unknown> {
  const lists = listKeys(schema)
  return (query) => {
    const entries = [...new Set(query.keys())].map((key): [string, unknown] => {
      const values = query.getAll(key)
      if (values.some((value) => value.includes('\0'))) throw badRequest('The query contains a NUL character.')
      return [key, lists.has(key) && values.length > 1 ? values : values.at(-1)]
    })
    return Object.fromEntries(entries)
  }
}

function listKeys(schema: z.ZodType | undefined): Set<string> {
  if (!(schema instanceof z.ZodObject)) return new Set()
  const fields = Object.entries<z.ZodType>(schema.shape)
  return new Set(fields.filter(([, field]) => field.safeParse(['a', 'b']).success).map(([key]) => key))
}
