/** Enriches a raw click with location, device, referer and campaign: the row that is stored. */
import { truncateText } from '../kernel/truncate-text.js'
import { clickTimestamp, type RawClick } from './click-batch.js'
import { baseUrlOf, campaignOf, type Campaign } from './visitor/campaign.js'
import { continentOf } from './visitor/continents.js'
import { deviceOf, type Device } from './visitor/device.js'
import type { GeoLocation, GeoDatabase } from './visitor/geo-location.js'
import { identityHash, storedIp } from './visitor/ip-privacy.js'
import { refererOf, type Referer } from './visitor/referer.js'

export interface ClickRow extends GeoLocation, Device, Referer, Campaign {
  id: string
  timestamp: Date
  workspace_id: string
  link_id: string
  domain: string
  key: string
  url: string
  base_url: string
  identity_hash: string
  ip: string
  ua: string
  qr: boolean
  trigger: string
}

/** Visitor-controlled texts are truncated, so that no request can fill the disk. */
const maxTextLength = 2000
const maxUrlLength = 8000

export function enrichClick(click: RawClick, geo: GeoDatabase): ClickRow {
  const location = click.location ?? geo.locate(click.ip)
  // PostgreSQL texts cannot contain a NUL character.
  const url = truncateText(click.url.replaceAll('\0', ''), maxUrlLength)
  return {
    id: click.id,
    timestamp: new Date(clickTimestamp(click)),
    workspace_id: click.workspaceId,
    link_id: click.linkId,
    domain: click.domain,
    key: click.key,
    url,
    base_url: baseUrlOf(url),
    identity_hash: identityHash(click.ip, click.ua),
    ip: storedIp(click.ip, location.country),
    ...location,
    continent: location.continent === 'Unknown' ? continentOf(location.country) : location.continent,
    ...deviceOf(click.ua),
    ua: truncateText(click.ua, maxTextLength),
    qr: click.trigger === 'qr',
    ...refererOf(truncateText(click.referer, maxTextLength)),
    trigger: click.trigger,
    ...campaignOf(url),
  }
}
