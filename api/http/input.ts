/** What came in, parsed by the row's schemas. The first issue is reported as `code: path: message`. */
import type { Context } from 'koa'
import { z } from 'zod'
import { badRequest, unprocessable } from '../../shared/kernel/errors.js'
import { issueText } from '../../shared/kernel/issue-text.js'

/** Parses or refuses with `unprocessable_entity`. Keys that the schema does not name are dropped. */
export async function parseInput(schema: z.ZodType | undefined, value: unknown): Promise<unknown> {
  if (!schema) return undefined
  const result = await schema.safeParseAsync(value)
  if (result.success) return result.data
  throw unprocessable(issueText(result.error))
}

/** The query by itself. Koa's `context.URL` is none where the Host header is no host. */
export const queryOf = ({ querystring }: Pick<Context, 'querystring'>): URLSearchParams => new URLSearchParams(querystring)

/** The parts of the path that name something. No text column can hold a NUL character, so nothing has such a name. */
export function readParams(params: Record<string, string>): Record<string, string> {
  if (Object.values(params).some((value) => value.includes('\0'))) throw badRequest('The path contains a NUL character.')
  return params
}

/**
 * The query as an object. Of a repeated key the last value counts, except where the schema takes a list: then all do. Answers a function,
 * because which keys take lists is found out once per row.
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
