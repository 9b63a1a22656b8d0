import type { Scope } from '../../kernel/scope.js'

export interface WorkspaceOwner {
  workspaceId: string
  /** An owner. */
  userId: string
  /** When the first of all workspaces was created, so that time series begin on the same day. */
  oldest: string
}

/** The workspaces with events, or those of the filters; any workspace if none of them has events. */
export const workspacesWithEvents = (
  { em }: Pick<Scope, 'em'>,
  { workspaceId, programId }: { workspaceId?: string | undefined; programId?: string | undefined },
): Promise<WorkspaceOwner[]> =>
  em.execute(
    `with found as (
       select w.id, exists (select from workspace_numbers n where n.workspace_id = w.id) as has_events from workspaces w
       where (?::text is null or w.id = ?) and (?::text is null or exists (select from programs p where p.id = ? and p.workspace_id = w.id))
       order by 2 desc, 1
     )
     select found.id as "workspaceId", owner.user_id as "userId", (select min(created_at) from workspaces) as oldest
     from found cross join lateral (
       select user_id from members where workspace_id = found.id and role = 'owner' order by id limit 1) owner
     where has_events or found.id = (select id from found limit 1)`,
    [workspaceId ?? null, workspaceId ?? null, programId ?? null, programId ?? null],
  )
