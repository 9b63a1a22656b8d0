import { z } from 'zod'
import { pageFields } from '../../kernel/input-fields.js'
import { listActivities } from '../../partners/index.js'
import type { OwnProgramScope } from '../program-scope.js'

export const ownActivitiesQuerySchema = z.object(pageFields(100))

/** Users of the workspace and their notes stay hidden. */
export const OwnActivity = z.object({ id: z.string(), action: z.string(), createdAt: z.string() })

/** What was changed about the enrolment of the partner, newest first. */
export const listOwnActivities = async (
  scope: OwnProgramScope,
  query: z.infer<typeof ownActivitiesQuerySchema>,
): Promise<z.infer<typeof OwnActivity>[]> =>
  (await listActivities(scope, { ...query, resourceType: 'partner', resourceId: scope.partner.id })).map(({ id, action, createdAt }) => ({
    id,
    action,
    createdAt,
  }))
