/** From what was said about a link to what is stored. The order of the refusals is part of the interface. */
import { parseInstant } from '../kernel/natural-date.js'
import { blankOf } from '../kernel/plain-rows.js'
import { domainForLink, isShared, keyDomainOf, unlessMoving } from './choose-domain.js'
import { type ChosenKey, drawKey, requireKey } from './choose-key.js'
import type { Domain } from './domain.entity.js'
import { abTestWithoutConversions, blockedHost, notADate, notAUrl, pictureStorageMissing, urlMissing } from './errors.js'
import { lookupKeyOf, normaliseKey, rootKey } from './keys.js'
import { randomKeyLength } from './limits.js'
import { requireFeatures } from './link-features.js'
import type { LinkInput } from './link-input.schema.js'
import { requireReferences, requireTags } from './link-references.js'
import { filled, linkProperties } from './link-row.js'
import { type LinkScope, planOf } from './link-scope.js'
import type { Link } from './link.entity.js'
import type { TagOfLink } from './link.queries.js'
import { asking, type LookUp } from './look-up.js'
import { type LinkDraft, mergeLink } from './merge-link.js'
import { shortLinkOf } from './short-link.js'
import { isOnHost, isPictureData, normaliseUrl } from './urls.js'
import { carriedCampaign, utmOf, withCampaign } from './utm.js'

const decided = [
  'id',
  'testDecidedAt',
  'workspaceId',
  'userId',
  'disabledAt',
  'bannedAt',
  'clicks',
  'leads',
  'conversions',
  'sales',
  'saleAmount',
  'lastClicked',
  'lastLeadAt',
  'lastConversionAt',
  'createdAt',
  'updatedAt',
] as const

/** Every column that a caller has a say in. */
export type LinkColumns = Omit<Link, (typeof decided)[number]>
const blank = blankOf(linkProperties.filter((property) => !(decided as readonly string[]).includes(property)))

export interface ProcessedLink {
  columns: LinkColumns
  /** Undefined leaves the tags as they are. */
  tags: TagOfLink[] | undefined
  /** Undefined leaves the webhooks as they are. */
  webhookIds: readonly string[] | undefined
  /** Other columns with another key by chance; null where the caller chose the key. */
  redraw: (() => LinkColumns) | null
}

/** Checks everything that can be known before writing. `before` is the link that changes, null for a new one. */
export async function processLink(
  scope: LinkScope,
  said: LinkInput,
  before: Link | null,
  look: LookUp = asking(scope),
): Promise<ProcessedLink> {
  const url = destinationOf(said, before)
  const isRoot = before ? before.key === rootKey : said.key === rootKey
  if (url === '' && !isRoot) throw urlMissing()
  const domain = await domainOf(scope, said, before, look)
  const draft = mergeLink(said, before)
  requireFeatures(planOf(scope), draft)
  if (draft.testVariants && !draft.trackConversion) throw abTestWithoutConversions()
  refuseBlockedHosts(scope, domain, url, draft)
  const chosen = chooseKey(scope, domain, said, before)
  const tags = await requireTags(look, said)
  await requireReferences(scope, draft, before, look)
  if (draft.image !== null && isUnhosted(draft.image, draft.proxy)) throw pictureStorageMissing()
  const columns = [storable(draft, scope.now()), utmOf(url), { url, domain: domain.slug }]
  const complete = (key: ChosenKey) =>
    filled(blank, ...columns, key, { shortLink: shortLinkOf(scope.config, domain.slug, key.key) }) as LinkColumns
  const { redraw } = chosen
  const webhookIds = said.webhookIds === undefined ? undefined : [...new Set(draft.webhookIds)]
  return { columns: complete(chosen.key), tags, webhookIds, redraw: redraw && (() => complete(redraw())) }
}

/** The final address, campaign included. */
export function destinationOf(said: LinkInput, before: Link | null): string {
  const url = said.url === undefined ? (before?.url ?? '') : said.url.trim() === '' ? '' : normaliseUrl(said.url)
  if (url === null) throw notAUrl()
  return withCampaign(url, before ? carriedCampaign(said.url === undefined ? undefined : url, said, before) : said)
}

/** A link of a bare domain stays on it. A link that does not move keeps its domain even where the workspace could no longer choose it. */
async function domainOf(scope: LinkScope, said: LinkInput, before: Link | null, look: LookUp): Promise<Domain> {
  if (!before) return domainForLink(scope, said.domain, look)
  const stays = before.key === rootKey || !said.domain || said.domain.toLowerCase() === before.domain
  const own = stays ? await look.domain(before.domain) : null
  return own ? unlessMoving(own) : domainForLink(scope, said.domain ?? before.domain, look)
}

function refuseBlockedHosts({ config }: LinkScope, domain: Domain, url: string, { ios, android, geo, testVariants }: LinkDraft): void {
  if (!isShared(domain)) return
  const targets = [url, ios, android, ...Object.values(geo ?? {}), ...(testVariants ?? []).map((variant) => variant.url)].filter(
    (one) => typeof one === 'string' && one !== '',
  )
  const blocked = targets.find((target) => isOnHost(target as string, config.blockedHosts))
  if (blocked) throw blockedHost(new URL(blocked).hostname)
}

interface Choice {
  key: ChosenKey
  redraw: (() => ChosenKey) | null
}

function chooseKey(scope: LinkScope, domain: Domain, said: LinkInput, before: Link | null): Choice {
  if (before) return { key: keyAfterChange(scope, domain, said, before), redraw: null }
  if (said.key) return { key: requireKey(scope, domain, said.key), redraw: null }
  const redraw = () => drawKey(scope, domain, said.keyLength ?? randomKeyLength, said.prefix ?? '')
  return { key: redraw(), redraw }
}

// A key that stays, be it in another case, is not asked whether it may be: rules may have become stricter since it was made.
function keyAfterChange(scope: LinkScope, domain: Domain, said: LinkInput, before: Link): ChosenKey {
  const { key, lookupKey } = before
  const isMoved = domain.slug !== before.domain
  if (key === rootKey || (!isMoved && !said.key)) return { key, lookupKey }
  const on = keyDomainOf(domain)
  const wanted = normaliseKey(said.key || key, on)
  return !isMoved && lookupKeyOf(wanted, on) === lookupKey ? { key: wanted, lookupKey } : requireKey(scope, domain, said.key || key)
}

// A picture that was sent along, or a preview that visitors of an https page could not load, would have to be kept here.
const isUnhosted = (image: string, proxy: boolean) => isPictureData(image) || (proxy && !image.startsWith('https://'))

/** The columns that hold instants as instants. */
export function storable(draft: LinkDraft, now: Date) {
  return {
    ...draft,
    expiresAt: instantOf('expiresAt', draft.expiresAt, now),
    testStartedAt: instantOf('testStartedAt', draft.testStartedAt, now),
    testCompletedAt: instantOf('testCompletedAt', draft.testCompletedAt, now),
    linkRetentionCleanupDisabledAt: instantOf('linkRetentionCleanupDisabledAt', draft.linkRetentionCleanupDisabledAt, now),
  }
}

function instantOf(field: string, value: Date | string | null, now: Date): Date | null {
  const instant = typeof value === 'string' ? parseInstant(value, now) : value
  if (typeof value === 'string' && !instant) throw notADate(field)
  return instant
}
