import type { Scope } from '../../kernel/scope.js'
import type { ActivityResponse, ListActivities } from './activity.schema.js'

type ActivityRow = Omit<ActivityResponse, 'user' | 'createdAt'> & { userName: string | null; userImage: string | null; createdAt: string }

/** Entries of the activity log of the program, newest first. */
export async function activitiesMatching(
  { em }: Pick<Scope, 'em'>,
  programId: string,
  { page = 1, pageSize, resourceType, resourceId, parentResourceType, parentResourceId, action }: ListActivities,
): Promise<ActivityRow[]> {
  const filters: [column: string, value: string | undefined][] = [
    ['resource_type', resourceType],
    ['resource_id', resourceId],
    ['parent_resource_type', parentResourceType],
    ['parent_resource_id', parentResourceId],
    ['action', action],
  ]
  const used = filters.filter(([, value]) => value !== undefined)
  return em.execute(
    `select a.id, resource_type as "resourceType", resource_id as "resourceId", parent_resource_type as "parentResourceType",
       parent_resource_id as "parentResourceId", action, description, changes, user_id as "userId", u.name as "userName",
       u.image as "userImage", a.created_at as "createdAt"
     from activity_log a left join users u on u.id = a.user_id
     where ${['program_id = ?', ...used.map(([column]) => `${column} = ?`)].join(' and ')}
     order by a.id desc limit ? offset ?`,
    [programId, ...used.map(([, value]) => value), pageSize, (page - 1) * pageSize],
  )
}
