/** A raw click with everything that can be known of it: the row that is stored. */
import type { RawClick } from './click-batch.js'
import { identityHash, keptAddress } from './visitor/address.js'
import { baseOf, campaignOf, type Campaign } from './visitor/campaign.js'
import { continentOf } from './visitor/continents.js'
import { deviceOf, type Device } from './visitor/device.js'
import type { Place, PlaceDatabase } from './visitor/place.js'
import { refererOf, type Referer } from './visitor/referer.js'

export interface ClickRow extends Place, Device, Referer, Campaign {
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

/** Text columns that take what a visitor sends are cut here: nobody fills the disk with one header. */
const longestText = 2000
const longestUrl = 8000

export function describeClick(click: RawClick, places: PlaceDatabase): ClickRow {
  const place = click.place ?? places.placeOf(click.ip)
  const url = click.url.slice(0, longestUrl)
  return {
    id: click.id,
    timestamp: new Date(click.at),
    workspace_id: click.workspaceId,
    link_id: click.linkId,
    domain: click.domain,
    key: click.key,
    url,
    base_url: baseOf(url),
    identity_hash: identityHash(click.ip, click.ua),
    ip: keptAddress(click.ip, place.country),
    ...place,
    continent: place.continent === 'Unknown' ? continentOf(place.country) : place.continent,
    ...deviceOf(click.ua),
    ua: click.ua.slice(0, longestText),
    qr: click.trigger === 'qr',
    ...refererOf(click.referer.slice(0, longestText)),
    trigger: click.trigger,
    ...campaignOf(url),
  }
}
