import type { Actor } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { activityResourceTypes } from './activity.schema.js'

export interface Activity {
  resourceType: (typeof activityResourceTypes)[number]
  resourceId: string
  parentResourceType?: string
  parentResourceId?: string
  /** Resource and change, such as `partner.groupChanged`. */
  action: string
  description?: string | null
  changes?: Record<string, { old: unknown; new: unknown }>
}

/** Adds entries to the activity log of the program, in the transaction of the change. `actor` is absent in jobs. */
export async function recordActivities(
  { em, now, actor }: Scope & { actor?: Actor | null },
  programId: string,
  activities: readonly Activity[],
): Promise<void> {
  if (activities.length === 0) return
  const at = now()
  const rows = activities.map((activity) => ({
    id: newId('act_', at.getTime()),
    program_id: programId,
    resource_type: activity.resourceType,
    resource_id: activity.resourceId,
    parent_resource_type: activity.parentResourceType ?? null,
    parent_resource_id: activity.parentResourceId ?? null,
    action: activity.action,
    user_id: actor?.user.id ?? null,
    description: activity.description ?? null,
    changes: activity.changes ?? null,
    created_at: at,
  }))
  await em.execute('insert into activity_log select new.* from jsonb_populate_recordset(null::activity_log, ?::jsonb) as new', [
    JSON.stringify(rows),
  ])
}
