import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { badRequest } from '../../shared/kernel/errors.js'

const decoders = new Map<string, () => NodeJS.ReadWriteStream & Readable>([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/** The body of the request without its content encoding. Throws `bad_request` for an unknown one. */
export function decompressedBody(request: IncomingMessage): Readable {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity') return request
  const open = decoders.get(encoding)
  if (!open) throw badRequest('The Content-Encoding of the request is not supported. Send gzip, deflate or br, or an uncompressed body.')
  const decoder = open()
  request.once('error', (error) => decoder.destroy(error))
  return request.pipe(decoder)
}
