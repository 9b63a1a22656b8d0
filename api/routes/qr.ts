import { drawQrCode, getQRCodeQuerySchema } from '../../shared/links/index.js'
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
    summary: 'Draw a QR code',
    description: 'A picture of an address, as PNG or SVG. Open to everybody, ten times in ten seconds from one client address.',
    access: guest,
    rate: 'none',
    anySite: true,
    query: getQRCodeQuerySchema,
    media: ['image/png', 'image/svg+xml'],
    run: async ({ scope, query }) => {
      const { type, body, etag } = await drawQrCode(scope, query)
      return bytes(body, type, { ETag: etag, 'Cache-Control': 'public, max-age=3600' })
    },
  }),
]
