import { ImageParams, readImage, readSignedFile, SignedFileQuery } from '../../shared/files/index.js'
import { open } from '../access/open.js'
import { endpoint } from '../endpoint.js'
import { bytes, file } from '../http/reply.js'

/** Files never change, and may be shown on any site. */
const headers = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

export const files = [
  endpoint({
    id: 'getFile',
    method: 'GET',
    path: '/files/{name}',
    hidden: true,
    allowsAnyOrigin: true,
    access: open,
    rate: 'none',
    fails: ['not_found'],
    params: ImageParams,
    query: SignedFileQuery,
    contentTypes: [
      'image/png',
      'image/jpeg',
      'image/gif',
      'image/webp',
      'application/pdf',
      'application/zip',
      'text/csv',
      'application/json',
      'application/octet-stream',
    ],
    run: async ({ scope, params, query }) => {
      const signed = await readSignedFile(scope, params.name, query)
      if (signed) return file(signed)
      const { body, contentType } = await readImage(scope, params)
      const isImage = contentType.startsWith('image/')
      return bytes(body, contentType, isImage ? headers : { ...headers, 'Content-Disposition': 'attachment' })
    },
  }),
]
