/** A stored link as callers see it. */
import type { Config } from '../kernel/config.js'
import { blankOf } from '../kernel/plain-rows.js'
import type { Scope } from '../kernel/scope.js'
import { linkProperties } from './link-row.js'
import type { Link } from './link.entity.js'
import { creatorsOf, type TaggedLink, type TagOfLink, tagsOfLinks } from './link.queries.js'
import type { LinkAnswer } from './link.schema.js'
import { qrCodeOf, shortLinkOf } from './short-link.js'

/** Links in the order given, with their tags. */
export async function presentLinks(scope: Pick<Scope, 'em' | 'config'>, links: readonly Link[]): Promise<LinkAnswer[]> {
  const tags = await tagsOfLinks(
    scope,
    links.map(({ id }) => id),
  )
  return links.map((link) => presentLink(scope.config, link, tags.get(link.id) ?? []))
}

/** The links with who created them. */
export async function withCreators(scope: Pick<Scope, 'em'>, links: readonly LinkAnswer[]): Promise<LinkAnswer[]> {
  const creators = await creatorsOf(scope, links)
  return links.map((link) => ({ ...link, user: link.userId ? (creators.get(link.userId) ?? null) : null }))
}

export const presentTagged = (config: Config, { link, tags }: TaggedLink): LinkAnswer => presentLink(config, link, tags)

/** One link with what the caller knows already of it. Webhooks are shown where a link was just given some, or where they are asked for. */
export function presentLink(config: Config, link: Link, tags: readonly TagOfLink[], webhookIds: readonly string[] = []): LinkAnswer {
  const { workspaceId } = link
  const shortLink = shortLinkOf(config, link.domain, link.key)
  return {
    ...shownOf(link),
    ...instants(link),
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

const hidden = ['lookupKey', 'bannedAt', 'testDecidedAt', 'lastLeadAt', 'lastConversionAt'] as const
type Shown = Omit<Link, (typeof hidden)[number]>

const shownProperties = linkProperties.filter((property) => !(hidden as readonly string[]).includes(property))
export const answerProperties = [...shownProperties, 'tags', 'qrCode', 'tagId', 'projectId', 'webhookIds', 'identifier']
const blank = blankOf(answerProperties)

/** What an answer shows as it lies in the table. */
function shownOf(link: Link): Shown {
  const shown = { ...blank }
  for (const property of shownProperties) shown[property] = link[property as keyof Link]
  return shown as Shown
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
