import type { WorkspaceScope } from '../../accounts/index.js'
import { instantOf } from '../enrolments/present-partner.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import type { ActivityResponse, ListActivities } from './activity.schema.js'
import { activitiesMatching } from './list-activities.queries.js'

/** What changed in the program and which user changed it, newest first. Without a user, the service or the partner did. */
export async function listActivities(scope: WorkspaceScope, query: ListActivities): Promise<ActivityResponse[]> {
  const program = await requireDefaultProgram(scope)
  const rows = await activitiesMatching(scope, program.id, query)
  return rows.map(({ userName: name, userImage: image, createdAt, ...row }) => ({
    ...row,
    user: row.userId === null ? null : { id: row.userId, name, image },
    createdAt: instantOf(createdAt) as string,
  }))
}
