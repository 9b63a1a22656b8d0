/** Reads the request body. JSON is accepted under any content type, because many tools send it under their default form type. */
import type { IncomingMessage } from 'node:http'
import getRawBody from 'raw-body'
import { badRequest, type ServiceError } from '../../shared/kernel/errors.js'

/** Bytes. Large enough for a hundred links with long URLs and previews, small enough to hold in memory. */
export const maxBodySize = 4 * 1024 * 1024
const maxPreviewSize = 64 * 1024

/** Throws `bad_request` for a body that is too large, cut short, not UTF-8, not JSON, or holds text that PostgreSQL cannot store. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  return parseBytes(await readRaw(request))
}

/** Form fields (the last value of a repeated field), or the JSON body when the content type is JSON. */
export async function readForm(request: IncomingMessage): Promise<unknown> {
  const raw = await readRaw(request)
  if (request.headers['content-type']?.startsWith('application/json')) return parseBytes(raw)
  const fields = Object.fromEntries(new URLSearchParams(raw.toString('utf8')))
  for (const [name, value] of Object.entries(fields)) rejectUnstorable(name, value)
  return fields
}

/** The raw bytes of the body, as signatures are computed over them. */
export async function readRaw(request: IncomingMessage): Promise<Buffer> {
  return getRawBody(request, { limit: maxBodySize, length: request.headers['content-length'] ?? null }).catch(
    (error: { type?: string }) => {
      throw error.type === 'entity.too.large'
        ? badRequest('The request body is larger than 4mb.')
        : badRequest('The request body could not be read.')
    },
  )
}

/** The parsed body for the request log; undefined for a large body and for anything but JSON. */
export function bodyPreview(raw: Buffer): unknown {
  try {
    return raw.length > maxPreviewSize ? undefined : JSON.parse(raw.toString('utf8'))
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

/** Throws `bad_request` for invalid JSON and for text that PostgreSQL cannot store (NUL, lone surrogates). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, /\\u(?:0000|d[89a-f])/i.test(text) ? rejectUnstorable : undefined)
  } catch (error) {
    throw isServiceError(error) ? error : badRequest('The request body is not valid JSON.')
  }
}

function rejectUnstorable(key: string, value: unknown): unknown {
  for (const text of [key, value]) if (typeof text === 'string') rejectUnstorableText(text)
  return value
}

function rejectUnstorableText(text: string): void {
  if (text.includes('\0')) throw badRequest('The request body contains a NUL character.')
  if (/\p{Surrogate}/u.test(text)) throw badRequest('The request body contains an unpaired surrogate.')
}

const isServiceError = (error: unknown): error is ServiceError => error instanceof Error && error.name === 'ServiceError'
