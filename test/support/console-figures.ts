/** The figures of every page of the console, by the path of the page below the workspace. Ids are replaced by `{id}`. */
import { bars, compact, count, day, each, exact, type FigureCases, money, one, plural, reward, totals } from './figure-cases.js'

const sale = (row: any) => `${reward(row)} of each sale, as long as the customer pays`
const commissions: FigureCases = {
  'Commissions | Sale': each('listCommissions', ({ amount, currency }) => (amount > 0 ? money(amount, currency) : null)),
  'Commissions | Earnings': each('listCommissions', ({ earnings, currency }) => money(earnings, currency)),
}
const payouts: FigureCases = {
  'Payouts | Period': each('listPayouts', ({ periodStart, periodEnd }) => periodStart && `${day(periodStart)} – ${day(periodEnd)}`),
  'Payouts | Amount': each('listPayouts', ({ amount, currency }) => money(amount, currency)),
}
const customers: FigureCases = {
  'Customers | Sales': each('getCustomers', ({ sales }) => count(sales)),
  'Customers | Revenue': each('getCustomers', ({ saleAmount }) => money(saleAmount)),
}
const partner: FigureCases = {
  'Totals | Clicks': one('getPartner', ({ totalClicks }) => count(totalClicks)),
  'Totals | Leads': one('getPartner', ({ totalLeads }) => count(totalLeads)),
  'Totals | Conversions': one('getPartner', ({ totalConversions }) => count(totalConversions)),
  'Totals | Revenue': one('getPartner', ({ totalSaleAmount }) => money(totalSaleAmount)),
  'Totals | Commissions': one('getPartner', ({ totalCommissions }) => money(totalCommissions)),
  'Totals | Net revenue': one('getPartner', ({ netRevenue }) => money(netRevenue)),
}
const job = (operation: string, rows: (body: any) => any[], place: string): FigureCases =>
  Object.fromEntries(
    [
      ['Done', 'done'],
      ['Refused', 'failed'],
    ].map(([label, field]) => [`${place} | ${label}`, (answer) => rows(answer(operation)).map((row) => count(row[field as string]))]),
  )
const ofUser: FigureCases = {
  'Workspaces | Links': one('getUserForOperator', ({ workspaces: [{ totalLinks }] }) => count(totalLinks)),
  'Workspaces | Clicks': one('getUserForOperator', ({ workspaces: [{ totalClicks }] }) => count(totalClicks)),
}
const pending = ({ status }: { status: string }) => status === 'pending'
const limited = (limit: number) => limit < 1_000_000_000

/** A total and what it consists of: "2 payouts". */
const stat = (
  place: string,
  operation: string,
  amount: (body: any) => string,
  noun: string,
  number: (body: any) => number,
): FigureCases => ({
  [place]: one(operation, amount),
  [`${place} | # ${noun}`]: one(operation, (body) => plural(number(body), noun.replace(/s$/, ''))),
})
const usage = (label: string, used: string | null, limit: string): FigureCases => ({
  ...(used ? { [`${label} | #`]: one('getWorkspace', (workspace) => count(workspace[used])) } : {}),
  [`${label} | ${used ? 'of' : 'At most'} #`]: one('getWorkspace', (workspace) =>
    limited(workspace[limit]) ? `${used ? 'of' : 'At most'} ${count(workspace[limit])}` : null,
  ),
})

export const consoleFigures: Record<string, FigureCases> = {
  '': { ...totals('retrieveAnalytics'), ...bars({ 'Short links': 'top_links', Referers: 'referers' }) },
  links: {
    'Links | Clicks': each('getLinks', ({ clicks }) => compact(clicks)),
    'Links | Leads': each('getLinks', ({ leads }) => compact(leads)),
    'Links | Revenue': each('getLinks', ({ saleAmount }) => money(saleAmount)),
  },
  analytics: {
    ...totals('retrieveAnalytics'),
    ...bars({
      'Short links': 'top_links',
      Referers: 'referers',
      Countries: 'countries',
      Devices: 'devices',
      Source: 'utm_sources',
      Partners: 'top_partners',
    }),
    'Excluded requests | bars': each('countExcludedRequests', ({ count: requests }) => count(requests)),
  },
  events: { ' | # shown, nothing more': one('listEvents', ({ length }) => `${length} shown, nothing more`) },
  customers,
  'customers/{id}': {
    'Facts | Revenue': one('getCustomer', ({ saleAmount }) => money(saleAmount)),
    'Facts | Sales': one('getCustomer', ({ sales }) => count(sales)),
    'Journey | #, Purchase': (answer) =>
      answer('listCustomerActivity')
        .events.filter(({ event }: { event: string }) => event === 'sale')
        .map((event: any) => `${money(event.sale.amount)}, Purchase`),
  },
  memories: { 'Memories | Memories': each('getMemoryEntities', ({ total_memories }) => count(total_memories)) },
  program: {
    'Waiting for a decision | Applications': one('countApplications', ({ count: applications }) => count(applications)),
    'Waiting for a decision | Suspicions of fraud': one('countFraudGroups', count),
    'Waiting for a decision | Bounty submissions': (answer) => [
      count(
        answer('countBountySubmissions')
          .filter(({ status }: { status: string }) => status === 'submitted')
          .reduce((sum: number, row: { count: number }) => sum + row.count, 0),
      ),
    ],
    'Waiting for a decision | Unread messages': one('countMessages', count),
    ...stat(
      'Waiting for a decision | Pending payouts',
      'countPayouts',
      (rows) => money(rows.find(pending).amount),
      'payouts',
      (rows) => rows.find(pending).count,
    ),
    ...stat(
      'Waiting for a decision | Due now',
      'countEligiblePayouts',
      ({ amount }) => money(amount),
      'payouts',
      ({ count: due }) => due,
    ),
    ...totals('retrieveAnalytics'),
    'Earnings of partners | #': (answer) => [
      money(
        answer('analyseCommissions', { groupBy: 'timeseries' }).reduce((sum: number, row: { earnings: number }) => sum + row.earnings, 0),
      ),
    ],
    'Earnings over time | Earnings': each('analyseCommissions', ({ earnings }) => money(earnings), { groupBy: 'timeseries' }),
    'Top partners | bars': each('analyseCommissions', ({ earnings }) => money(earnings), { groupBy: 'partnerId' }),
    'Partners by state | bars': (answer) =>
      answer('countPartners')
        .map(({ _count }: { _count: number }) => _count)
        .filter((partners: number) => partners > 0)
        .toSorted((a: number, b: number) => b - a)
        .map(count),
  },
  partners: {
    'Partners | Clicks': each('listPartners', ({ totalClicks }) => compact(totalClicks)),
    'Partners | Leads': each('listPartners', ({ totalLeads }) => compact(totalLeads)),
    'Partners | Revenue': each('listPartners', ({ totalSaleAmount }) => money(totalSaleAmount)),
    'Partners | Commissions': each('listPartners', ({ totalCommissions }) => money(totalCommissions)),
  },
  'partners/{id}': partner,
  'partners/{id}?tab=performance': { ...partner, ...totals('retrieveAnalytics') },
  'partners/{id}?tab=links': {
    ...partner,
    'Links | Clicks': each('retrievePartnerLinks', ({ clicks }) => compact(clicks)),
    'Links | Leads': each('retrievePartnerLinks', ({ leads }) => compact(leads)),
    'Links | Sales': each('retrievePartnerLinks', ({ sales }) => compact(sales)),
    'Links | Revenue': each('retrievePartnerLinks', ({ saleAmount }) => money(saleAmount)),
  },
  'partners/{id}?tab=commissions': { ...partner, ...commissions },
  'partners/{id}?tab=payouts': { ...partner, ...payouts },
  'partners/{id}?tab=customers': { ...partner, ...customers },
  applications: Object.fromEntries(
    [
      ['Visits of the form', 'visits'],
      ['Started', 'starts'],
      ['Submitted', 'submissions'],
      ['Approved', 'approvals'],
      ['Rejected', 'rejections'],
    ].map(([label, field]) => [`Last 30 days | ${label}`, one('getApplicationAnalytics', (body) => count(body[field as string]))]),
  ),
  groups: {
    'Groups | Rewards': each('listGroups', ({ saleReward }) => saleReward && sale(saleReward)),
    'Groups | Partners': each('listGroups', ({ totalPartners }) => compact(totalPartners)),
    'Groups | Clicks': each('listGroups', ({ totalClicks }) => compact(totalClicks)),
    'Groups | Revenue': each('listGroups', ({ totalSaleAmount }) => money(totalSaleAmount)),
    'Groups | Commissions': each('listGroups', ({ totalCommissions }) => money(totalCommissions)),
  },
  'groups/{id}?tab=terms': {
    'Rewards and discount | Sale': one('getGroup', ({ saleReward }) => sale(saleReward)),
    'Rewards and discount | Discount': one('getGroup', ({ discount }) => reward(discount)),
  },
  rewards: { 'Rewards | Reward': each('listRewards', sale) },
  'rewards/{id}': { 'In words | # % of each sale, as long as the customer pays': one('getReward', sale) },
  'rewards/new': { 'In words | # % of each sale, as long as the customer pays': () => ['20 % of each sale, as long as the customer pays'] },
  discounts: {
    'Discounts | Discount': each('listDiscounts', reward),
    'Discounts | Partners': each('listDiscounts', ({ partnersCount }) => count(partnersCount)),
  },
  commissions: {
    ...commissions,
    ...Object.assign(
      {},
      ...[
        ['All', 'all'],
        ['Pending', 'pending'],
        ['In payouts', 'processed'],
        ['Paid', 'paid'],
        ['On hold', 'hold'],
      ].map(([label, state]) =>
        stat(
          `Totals | ${label}`,
          'countCommissions',
          (body) => money(body[state as string].earnings),
          'commissions',
          (body) => body[state as string].count,
        ),
      ),
    ),
  },
  payouts: {
    ...payouts,
    'Due payouts | #': one('countEligiblePayouts', ({ amount }) => money(amount)),
    'Due payouts | in # payouts': one('countEligiblePayouts', ({ count: due }) => `in ${plural(due, 'payout')}`),
  },
  bounties: {
    'Bounties | Reward': each('listBounties', ({ rewardAmount }) => money(rewardAmount)),
    'Bounties | To review': each('listBounties', ({ submissionsCountData }) => count(submissionsCountData.submitted)),
    'Bounties | Approved': each('listBounties', ({ submissionsCountData }) => count(submissionsCountData.approved)),
  },
  'bounties/{id}': {
    'Terms | Reward': one('getBounty', ({ rewardAmount }) => money(rewardAmount)),
    'Terms | Start': one('getBounty', ({ startsAt }) => exact(startsAt)),
    'Terms | Submissions': one('getBounty', ({ maxSubmissions }) => count(maxSubmissions)),
    'Terms | Addresses': one('getBounty', ({ submissionRequirements }) => `At most ${count(submissionRequirements.url.max)}`),
  },
  fraud: { 'Fraud | Events': each('listFraudGroups', ({ eventCount }) => count(eventCount)) },
  discover: {
    ' | # of # invites of seven days used': one(
      'getNetworkInvitesUsage',
      ({ usage: used, limit }) => `${used} of ${limit} invites of seven days used`,
    ),
  },
  'campaigns/{id}?tab=results': Object.fromEntries(
    ['Sent', 'Delivered', 'Opened', 'Bounced'].map((label) => [
      `Results | ${label}`,
      one('summariseCampaign', (body) => count(body[label.toLowerCase()])),
    ]),
  ),
  tags: { 'Tags | Links': each('getTags', ({ _count }) => count(_count.links)) },
  jobs: job('listJobs', (rows) => rows, 'Jobs'),
  'jobs/{id}': {
    ...job('getJob', (body) => [body], 'Progress'),
    'Progress | Total': one('getJob', ({ total }) => count(total)),
  },
  logs: {
    'Request logs | Answer': each('listLogs', ({ status_code }) => String(status_code)),
    'Request logs | Duration': each('listLogs', ({ duration }) => `${count(duration)} ms`),
    ' | # shown, nothing more': one('listLogs', ({ length }) => `${length} shown, nothing more`),
  },
  usage: {
    ...usage('Events', 'usage', 'usageLimit'),
    ...usage('Links', 'linksUsage', 'linksLimit'),
    ...usage('Folders', 'foldersUsage', 'foldersLimit'),
    ...usage('Partners', 'partnersUsage', 'partnersLimit'),
    ...usage('Tags', null, 'tagsLimit'),
    ...usage('Members', null, 'usersLimit'),
    ...usage('Groups', null, 'groupsLimit'),
    'Domains | #': one('getWorkspace', ({ domains }) => count(domains.length)),
    'Domains | of #': one('getWorkspace', ({ domainsLimit }) => `of ${count(domainsLimit)}`),
    'All time | #': one('getWorkspace', ({ totalClicks }) => count(totalClicks)),
    'All time | clicks of # links': one('getWorkspace', ({ totalLinks }) => `clicks of ${plural(totalLinks, 'link')}`),
    ' | Plan Enterprise. Events and links are counted since {day}': one(
      'getWorkspace',
      ({ billingPeriodStart }) => `Plan Enterprise. Events and links are counted since ${day(billingPeriodStart)}.`,
    ),
  },
  admin: {
    ...totals('retrieveAnalyticsForOperator'),
    'Sales by program | bars': one('getTopPrograms', ({ programs: [{ saleAmount }] }) => money(saleAmount)),
    'Commissions by program | bars': one('getCommissionsForOperator', ({ programs: [program] }) => money(program.commissions)),
  },
  'admin/users?email={email}': ofUser,
  'admin/workspaces?slug={slug}': ofUser,
  'admin/partners': { 'Network partners | Programs': each('listNetworkPartnersForOperator', ({ programs }) => count(programs.length)) },
  'admin/verification': {
    'Report | # difference': one('getVerification', ({ latest }) => plural(latest.differences, 'difference')),
    'Report | Duration': one(
      'getVerification',
      ({ latest }) => `${count(Math.round((Date.parse(latest.finishedAt) - Date.parse(latest.startedAt)) / 1000))} s`,
    ),
    'Report | {table}': (answer) => Object.values<number>(answer('getVerification').latest.rows).map((rows) => plural(rows, 'row')),
    'Differences | Expected': (answer) => answer('getVerification').latest.found.map(({ expected }: any) => `amount ${expected.amount}`),
    'Differences | Found': (answer) => answer('getVerification').latest.found.map(({ found }: any) => `amount ${found.amount}`),
  },
}

/** Figures that are zero, or not shown, in the workspace of the tests: their values are compared, but prove little. */
export const zeroFigures = [
  ...['Leads', 'Sales'].flatMap((label) => [`Totals | ${label} | # %`, `Totals | ${label} | from #`]),
  ...['Visits of the form', 'Started', 'Submitted', 'Approved', 'Rejected'].map((label) => `Last 30 days | ${label}`),
  ...['Sent', 'Delivered', 'Opened', 'Bounced'].map((label) => `Results | ${label}`),
  ...['Folders | of #', 'Partners | of #', 'Tags | At most #', 'Groups | At most #'],
  ...['Waiting for a decision | Unread messages', 'Bounties | Approved', 'Fraud | Events', 'Differences | Expected'],
]
