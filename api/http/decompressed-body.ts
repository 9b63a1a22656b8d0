import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { badRequest } from '../../shared/kernel/errors.js'

const decoders = new Map<string, () => NodeJS.ReadWriteStream & Readable>([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/** The content encoding of the request in lower case, `identity` without one. Throws `bad_request` for an unknown one. */
export function encodingOf({ headers }: IncomingMessage): string {
  const encoding = (headers['content-encoding'] || 'identity').toLowerCase()
  if (encoding === 'identity' || decoders.has(encoding)) return encoding
  throw badRequest('The Content-Encoding of the request is not supported. Send gzip, deflate or br, or an uncompressed body.')
}

/** The body of the request without its content encoding. Throws `bad_request` for an unknown one. */
export function decompressedBody(request: IncomingMessage): Readable {
  const decoder = decoders.get(encodingOf(request))?.()
  if (!decoder) return request
  request.once('error', (error) => decoder.destroy(error))
  return request.pipe(decoder)
}
