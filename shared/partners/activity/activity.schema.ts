import { z } from 'zod'
import { idText, pageFields } from '../../kernel/input-fields.js'
import { maxActivitiesPage } from '../limits.js'

export const activityResourceTypes = ['partner', 'program', 'group', 'reward', 'discount', 'commission'] as const

export const listActivitiesQuerySchema = z.object({
  resourceType: z.enum(activityResourceTypes).optional().meta({ description: 'Kind of the changed resource.' }),
  resourceId: idText().optional().meta({ description: 'Id of the changed resource.' }),
  parentResourceType: z.enum(activityResourceTypes).optional(),
  parentResourceId: idText().optional().meta({ description: 'Id of the resource that contains the changed one.' }),
  action: z.string().max(100).optional().meta({ description: 'Resource and change, such as `partner.banned`.' }),
  ...pageFields(maxActivitiesPage),
})
export type ListActivities = z.infer<typeof listActivitiesQuerySchema>

export const ActivitySchema = z.object({
  id: z.string(),
  resourceType: z.enum(activityResourceTypes),
  resourceId: z.string(),
  parentResourceType: z.string().nullable(),
  parentResourceId: z.string().nullable(),
  action: z.string(),
  description: z.string().nullable(),
  changes: z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() })).nullable(),
  userId: z.string().nullable(),
  user: z.object({ id: z.string(), name: z.string().nullable(), image: z.string().nullable() }).nullable(),
  createdAt: z.string(),
})
export type ActivityResponse = z.infer<typeof ActivitySchema>
