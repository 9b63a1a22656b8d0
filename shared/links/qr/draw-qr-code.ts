import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { queryFlag } from '../../kernel/fields.js'
import type { Scope } from '../../kernel/scope.js'
import { minutes } from '../../kernel/time.js'
import { Domain } from '../domain.entity.js'
import { normaliseUrl } from '../urls.js'
import { colourField, parseColour } from './colour.js'
import { levels } from './levels.js'
import { loadLogo } from './load-logo.js'
import type { Logo, Look } from './render.js'

const longestUrl = 32_000

export const getQRCodeQuerySchema = z
  .object({
    url: z.string().min(1).max(longestUrl).transform(givenUrl).meta({ description: 'The address that the code leads to.' }),
    logo: z
      .string()
      .max(2048)
      .optional()
      .meta({
        description:
          "Address of a PNG or JPEG picture for the middle, on the public internet. Without it the short domain's own logo is shown, or the product's mark.",
      }),
    size: z.coerce.number().int().min(32).max(2000).default(600).meta({ description: 'Width and height in pixels, from 32 to 2000.' }),
    level: z
      .enum(levels)
      .default('L')
      .meta({
        description:
          'Error correction: 7, 15, 25 or 30 % of the code may be damaged. With a logo it is the least; the code becomes as strong as the logo demands.',
      }),
    fgColor: colourField('#000000', 'Colour of the code, in hexadecimal digits.'),
    bgColor: colourField('#FFFFFF', 'Colour behind the code, in hexadecimal digits.'),
    hideLogo: queryFlag().optional().meta({ description: 'Shows no logo.' }),
    margin: z.coerce
      .number()
      .int()
      .min(0)
      .max(64)
      .default(2)
      .meta({ description: 'Empty modules around the code; readers want 4 on a busy ground.' }),
    includeMargin: queryFlag().optional().meta({ description: 'Has no effect. Use `margin`.', deprecated: true }),
    format: z.enum(['png', 'svg']).default('png').meta({ description: 'The kind of picture.' }),
  })
  .refine(({ fgColor, bgColor }) => String(parseColour(fgColor)) !== String(parseColour(bgColor)), {
    path: ['bgColor'],
    message: 'must differ from fgColor',
  })

type GetQRCode = z.infer<typeof getQRCodeQuerySchema>

function givenUrl(text: string, { addIssue }: z.RefinementCtx): string {
  const url = normaliseUrl(text)
  if (url === null) addIssue({ code: 'custom', message: 'must be a valid URL' })
  return url ?? ''
}

export interface Drawing {
  type: 'image/png' | 'image/svg+xml'
  body: Buffer
  etag: string
}

const drawn = new LRUCache<string, Drawing>({ maxSize: 32 * 1024 * 1024, sizeCalculation: ({ body }) => body.length, ttl: minutes(10) })

/** Draws the code, or takes it from those drawn lately. Equal requests get the same bytes, so the tag stays while the logo does. */
export async function drawQrCode(scope: Scope, query: GetQRCode): Promise<Drawing> {
  const logo = await chooseLogo(scope, query)
  const key = JSON.stringify([query, typeof logo === 'string' || !logo ? logo : digest(logo.file)])
  const drawing = drawn.get(key) ?? (await draw(query, logo))
  drawn.set(key, drawing)
  return drawing
}

async function draw({ url, size, level, fgColor, bgColor, margin, format }: GetQRCode, logo: Logo | null): Promise<Drawing> {
  // Loaded with the first code: most processes never draw one, and every start would wait for it.
  const [{ encode }, { renderPng, renderSvg }] = await Promise.all([import('./encode.js'), import('./render.js')])
  const code = encode(url, { level, margin, logo: logo !== null })
  const look: Look = { size, margin, dark: parseColour(fgColor), light: parseColour(bgColor), logo }
  const body = format === 'svg' ? Buffer.from(renderSvg(code, look)) : await renderPng(code, look)
  return { type: format === 'svg' ? 'image/svg+xml' : 'image/png', body, etag: `"${digest(body)}"` }
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url').slice(0, 27)

/** A picture that the caller names must be usable; that of a domain is left out when it is not, for the caller can't mend it. */
async function chooseLogo(scope: Scope, { url, logo, hideLogo }: GetQRCode): Promise<Logo | null> {
  if (hideLogo) return null
  if (logo) return loadLogo(scope.guardedClient, logo)
  const ofDomain = await domainLogo(scope, url)
  if (!ofDomain) return 'mark'
  return loadLogo(scope.guardedClient, ofDomain).catch((error: unknown) => {
    scope.log.info({ err: error, logo: ofDomain }, 'the logo of a domain could not be used')
    return 'mark' as const
  })
}

/** Only a verified domain's: whoever merely names a domain must not put a picture on the codes of its owner. */
async function domainLogo({ em }: Scope, url: string): Promise<string | null> {
  const slug = new URL(url).hostname.replace(/^www\./, '')
  const domain = await em.findOne(Domain, { slug, verified: true, archived: false }, { fields: ['logo'] })
  return domain?.logo ?? null
}
