import { z } from 'zod'

/** A click as it is shown in event lists and announced to webhooks. */
export const ClickSchema = z.object({
  id: z.string(),
  timestamp: z.string(),
  url: z.string().describe('Where the visitor was sent.'),
  country: z.string(),
  city: z.string(),
  region: z.string().describe('Country and region, such as `US-CA`; either half may be `Unknown`.'),
  continent: z.string(),
  device: z.string(),
  browser: z.string(),
  os: z.string(),
  ua: z.string().nullish().describe("The browser's own description of itself."),
  trigger: z.string().nullish().describe('How the visit came about: a link, a QR code, a deep link or a page view.'),
  referer: z.string(),
  refererUrl: z.string(),
  qr: z.boolean(),
  ip: z.string(),
})
