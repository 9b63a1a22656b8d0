/** The request body as JSON, whatever content type the caller named: many send JSON under the form type of their tool. */
import type { IncomingMessage } from 'node:http'
import getRawBody from 'raw-body'
import { badRequest, type ServiceError } from '../../shared/kernel/errors.js'

/** Large enough for a hundred links with long addresses and previews, small enough to hold in memory. */
export const bodyLimit = 4 * 1024 * 1024
const longestGlimpse = 64 * 1024

/** Refuses with `bad_request`: too large, cut short, not UTF-8, not JSON, or with text that no column can hold: NUL, half a character. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  return parseBytes(await readRaw(request))
}

/** The fields of a form, of a repeated one the last; JSON where the caller says so. */
export async function readForm(request: IncomingMessage): Promise<unknown> {
  const raw = await readRaw(request)
  if (request.headers['content-type']?.startsWith('application/json')) return parseBytes(raw)
  const fields = Object.fromEntries(new URLSearchParams(raw.toString('utf8')))
  for (const [name, value] of Object.entries(fields)) refuseUnstorable(name, value)
  return fields
}

/** The body byte by byte, as signatures are made over it. */
export async function readRaw(request: IncomingMessage): Promise<Buffer> {
  return getRawBody(request, { limit: bodyLimit, length: request.headers['content-length'] ?? null }).catch((error: { type?: string }) => {
    throw error.type === 'entity.too.large'
      ? badRequest('The request body is larger than 4mb.')
      : badRequest('The request body could not be read.')
  })
}

/** What a body says, for a log; of a long one, and of one that is no JSON, nothing. */
export function glimpse(raw: Buffer): unknown {
  try {
    return raw.length > longestGlimpse ? undefined : JSON.parse(raw.toString('utf8'))
  } catch {
    return undefined
  }
}

function parseBytes(raw: Buffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(raw)
  } catch {
    throw badRequest('The request body is not valid JSON.')
  }
  return parseJson(text)
}

/** Refuses with `bad_request` what is no JSON, or holds text that no column can hold. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, /\\u(?:0000|d[89a-f])/i.test(text) ? refuseUnstorable : undefined)
  } catch (error) {
    throw isServiceError(error) ? error : badRequest('The request body is not valid JSON.')
  }
}

function refuseUnstorable(key: string, value: unknown): unknown {
  for (const text of [key, value]) if (typeof text === 'string') refuseText(text)
  return value
}

function refuseText(text: string): void {
  if (text.includes('\0')) throw badRequest('The request body contains a NUL character.')
  if (/\p{Surrogate}/u.test(text)) throw badRequest('The request body contains half a character: a surrogate without its partner.')
}

const isServiceError = (error: unknown): error is ServiceError => error instanceof Error && error.name === 'ServiceError'
