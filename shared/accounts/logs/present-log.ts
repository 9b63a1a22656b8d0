import { z } from 'zod'

/** An entry of the request log. Bodies are JSON texts, truncated, with secrets masked. */
export const LogSchema = z.object({
  id: z.string(),
  request_id: z.string(),
  timestamp: z.string(),
  method: z.string(),
  path: z.string(),
  route_pattern: z.string(),
  status_code: z.number(),
  duration: z.number().describe('Milliseconds.'),
  user_agent: z.string().nullable(),
  query_params: z.string().nullable(),
  request_body: z.string().nullable(),
  response_body: z.string().nullable(),
  request_type: z.enum(['api', 'webhook']),
  token_id: z.string().nullable(),
  user_id: z.string().nullable(),
  token: z.object({ id: z.string(), name: z.string(), partialKey: z.string() }).nullable(),
  user: z
    .object({
      id: z.string(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      image: z.string().nullable(),
      isMachine: z.boolean(),
    })
    .nullable(),
})

export const LogParams = z.object({ id: z.string() })

/** A log entry with its API key and user, if they still exist. */
export interface LogWithCaller {
  id: string
  request_id: string
  at: Date
  type: 'api' | 'webhook'
  method: string
  path: string
  route_pattern: string
  status_code: number
  duration: number
  user_agent: string | null
  query_params: string | null
  request_body: string | null
  response_body: string | null
  token_id: string | null
  user_id: string | null
  token_name: string | null
  partial_key: string | null
  user_name: string | null
  user_email: string | null
  user_image: string | null
  user_is_machine: boolean | null
}

export const presentLog = (row: LogWithCaller): z.infer<typeof LogSchema> => ({
  id: row.id,
  request_id: row.request_id,
  timestamp: row.at.toISOString(),
  method: row.method,
  path: row.path,
  route_pattern: row.route_pattern,
  status_code: row.status_code,
  duration: row.duration,
  user_agent: row.user_agent,
  query_params: row.query_params,
  request_body: row.request_body,
  response_body: row.response_body,
  request_type: row.type,
  token_id: row.token_id,
  user_id: row.user_id,
  token:
    row.token_id !== null && row.token_name !== null && row.partial_key !== null
      ? { id: row.token_id, name: row.token_name, partialKey: row.partial_key }
      : null,
  user:
    row.user_id !== null && row.user_is_machine !== null
      ? { id: row.user_id, name: row.user_name, email: row.user_email, image: row.user_image, isMachine: row.user_is_machine }
      : null,
})
