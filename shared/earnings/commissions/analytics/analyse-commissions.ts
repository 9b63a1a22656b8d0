import type { WorkspaceScope } from '../../../accounts/index.js'
import { resolveRange, zoneOf } from '../../../analytics/index.js'
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
      const { from, to, unit } = resolveRange({ interval, start, end }, zoneOf(timezone), scope.now().getTime())
      return commissionsByTime(scope, filter, { from: new Date(from), to: new Date(to), unit, timezone })
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
