import { claimEmails, membersToNotify, sendEmailJob } from '../../accounts/index.js'
import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { days } from '../../kernel/time.js'
import { type EventStore, existingLinks, type Selection } from '../event-store.js'
import { openEventStore } from '../open-event-store.js'
import { dueLimitEmails, limitEmail, type Summary, summaryEmail } from './usage-email.js'
import { kinds, linksCreatedSince, shortLinksOf, usedWorkspaces, type WorkspaceUsage } from './usage-emails.queries.js'

const batchSize = 100
const summaryMs = days(30)
const topCount = 5

/**
 * Emails workspaces about their limits, once in a billing period, and a summary of their clicks every 30 days. A workspace is processed in
 * a transaction of its own, so that a repeated run sends no email twice.
 */
export async function sendUsageEmails(scope: JobScope, stop: AbortSignal): Promise<void> {
  const since = new Date(scope.now().getTime() - summaryMs)
  for (let after = ''; ;) {
    const found = await usedWorkspaces(scope, since, after, batchSize)
    for (const workspace of found) {
      if (stop.aborted) return
      const fork = forkScope(scope)
      await inTransaction(fork, async () => {
        if (workspace.usage + workspace.linksUsage > 0) await sendLimitEmails(fork, workspace)
        if (workspace.isOld) await sendSummary(fork, workspace, since)
      })
    }
    if (found.length < batchSize) return
    after = found.at(-1)?.id ?? ''
  }
}

async function sendLimitEmails(scope: JobScope, workspace: WorkspaceUsage): Promise<void> {
  for (const kind of dueLimitEmails(workspace, scope.now())) {
    const claimed = await claimEmails(scope, { kind: kinds[kind], subjects: [workspace.id], notSince: new Date(workspace.periodStart) })
    if (claimed.size === 0) continue
    for (const to of await membersToNotify(scope, workspace.id, { roles: ['owner'] }))
      scope.enqueue(sendEmailJob, { to, ...limitEmail(kind, workspace) })
  }
}

async function sendSummary(scope: JobScope, { id, name }: WorkspaceUsage, since: Date): Promise<void> {
  if ((await claimEmails(scope, { kind: kinds.summary, subjects: [id], notSince: since })).size === 0) return
  const summary = await summaryOf(scope, id, name, since)
  if (summary.clicks === 0) return
  for (const to of await membersToNotify(scope, id, { preference: 'linkUsageSummary' }))
    scope.enqueue(sendEmailJob, { to, ...summaryEmail(summary) })
}

async function summaryOf(scope: JobScope, workspaceId: string, name: string, since: Date): Promise<Summary> {
  const selection: Selection = { workspaceIds: [workspaceId], from: since.getTime(), to: scope.now().getTime(), attributes: [], links: [] }
  const store = await openEventStore(scope)
  const [total] = await store.count(['clicks'], selection, { by: 'nothing' }, 1)
  return {
    name,
    clicks: total?.counts.clicks ?? 0,
    linksCreated: await linksCreatedSince(scope, workspaceId, since),
    topLinks: await topLinks(scope, store, selection),
  }
}

async function topLinks(scope: JobScope, store: EventStore, selection: Selection): Promise<Summary['topLinks']> {
  const [workspaceId = ''] = selection.workspaceIds
  const top = await store.count(['clicks'], selection, { by: 'attributes', attributes: ['linkId'] }, topCount)
  const ids = top.flatMap(({ key }) => key)
  const shortLinks = new Map((await shortLinksOf(scope, workspaceId, ids)).map((link) => [link.id, link.shortLink]))
  // Deleted links are replaced by the next ones. Only then, because the filter reads all links.
  if (shortLinks.size < top.length && selection.links.length === 0) return topLinks(scope, store, { ...selection, links: [existingLinks] })
  return top.flatMap(({ key, counts }) => {
    const shortLink = shortLinks.get(key[0] ?? '')
    return shortLink ? [{ shortLink, clicks: counts.clicks ?? 0 }] : []
  })
}
