import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { digest } from '../../kernel/hash.js'
import { queryBoolean, queryInteger } from '../../kernel/input-fields.js'
import type { Scope } from '../../kernel/scope.js'
import { minutes } from '../../kernel/time.js'
import { normaliseUrl } from '../urls.js'
import { colourField, parseColour } from './colour.js'
import { levels } from './levels.js'
import { loadLogo } from './load-logo.js'
import { logoOfShortLink } from './logo-of-short-link.js'
import type { Logo, QrStyle } from './render-qr-code.js'

const maxUrlLength = 32_000

export const getQRCodeQuerySchema = z
  .object({
    url: z.string().min(1).max(maxUrlLength).transform(parseUrl).meta({ description: 'URL encoded in the QR code.' }),
    logo: z
      .string()
      .max(2048)
      .optional()
      .meta({
        description:
          'Public URL of a PNG or JPEG image for the centre. Defaults to the logo of the short domain, or else of its workspace (on a shared ' +
          'domain, that of the link), or else to the product logo.',
      }),
    size: z.coerce.number().int().min(32).max(2000).default(600).meta({ description: 'Width and height in pixels, from 32 to 2000.' }),
    level: z.enum(levels).default('L').meta({
      description:
        'Error correction level: 7, 15, 25 or 30 % of the code may be damaged. With a logo this is a minimum; the level is raised as the logo requires.',
    }),
    fgColor: colourField('#000000', 'Foreground colour in hexadecimal digits.'),
    bgColor: colourField('#FFFFFF', 'Background colour in hexadecimal digits.'),
    hideLogo: queryBoolean().optional().meta({ description: 'Whether to omit the logo.' }),
    margin: queryInteger(0, 64).default(2).meta({ description: 'Quiet zone around the code in modules; use 4 on a patterned background.' }),
    includeMargin: queryBoolean().optional().meta({ description: 'Has no effect. Use `margin`.', deprecated: true }),
    format: z.enum(['png', 'svg']).default('png').meta({ description: 'Image format.' }),
  })
  .refine(({ fgColor, bgColor }) => String(parseColour(fgColor)) !== String(parseColour(bgColor)), {
    path: ['bgColor'],
    message: 'must differ from fgColor',
  })

type GetQRCode = z.infer<typeof getQRCodeQuerySchema>

function parseUrl(text: string, { addIssue }: z.RefinementCtx): string {
  const url = normaliseUrl(text)
  if (url === null) addIssue({ code: 'custom', message: 'must be a valid URL' })
  return url ?? ''
}

export interface QrImage {
  type: 'image/png' | 'image/svg+xml'
  body: Buffer
  etag: string
}

const imageCache = new LRUCache<string, QrImage>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ body }) => body.length,
  ttl: minutes(10),
})

/** Renders a QR code, cached for 10 minutes. Equal requests return the same bytes, so the ETag changes only with the logo. */
export async function generateQrCode(scope: Scope, query: GetQRCode): Promise<QrImage> {
  const logo = await chooseLogo(scope, query)
  const key = JSON.stringify([query, typeof logo === 'string' || !logo ? logo : digest(logo.file)])
  const image = imageCache.get(key) ?? (await render(query, logo))
  imageCache.set(key, image)
  return image
}

async function render({ url, size, level, fgColor, bgColor, margin, format }: GetQRCode, logo: Logo | null): Promise<QrImage> {
  // Loaded on first use: most processes never render a QR code, and the import would slow down every start.
  const [{ encodeQrCode }, { renderPng, renderSvg }] = await Promise.all([import('./encode-qr-code.js'), import('./render-qr-code.js')])
  const code = encodeQrCode(url, { level, margin, logo: logo !== null })
  const style: QrStyle = { size, margin, dark: parseColour(fgColor), light: parseColour(bgColor), logo }
  const body = format === 'svg' ? Buffer.from(renderSvg(code, style)) : await renderPng(code, style)
  return { type: format === 'svg' ? 'image/svg+xml' : 'image/png', body, etag: `"${digest(body)}"` }
}

/**
 * A logo named by the caller must be usable. An unusable one of the domain or workspace falls back to the product logo, since the caller
 * cannot fix it.
 */
async function chooseLogo(scope: Scope, { url, logo, hideLogo }: GetQRCode): Promise<Logo | null> {
  if (hideLogo) return null
  if (logo) return loadLogo(scope, logo)
  const logoUrl = await logoOfShortLink(scope, url)
  if (!logoUrl) return 'mark'
  return loadLogo(scope, logoUrl).catch((error: unknown) => {
    scope.log.info({ err: error, logo: logoUrl }, 'logo of a short link unusable')
    return 'mark' as const
  })
}
