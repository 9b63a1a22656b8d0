/** What a partner earned in one program. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { intervals } from '../../analytics/index.js'
import { analyseCommissions, commissionStatuses, countCommissions, countCommissionsBy, listCommissions } from '../../earnings/index.js'
import type { Enrolment } from '../../partners/index.js'

const maxPageSize = 100
const filterFields = {
  type: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Filter by type: one or several separated by commas; a leading - excludes them.' }),
  status: z.enum(commissionStatuses).optional(),
  customerId: z.string().max(100).optional(),
  payoutId: z.string().max(100).optional(),
  interval: z.enum(intervals).default('all'),
  start: z.string().max(100).optional(),
  end: z.string().max(100).optional(),
  timezone: z.string().max(100).default('UTC'),
}

export const ownEarningsFilterSchema = z.object(filterFields)
export const ownEarningsQuerySchema = z.object({
  ...filterFields,
  sortBy: z.enum(['createdAt', 'amount']).default('createdAt'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
  page: z.coerce.number().int().min(1).max(1000).default(1),
  pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(20),
})
export const countOwnEarningsQuerySchema = z.object({
  ...filterFields,
  groupBy: z.enum(['linkId', 'customerId', 'status', 'type']).optional().meta({ description: 'One row per value, at most 1,000.' }),
})
export const ownEarningsSeriesQuerySchema = z.object({ ...filterFields, interval: z.enum(intervals).default('30d') })

export const OwnEarning = z.object({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  amount: z.number().meta({ description: 'Amount of the sale in cents.' }),
  earnings: z.number().meta({ description: 'Cents.' }),
  currency: z.string(),
  createdAt: z.string(),
})
export const OwnEarningsCount = z.union([
  z.object({ count: z.number(), earnings: z.number() }),
  z.object({ key: z.string().nullable(), count: z.number(), earnings: z.number() }).array(),
])
export const OwnEarningsSeries = z.object({ start: z.string(), earnings: z.number(), count: z.number() }).array()

type Owner = Pick<Enrolment, 'programId' | 'partnerId'>

/** Commissions of the partner in the default program of the scope. */
export async function listOwnEarnings(
  scope: WorkspaceScope,
  { partnerId }: Owner,
  query: z.infer<typeof ownEarningsQuerySchema>,
): Promise<z.infer<typeof OwnEarning>[]> {
  return (await listCommissions(scope, { ...query, partnerId })).map(presentEarning)
}

const presentEarning = ({
  id,
  type,
  status,
  amount,
  earnings,
  currency,
  createdAt,
}: Awaited<ReturnType<typeof listCommissions>>[number]): z.infer<typeof OwnEarning> => ({
  id,
  type: type ?? '',
  status,
  amount,
  earnings,
  currency,
  createdAt,
})

/** A batch of an export: newest first, after a commission. */
export async function listOwnEarningsAfter(
  scope: WorkspaceScope,
  { partnerId }: Owner,
  filter: z.infer<typeof ownEarningsFilterSchema>,
  { after, size }: { after: string | null; size: number },
): Promise<z.infer<typeof OwnEarning>[]> {
  const order = { sortBy: 'createdAt', sortOrder: 'desc' } as const
  const cursor = after === null ? {} : { startingAfter: after }
  return (await listCommissions(scope, { ...filter, ...order, ...cursor, partnerId, pageSize: size })).map(presentEarning)
}

export async function countOwnEarnings(
  scope: WorkspaceScope,
  { partnerId }: Owner,
  filter: Omit<z.infer<typeof countOwnEarningsQuerySchema>, 'groupBy'>,
): Promise<{ count: number; earnings: number }> {
  const { all } = await countCommissions(scope, { ...filter, partnerId })
  return { count: all?.count ?? 0, earnings: all?.earnings ?? 0 }
}

/** Number and sum of the listed earnings, altogether or by a field. */
export const summariseOwnEarnings = (
  scope: WorkspaceScope,
  owner: Owner,
  { groupBy, ...filter }: z.infer<typeof countOwnEarningsQuerySchema>,
): Promise<z.infer<typeof OwnEarningsCount>> =>
  groupBy ? countCommissionsBy(scope, groupBy, { ...filter, partnerId: owner.partnerId }) : countOwnEarnings(scope, owner, filter)

/** What the partner earned over time. Without a status, only earnings that count as in the total of the program. */
export const ownEarningsSeries = async (
  scope: WorkspaceScope,
  { partnerId }: Owner,
  query: z.infer<typeof ownEarningsSeriesQuerySchema>,
): Promise<z.infer<typeof OwnEarningsSeries>> =>
  OwnEarningsSeries.parse(await analyseCommissions(scope, { ...query, partnerId, groupBy: 'timeseries', isEarned: true }))
