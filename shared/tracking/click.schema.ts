import { z } from 'zod'

/** A click as in event lists and webhook events. */
export const ClickSchema = z.object({
  id: z.string(),
  timestamp: z.string(),
  url: z.string().describe('Destination of the visitor.'),
  country: z.string(),
  city: z.string(),
  region: z.string().describe('Country and region, such as `US-CA`; either part may be `Unknown`.'),
  continent: z.string(),
  device: z.string(),
  browser: z.string(),
  os: z.string(),
  ua: z.string().nullish().describe('User agent.'),
  trigger: z.string().nullish().describe('What caused the click: a link, a QR code, a deep link or a page view.'),
  referer: z.string(),
  refererUrl: z.string(),
  qr: z.boolean(),
  ip: z.string(),
})
