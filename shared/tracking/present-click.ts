import type { z } from 'zod'
import type { ClickSchema } from './click.schema.js'
import type { ClickRow } from './describe-click.js'

/** Columns that callers see of a click, beside its id and time. What else a row holds is there to be counted. */
export const shownOfClick = [
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

/** A click as callers see it. Leads and sales repeat the dimensions of theirs, whose id and time are said beside them. */
export function presentClick(
  row: Pick<ClickRow, (typeof shownOfClick)[number]>,
  { id, timestamp }: Pick<ClickRow, 'id' | 'timestamp'>,
): z.input<typeof ClickSchema> {
  const { url, country, city, continent, device, browser, os, ua, trigger, referer, referer_url: refererUrl, qr, ip } = row
  return {
    id,
    timestamp: timestamp.toISOString(),
    url,
    country,
    city,
    region: `${country}-${row.region}`,
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
