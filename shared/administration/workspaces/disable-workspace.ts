/** Workspaces that the operator closes for a while. */
import { z } from 'zod'
import { lockMembers, membersToNotify, sendEmailJob } from '../../accounts/index.js'
import { resumeApprovals } from '../../applications/index.js'
import { contract } from '../../kernel/queue/contract.js'
import { type AdminScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { awaitEarlierRequests, invalidateLinks, runInBatches } from '../../links/index.js'
import { Program, syncLinksJob } from '../../partners/index.js'
import { workspaceDisabledAlready, workspaceNotDisabled, workspaceNotFound } from '../errors.js'
import type { Success } from '../success.schema.js'
import { disableLinks, enableLinks, lockDisabledAt, lowerRoles, restoreRoles, setDisabled } from './workspaces.queries.js'

export const workspaceSlugBodySchema = z.object({ slug: z.string().min(1).max(100) })

/** Disables or enables the links of a workspace. */
export const switchLinksJob = contract({
  name: 'administration.switch-links',
  queue: 'bulk',
  payload: z.object({ workspaceId: z.string(), disabledAt: z.iso.datetime(), isDisabled: z.boolean() }),
  attempts: 10,
})

const batchSize = 500

/** Disables all links, lowers the roles of owners and members, and emails the owners. */
export async function disableWorkspace(
  scope: AdminScope,
  { slug }: z.infer<typeof workspaceSlugBodySchema>,
): Promise<z.infer<typeof Success>> {
  const disabledAt = scope.now()
  const workspace = await setDisabled(scope, slug, disabledAt)
  if (!workspace) throw workspaceNotFound(slug)
  if (workspace.disabledAt) throw workspaceDisabledAlready()
  const { id, name } = workspace
  for (const to of await membersToNotify(scope, id, { roles: ['owner'] }))
    scope.enqueue(sendEmailJob, {
      to,
      subject: `Your workspace ${name} was disabled`,
      text:
        `The operator of ${scope.config.baseUrl} disabled the workspace ${name}: its links lead nowhere, and nothing in it can be changed. ` +
        'Write to the operator if you think that this is a mistake.',
    })
  await lockMembers(scope.em, id)
  await lowerRoles(scope, id)
  scope.enqueue(switchLinksJob, { workspaceId: id, disabledAt: disabledAt.toISOString(), isDisabled: true })
  return { success: true }
}

/**
 * Gives owners and members the roles that they had, enables the links that were disabled with the workspace, and resumes what waited:
 * approvals, and copies of default links.
 */
export async function restoreWorkspace(
  scope: AdminScope,
  { slug }: z.infer<typeof workspaceSlugBodySchema>,
): Promise<z.infer<typeof Success>> {
  const workspace = await setDisabled(scope, slug, null)
  if (!workspace) throw workspaceNotFound(slug)
  if (!workspace.disabledAt) throw workspaceNotDisabled()
  await restoreRoles(scope, workspace.id)
  await resumeApprovals(scope, workspace.id, workspace.disabledAt)
  const programs = await scope.em.find(Program, { workspaceId: workspace.id }, { fields: ['id'] })
  for (const { id: programId } of programs) scope.enqueue(syncLinksJob, { programId })
  scope.enqueue(switchLinksJob, { workspaceId: workspace.id, disabledAt: workspace.disabledAt.toISOString(), isDisabled: false })
  return { success: true }
}

/** Safe to repeat. Requests that were being answered when the workspace was disabled may still add links, which are disabled at the end. */
export async function switchLinks(scope: JobScope, payload: z.infer<typeof switchLinksJob.payload>): Promise<void> {
  await runInBatches(scope, switchLinksJob, payload, () => switchBatch(scope, payload))
  if (!payload.isDisabled) return
  await awaitEarlierRequests(scope)
  await inTransaction(scope, async () => {
    if (await switchBatch(scope, payload)) scope.enqueue(switchLinksJob, payload)
  })
}

/**
 * Returns whether there may be more links. Disabling ends when the operator decided otherwise meanwhile. If the workspace was disabled
 * again, enabling marks the links as disabled since then, so that the next restoration enables them.
 */
async function switchBatch(
  scope: JobScope,
  { workspaceId, disabledAt, isDisabled }: z.infer<typeof switchLinksJob.payload>,
): Promise<boolean> {
  const current = await lockDisabledAt(scope, workspaceId)
  const isCurrent = current?.getTime() === Date.parse(disabledAt)
  if (isCurrent !== isDisabled) return false
  const links = isDisabled
    ? await disableLinks(scope, workspaceId, disabledAt, batchSize)
    : await enableLinks(scope, workspaceId, { from: disabledAt, to: current }, batchSize)
  invalidateLinks(scope, ...links)
  return links.length === batchSize
}
