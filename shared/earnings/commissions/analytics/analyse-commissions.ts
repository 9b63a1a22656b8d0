import type { WorkspaceScope } from '../../../accounts/index.js'
import { resolveRange } from '../../../analytics/index.js'
import { bucketStarts } from '../../../kernel/time-zones/buckets.js'
import { zoneOf } from '../../../kernel/time-zones/zone.js'
import type { ResolvedFilter } from '../commission-list.queries.js'
import { resolveFilter } from '../list-commissions.js'
import {
  commissionsByGroup,
  commissionsByPartner,
  commissionsByTag,
  commissionsByTime,
  commissionsByType,
} from './commission-analytics.queries.js'
import type { CommissionAnalytics, CommissionAnalyticsQuery } from './commission-analytics.schema.js'

const typeLabels = { click: 'Clicks', lead: 'Leads', sale: 'Sales', referral: 'Referrals', custom: 'Custom' } as const

/** Earnings and number of commissions over time, or by partner, group, tag or type. */
export async function analyseCommissions(
  scope: WorkspaceScope,
  { groupBy, ...query }: CommissionAnalyticsQuery & Pick<ResolvedFilter, 'isEarned'>,
): Promise<CommissionAnalytics> {
  const filter = await resolveFilter(scope, query)
  switch (groupBy) {
    case 'timeseries': {
      const { interval, start, end, timezone = 'UTC' } = query
      const zone = zoneOf(timezone)
      const range = resolveRange({ interval, start, end }, zone, scope.now().getTime())
      return commissionsByTime(scope, filter, range, bucketStarts(range, zone))
    }
    case 'partnerId':
      return commissionsByPartner(scope, filter)
    case 'groupId':
      return commissionsByGroup(scope, filter)
    case 'partnerTagId':
      return commissionsByTag(scope, filter)
    case 'type':
      return (await commissionsByType(scope, filter)).map((row) => ({ ...row, label: typeLabels[row.key] }))
  }
}
