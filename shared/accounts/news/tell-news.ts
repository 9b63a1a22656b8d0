/**
 * News: what happened in a workspace, for the systems that its owners named. Told in the transaction in which it happens, so that there is
 * none of what was undone and none is missing of what was kept. Passing it on is the webhooks' matter, above all domains.
 */
import type { Scope } from '../../kernel/scope.js'
import type { Workspace } from '../workspace.entity.js'
import { insertNews } from './news.queries.js'
import type { Trigger } from './triggers.js'

/** Told to those who pass news on, so that they don't wait for their next look. */
export const newsChannel = 'news'

interface InWorkspace extends Scope {
  workspace: Workspace | null
}

/** Whether any webhook wants to hear of it. What a telling costs is spent only then. */
export const isAwaited = ({ workspace }: Pick<InWorkspace, 'workspace'>, trigger: Trigger) =>
  workspace?.webhookTriggers.includes(trigger) ?? false

/** Tells of several things of one kind; `told` is asked for only where somebody listens. Within a transaction. */
export async function tellNews(scope: InWorkspace, trigger: Trigger, told: () => Promise<readonly object[]>): Promise<void> {
  const { workspace } = scope
  if (!workspace || !isAwaited(scope, trigger)) return
  const news = await told()
  if (news.length === 0) return
  await insertNews(
    scope.em,
    news.map((data) => ({ workspaceId: workspace.id, trigger, data })),
    scope.now(),
  )
  scope.afterCommit(() => scope.store.publish(newsChannel, ''))
}
