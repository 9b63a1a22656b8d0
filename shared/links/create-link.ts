import { countAnonymousLink, limitExceeded, planRow, type WorkspaceScope } from '../accounts/index.js'
import { newId } from '../kernel/ids.js'
import { followPublicStats } from './dashboards/follow-public-stats.js'
import { externalIdTaken, keyTaken, noFreeKey } from './errors.js'
import { randomKeyDraws, randomKeyLength } from './limits.js'
import type { CreateLink } from './link-input.schema.js'
import { blankLink, filled } from './link-row.js'
import type { LinkScope } from './link-scope.js'
import { addWebhooks } from './link-webhook.queries.js'
import type { Link } from './link.entity.js'
import { countNewLinks, insertLink, isExternalIdTaken, replaceTags } from './link.queries.js'
import type { LinkAnswer } from './link.schema.js'
import { presentLink } from './present-link.js'
import { type LinkColumns, type ProcessedLink, processLink } from './process-link.js'
import { tellChange } from './tell-change.js'
import { tellOfLinks } from './tell-of-links.js'

/** Creates a link. Refused when the workspace has used up its links, or when the key or the external id is taken. */
export async function createLink(scope: LinkScope, said: CreateLink): Promise<LinkAnswer> {
  if (scope.workspace) refuseBeyondQuota(scope)
  else await countAnonymousLink(scope)
  const made = await makeLink(scope, said)
  if (scope.workspace) countWithinQuota(scope, 1)
  return made
}

/** Everything of a creation but the counting. */
async function makeLink(scope: LinkScope, said: CreateLink): Promise<LinkAnswer> {
  const processed = await processLink(scope, said, null)
  const link = await store(scope, said, processed)
  const tags = processed.tags ?? []
  await replaceTags(
    scope,
    link.id,
    tags.map(({ id }) => id),
    true,
  )
  const { webhookIds = [] } = processed
  await addWebhooks(scope, [{ link, webhookIds }])
  await followPublicStats(scope, null, link)
  await tellOfLinks(scope, 'link.created', [link])
  tellChange(scope, link)
  return presentLink(scope.config, link, tags, webhookIds)
}

const isLimited = ({ workspace }: WorkspaceScope) => planRow(workspace.plan) !== 'enterprise'
const quotaReached = ({ workspace: { plan, linksLimit } }: WorkspaceScope) => limitExceeded({ plan, limit: linksLimit, resource: 'links' })

/** The early answer; the counting at the end decides, when several create at once. */
export function refuseBeyondQuota(scope: WorkspaceScope, links = 1): void {
  if (isLimited(scope) && scope.workspace.linksUsage + links > scope.workspace.linksLimit) throw quotaReached(scope)
}

/**
 * Counts new links at the end of the transaction, as that locks the workspace's row, which everybody wants who creates. Refuses where the
 * period's links do not suffice for all of them; the transaction then keeps none.
 */
export function countWithinQuota(scope: WorkspaceScope, links: number): void {
  scope.beforeCommit(async () => {
    if (!(await countNewLinks(scope, links, isLimited(scope)))) throw quotaReached(scope)
  })
}

/** Whether a key is free is found out by taking it, so that of two who take it at once one is told. */
async function store(scope: LinkScope, said: CreateLink, { columns, redraw }: ProcessedLink): Promise<Link> {
  let attempt = columns
  for (let draw = 1; draw <= randomKeyDraws; draw++) {
    const link = newLink(scope, attempt)
    if (await insertLink(scope, link)) return link
    const { externalId } = columns
    if (scope.workspace && externalId !== null && (await isExternalIdTaken(scope, scope.workspace.id, externalId)))
      throw externalIdTaken(externalId)
    if (!redraw) throw keyTaken(columns.domain, columns.key)
    attempt = redraw()
  }
  throw noFreeKey(said.keyLength ?? randomKeyLength)
}

/** The whole row of a link that is about to be. */
export function newLink(scope: LinkScope, columns: LinkColumns, id = newId('link_', scope.now().getTime())): Link {
  const now = scope.now()
  const decided: Omit<Link, keyof LinkColumns> = {
    id,
    workspaceId: scope.workspace?.id ?? null,
    userId: scope.actor?.user.id ?? null,
    disabledAt: null,
    bannedAt: null,
    testDecidedAt: null,
    clicks: 0,
    leads: 0,
    conversions: 0,
    sales: 0,
    saleAmount: 0,
    lastClicked: null,
    lastLeadAt: null,
    lastConversionAt: null,
    createdAt: now,
    updatedAt: now,
  }
  return filled(blankLink, columns, decided) as Link
}
