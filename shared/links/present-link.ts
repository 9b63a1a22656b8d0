/** Converts stored links to responses. */
import type { Config } from '../kernel/config.js'
import { emptyRow } from '../kernel/db/row-mapper.js'
import type { Scope } from '../kernel/scope.js'
import { openPassword } from './link-password.js'
import type { IncludeFields } from './link-query.schema.js'
import { linkProperties } from './link-row.js'
import { webhooksOfLinks } from './link-webhook.queries.js'
import type { Link } from './link.entity.js'
import { creatorsOf, type TaggedLink, type TagOfLink, tagsOfLinks } from './link.queries.js'
import type { LinkResponse } from './link.schema.js'
import { qrCodeOf, shortLinkOf } from './short-link.js'

/** Converts links with their tags, in the given order. */
export async function presentLinks(scope: Pick<Scope, 'em' | 'config' | 'vault'>, links: readonly Link[]): Promise<LinkResponse[]> {
  const tags = await tagsOfLinks(
    scope,
    links.map(({ id }) => id),
  )
  return links.map((link) => presentLink(scope, link, tags.get(link.id) ?? []))
}

/** Adds the creators and webhooks of the links, as requested. */
export async function withIncluded(
  scope: Pick<Scope, 'em'>,
  links: readonly LinkResponse[],
  { includeUser, includeWebhooks }: IncludeFields,
): Promise<LinkResponse[]> {
  const complete = includeWebhooks === true ? await withWebhooks(scope, links) : [...links]
  return includeUser === true ? withCreators(scope, complete) : complete
}

async function withWebhooks(scope: Pick<Scope, 'em'>, links: readonly LinkResponse[]): Promise<LinkResponse[]> {
  const webhooks = await webhooksOfLinks(
    scope,
    links.map(({ id }) => id),
  )
  return links.map((link) => ({ ...link, webhookIds: webhooks.get(link.id) ?? [] }))
}

async function withCreators(scope: Pick<Scope, 'em'>, links: readonly LinkResponse[]): Promise<LinkResponse[]> {
  const creators = await creatorsOf(scope, links)
  return links.map((link) => ({ ...link, user: link.userId ? (creators.get(link.userId) ?? null) : null }))
}

type Presenting = Pick<Scope, 'config' | 'vault'>

export const presentTagged = (scope: Presenting, { link, tags }: TaggedLink): LinkResponse => presentLink(scope, link, tags)

/** Converts one link with already loaded tags. Webhooks are only included if the request just set them; see `withIncluded`. */
export function presentLink(scope: Presenting, link: Link, tags: readonly TagOfLink[], webhookIds: readonly string[] = []): LinkResponse {
  const response = presentWithoutPassword(scope.config, link, tags, webhookIds)
  response.password = openPassword(scope, link)
  return response
}

/** For events, which are read by callers and receivers that must not know the password. */
export function presentWithoutPassword(
  config: Config,
  link: Link,
  tags: readonly TagOfLink[],
  webhookIds: readonly string[] = [],
): LinkResponse {
  const { workspaceId } = link
  const shortLink = shortLinkOf(config, link.domain, link.key)
  return {
    ...storedProperties(link),
    ...instants(link),
    password: null,
    tags: tags.map(({ id, name, color }) => ({ id, name, color })),
    shortLink,
    qrCode: qrCodeOf(config, shortLink),
    workspaceId,
    tagId: tags[0]?.id ?? null,
    projectId: workspaceId,
    webhookIds: [...webhookIds],
    identifier: null,
  }
}

const hiddenProperties = ['lookupKey', 'bannedAt', 'sealedPassword', 'testDecidedAt', 'lastLeadAt', 'lastConversionAt'] as const
type StoredProperties = Omit<Link, (typeof hiddenProperties)[number]>

const storedPropertyNames = linkProperties.filter((property) => !(hiddenProperties as readonly string[]).includes(property))
export const responseProperties = [...storedPropertyNames, 'password', 'tags', 'qrCode', 'tagId', 'projectId', 'webhookIds', 'identifier']
const emptyResponse = emptyRow(responseProperties)

/** Properties that responses contain as stored. */
function storedProperties(link: Link): StoredProperties {
  const stored = { ...emptyResponse }
  for (const property of storedPropertyNames) stored[property] = link[property as keyof Link]
  return stored as StoredProperties
}

const instants = (link: Link) => ({
  expiresAt: text(link.expiresAt),
  disabledAt: text(link.disabledAt),
  testStartedAt: text(link.testStartedAt),
  testCompletedAt: text(link.testCompletedAt),
  lastClicked: text(link.lastClicked),
  linkRetentionCleanupDisabledAt: text(link.linkRetentionCleanupDisabledAt),
  createdAt: link.createdAt.toISOString(),
  updatedAt: link.updatedAt.toISOString(),
})

const text = (instant: Date | null | undefined) => instant?.toISOString() ?? null
