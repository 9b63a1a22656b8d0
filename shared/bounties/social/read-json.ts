import type { z } from 'zod'
import { ExternalError } from '../../kernel/http-client/external-error.js'
import type { GuardedClient } from '../../kernel/http-client/guarded-client.js'
import { postUnreadable } from '../errors.js'

export interface PlatformRequest<Schema extends z.ZodType> {
  platform: string
  address: string
  headers: Record<string, string>
  /** Makes it a POST request. */
  body?: string
  schema: Schema
}

/** The JSON at an address of a platform's API; null for status 404. */
export async function readJson<Schema extends z.ZodType>(
  client: GuardedClient,
  { platform, address, headers, body, schema }: PlatformRequest<Schema>,
): Promise<z.infer<Schema> | null> {
  const request = body === undefined ? { headers } : { method: 'POST' as const, headers, body }
  const response = await client.request(address, request).catch((error: unknown) => {
    throw error instanceof ExternalError ? postUnreadable(platform) : error
  })
  if (response.status === 404) return null
  const parsed = response.status === 200 ? schema.safeParse(parseJson(response.body)) : undefined
  if (!parsed?.success) throw postUnreadable(platform)
  return parsed.data
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
