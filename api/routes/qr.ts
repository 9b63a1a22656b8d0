import { generateQrCode, getQRCodeQuerySchema } from '../../shared/links/index.js'
import { guest } from '../access/guest.js'
import { endpoint } from '../endpoint.js'
import { bytes } from '../http/reply.js'

export const qr = [
  endpoint({
    id: 'getQRCode',
    sdk: 'qrCodes.get',
    tag: 'QR Codes',
    method: 'GET',
    path: '/qr',
    summary: 'Generate a QR code',
    description:
      'Returns a QR code for a URL as PNG or SVG. No authentication; limited to 10 requests in 10 seconds per client IP address.',
    access: guest,
    rate: 'none',
    allowsAnyOrigin: true,
    query: getQRCodeQuerySchema,
    contentTypes: ['image/png', 'image/svg+xml'],
    run: async ({ scope, query }) => {
      const { type, body, etag } = await generateQrCode(scope, query)
      return bytes(body, type, { ETag: etag, 'Cache-Control': 'public, max-age=3600' })
    },
  }),
]
