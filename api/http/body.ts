/** Parses the body of one row with koa-body. JSON is accepted under any content type, because many tools send it under a form type. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { Context } from 'koa'
import { HttpMethodEnum, koaBody } from 'koa-body'
import getRawBody from 'raw-body'
import { badRequest, type ServiceError } from '../../shared/kernel/errors.js'
import { isNestedDeeper } from '../../shared/kernel/nesting-depth.js'
import { csvText } from './csv-text.js'
import { decompressedBody, encodingOf } from './decompressed-body.js'
import { imageDataUrls, imageUploads } from './form-images.js'
import { checkedJson, invalidJson, isServiceError, rejectUnstorable } from './json.js'

/** Bytes. Large enough for a hundred links with long URLs and previews, small enough to hold in memory. */
export const maxBodySize = 4 * 1024 * 1024
const maxPreviewSize = 64 * 1024
const maxFields = 1000

interface ParsedRequest {
  body?: unknown
  files?: object
  rawBody?: string
}

const parse = koaBody({
  parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
  text: false,
  jsonLimit: maxBodySize,
  formLimit: maxBodySize,
  jsonTypes: ['application/json'],
  jsonStrict: false,
  includeUnparsed: true,
  multipart: true,
  // Field names are taken literally: no nesting, no arrays; the last value of a repeated field counts.
  queryString: { allowDots: false, depth: 0, parseArrays: false, duplicates: 'last', parameterLimit: maxFields } as object,
  // Nothing is written to disk.
  formidable: { maxFieldsSize: maxBodySize, maxFields, maxFileSize: maxBodySize, maxTotalFileSize: maxBodySize, ...imageUploads },
})

/** Whether the request announces a body. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Throws `bad_request` for a body that is too large, cut short, not UTF-8, not JSON, or holds text that PostgreSQL cannot store. */
export async function readJson(context: Context): Promise<unknown> {
  const chunks: Buffer[] = []
  context.req.on('data', (chunk: Buffer) => chunks.push(chunk))
  const { body, rawBody = '' } = await parseAs(context, 'application/json')
  if (rawBody === '') throw invalidJson()
  // koa-body replaces invalid bytes by this character; a caller may also have sent it.
  if (rawBody.includes('\uFFFD') && encodingOf(context.req) === 'identity' && !isUtf8(Buffer.concat(chunks))) throw invalidJson()
  return checkedJson(rawBody, body)
}

/** Form fields (the last value of a repeated field) with images as data URLs, or the JSON body when the content type is JSON. */
export async function readForm(context: Context): Promise<unknown> {
  if (context.is('application/json')) return readJson(context)
  const { body, files = {} } = await parseAs(context, context.is('multipart/form-data') ? undefined : 'application/x-www-form-urlencoded')
  const fields = Object.entries(body ?? {}).map(([name, value]): [string, unknown] => [name, Array.isArray(value) ? value.at(-1) : value])
  for (const text of fields.flat()) if (typeof text === 'string') rejectUnstorable(text)
  return Object.fromEntries([...fields, ...imageDataUrls(files)])
}

/** A CSV file (`text/csv`) as the field `csv`, or the JSON body under another content type. */
export async function readCsv(context: Context): Promise<unknown> {
  if (!context.is('text/csv')) return readJson(context)
  return { csv: csvText(await readAll(decompressedBody(context.req))) }
}

/** The raw bytes of the body, as signatures are computed over them. */
export async function readRaw(request: IncomingMessage): Promise<Buffer> {
  return readAll(request, request.headers['content-length'] ?? null)
}

const readAll = (body: Readable, length: string | null = null): Promise<Buffer> =>
  getRawBody(body, { limit: maxBodySize, length }).catch((error: unknown) => {
    throw bodyError(error)
  })

/** The parsed body for the request log; undefined for a large or deeply nested body and for anything but JSON. */
export function bodyPreview(raw: Buffer): unknown {
  try {
    const text = raw.toString('utf8')
    return raw.length > maxPreviewSize || isNestedDeeper(text) ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** koa-body selects the parser by the content type, so a row that accepts any type states the one to use. It knows encodings in lower case. */
async function parseAs(context: Context, contentType?: string): Promise<ParsedRequest> {
  if (contentType) context.req.headers['content-type'] = contentType
  context.req.headers['content-encoding'] = encodingOf(context.req)
  const request = context.request as ParsedRequest
  await parse(context, async () => undefined).catch((error: unknown) => {
    throw bodyError(error)
  })
  return request
}

function bodyError(error: unknown): ServiceError {
  if (isServiceError(error)) return error
  const { type, httpCode } = error as { type?: string; httpCode?: number }
  if (type === 'entity.too.large' || httpCode === 413) return badRequest('The request body is larger than 4mb.')
  return error instanceof SyntaxError ? invalidJson() : badRequest('The request body could not be read.')
}
