/** Validates input for a link and converts it to columns. The order of the checks is part of the interface. */
import { requireFeature } from '../accounts/index.js'
import { emptyRow } from '../kernel/db/row-mapper.js'
import { parseInstant } from '../kernel/parse-instant.js'
import { domainForLink, isSharedDomain, keyDomainOf, requireNotMoving } from './choose-domain.js'
import { blockedHosts } from './destination/blocked-hosts.queries.js'
import type { LinkDomain } from './domain.queries.js'
import { findByName } from './domains/slug.js'
import { abTestWithoutConversions, blockedHost, destinationsTooLong, invalidDate, invalidUrl, urlMissing } from './errors.js'
import { lookupKeyOf, normaliseKey, rootKey } from './keys.js'
import { maxDestinationsLength, randomKeyLength } from './limits.js'
import { requireFeatures } from './link-features.js'
import type { LinkInput } from './link-input.schema.js'
import { directLookup, type LinkLookup } from './link-lookup.js'
import { requireReferences, requireTags, withProgramDefaults } from './link-references.js'
import { fillRow, linkProperties } from './link-row.js'
import { type LinkScope, planOf } from './link-scope.js'
import type { Link } from './link.entity.js'
import type { TagOfLink } from './link.queries.js'
import { type LinkDraft, mergeLink } from './merge-link.js'
import { type ChosenKey, generateKey, requireKey } from './require-key.js'
import { shortLinkOf } from './short-link.js'
import { storePreviewImage } from './store-preview-image.js'
import { isOnHost, normaliseUrl } from './urls.js'
import { inheritedCampaign, utmOf, withCampaign } from './utm.js'

const systemColumns = [
  'id',
  'testDecidedAt',
  'workspaceId',
  'userId',
  'disabledAt',
  'bannedAt',
  'sealedPassword',
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

/** Columns that callers can set. The password is sealed once the id of the link is known; undefined leaves it as it is. */
export type LinkColumns = Omit<Link, (typeof systemColumns)[number]> & Pick<LinkDraft, 'password'>
const emptyColumns = emptyRow([
  ...linkProperties.filter((property) => !(systemColumns as readonly string[]).includes(property)),
  'password',
])

export interface ProcessedLink {
  columns: LinkColumns
  /** Undefined leaves the tags as they are. */
  tags: TagOfLink[] | undefined
  /** Undefined leaves the webhooks as they are. */
  webhookIds: readonly string[] | undefined
  /** Returns the columns with another random key; null if the caller chose the key. */
  regenerateKey: (() => LinkColumns) | null
}

/** Checks everything that can be checked before writing. `before` is the stored link, null for a new one. */
export async function processLink(
  scope: LinkScope,
  input: LinkInput,
  before: Link | null,
  lookup: LinkLookup = directLookup(scope),
): Promise<ProcessedLink> {
  const url = destinationOf(input, before)
  const isRoot = before ? before.key === rootKey : input.key === rootKey
  if (url === '' && !isRoot) throw urlMissing()
  const domain = await requireDomain(scope, input, before, lookup)
  if (isRoot && url !== '') requireFeature(scope.workspace, 'rootRedirect')
  const draft = mergeLink(input, before)
  requireFeatures(planOf(scope), draft)
  if (draft.testVariants && !draft.trackConversion) throw abTestWithoutConversions()
  const destinations = destinationsOf(url, draft)
  if (destinations.join('').length > maxDestinationsLength) throw destinationsTooLong(maxDestinationsLength)
  if (isSharedDomain(domain)) await requireAllowedHosts(scope, destinations)
  const { key: firstKey, regenerate } = chooseKey(scope, domain, input, before)
  const tags = await requireTags(lookup, input)
  const completeDraft = await withProgramDefaults(scope, draft, before, { input, lookup })
  await requireReferences(scope, completeDraft, before, lookup)
  const image = await storePreviewImage(scope, draft.image, draft.proxy)
  const columns = [withParsedDates(completeDraft, scope.now()), utmOf(url), { url, domain: domain.slug, image }]
  const completeColumns = (key: ChosenKey) =>
    fillRow(emptyColumns, ...columns, key, { shortLink: shortLinkOf(scope.config, domain.slug, key.key) }) as LinkColumns
  const webhookIds = input.webhookIds === undefined ? undefined : [...new Set(draft.webhookIds)]
  return { columns: completeColumns(firstKey), tags, webhookIds, regenerateKey: regenerate && (() => completeColumns(regenerate())) }
}

/** Returns the destination including campaign parameters. */
export function destinationOf(input: LinkInput, before: Link | null): string {
  const url = input.url === undefined ? (before?.url ?? '') : input.url.trim() === '' ? '' : normaliseUrl(input.url)
  if (url === null) throw invalidUrl()
  return withCampaign(url, before ? inheritedCampaign(input.url === undefined ? undefined : url, input, before) : input)
}

/** The link of a bare domain stays on it. A link that is not moved keeps its domain, even if the workspace can no longer use that domain. */
async function requireDomain(scope: LinkScope, input: LinkInput, before: Link | null, lookup: LinkLookup): Promise<LinkDomain> {
  if (!before) return domainForLink(scope, input.domain, lookup)
  const name = before.key === rootKey ? before.domain : input.domain || before.domain
  const domain = await findByName(name, lookup.domain)
  const isUnchanged = domain && [domain.slug, domain.movedFrom].includes(before.domain)
  return isUnchanged ? requireNotMoving(domain) : domainForLink(scope, name, lookup)
}

/** Every address that visitors of the link may be sent to. */
const destinationsOf = (url: string, { ios, android, geo, testVariants, expiredUrl }: LinkDraft): string[] =>
  [url, expiredUrl, ios, android, ...Object.values(geo ?? {}), ...(testVariants ?? []).map((variant) => variant.url)].filter(
    (target): target is string => typeof target === 'string' && target !== '',
  )

async function requireAllowedHosts({ config, pool }: LinkScope, destinations: readonly string[]): Promise<void> {
  const hosts = [...config.blockedHosts, ...(await blockedHosts(pool))]
  const blocked = destinations.find((target) => isOnHost(target, hosts))
  if (blocked) throw blockedHost(new URL(blocked).hostname)
}

interface Choice {
  key: ChosenKey
  regenerate: (() => ChosenKey) | null
}

function chooseKey(scope: LinkScope, domain: LinkDomain, input: LinkInput, before: Link | null): Choice {
  if (before) return { key: keyAfterChange(scope, domain, input, before), regenerate: null }
  if (input.key) return { key: requireKey(scope, domain, input.key), regenerate: null }
  const regenerate = () => generateKey(scope, domain, input.keyLength ?? randomKeyLength, input.prefix ?? '')
  return { key: regenerate(), regenerate }
}

// An unchanged key, ignoring case, is not validated again: the rules may have become stricter since the link was created.
function keyAfterChange(scope: LinkScope, domain: LinkDomain, input: LinkInput, before: Link): ChosenKey {
  const { key, lookupKey } = before
  const isMoved = domain.slug !== before.domain
  if (key === rootKey || (!isMoved && !input.key)) return { key, lookupKey }
  const keyDomain = keyDomainOf(domain)
  const normalised = normaliseKey(input.key || key, keyDomain)
  return !isMoved && lookupKeyOf(normalised, keyDomain) === lookupKey
    ? { key: normalised, lookupKey }
    : requireKey(scope, domain, input.key || key)
}

/** Parses the date columns of a draft. */
export function withParsedDates(draft: LinkDraft, now: Date) {
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
  if (typeof value === 'string' && !instant) throw invalidDate(field)
  return instant
}
