import type { z } from 'zod'
import type { ClickSchema } from './click.schema.js'
import type { ClickRow } from './enrich-click.js'

/** Columns of a click that callers see, besides its id and time. The other columns only serve analytics. */
export const publicClickColumns = [
  'url',
  'country',
  'city',
  'region',
  'continent',
  'device',
  'browser',
  'os',
  'ua',
  'trigger',
  'referer',
  'referer_url',
  'qr',
  'ip',
] as const satisfies readonly (keyof ClickRow)[]

/** Presents a click to callers. Leads and sales repeat the columns of their click, so its id and time are passed separately. */
export function presentClick(
  row: Pick<ClickRow, (typeof publicClickColumns)[number]>,
  { id, timestamp }: Pick<ClickRow, 'id' | 'timestamp'>,
): z.input<typeof ClickSchema> {
  const { url, country, city, continent, device, browser, os, ua, trigger, referer, referer_url: refererUrl, qr, ip } = row
  return {
    id,
    timestamp: timestamp.toISOString(),
    url,
    country,
    city,
    region: row.region === 'Unknown' ? row.region : `${country}-${row.region}`,
    continent,
    device,
    browser,
    os,
    ua,
    trigger,
    referer,
    refererUrl,
    qr,
    ip,
  }
}
