/** The figures of every page of the partner portal, by the path of the page below `/portal`. */
import { bars, compact, count, day, each, type FigureCase, type FigureCases, money, one, plural } from './figure-cases.js'

const total = { groupBy: 'count' }
/** Totals of a program with the chart of earnings. */
const ofProgram: FigureCases = {
  'Totals | Clicks | #': one('getOwnAnalytics', ({ clicks }) => count(clicks), total),
  'Totals | Leads | #': one('getOwnAnalytics', ({ leads }) => count(leads), total),
  'Totals | Sales | #': one('getOwnAnalytics', ({ saleAmount }) => money(saleAmount), total),
  'Totals | Sales | # sales': one('getOwnAnalytics', ({ sales }) => plural(sales, 'sale'), total),
  'Totals | Earnings | #': one('getOwnEarningsSeries', (points) =>
    money(points.reduce((sum: number, { earnings }: any) => sum + earnings, 0)),
  ),
}

/** An amount and how many it consists of, for each status. */
const byStatus =
  (operation: string, field: string, noun: string): FigureCase =>
  (answer) =>
    answer(operation).flatMap((row: any) => [money(row[field]), plural(row.count, noun)])

export const portalFigures: Record<string, FigureCases> = {
  '': {
    'Programs | Clicks': each('listOwnPrograms', ({ totalClicks }) => compact(totalClicks)),
    'Programs | Leads': each('listOwnPrograms', ({ totalLeads }) => compact(totalLeads)),
    'Programs | Sales': each('listOwnPrograms', ({ totalSaleAmount }) => money(totalSaleAmount)),
    'Programs | Earnings': each('listOwnPrograms', ({ totalCommissions }) => money(totalCommissions)),
  },
  payouts: {
    'Payouts | Amount': each('listOwnPayouts', ({ amount, currency }) => money(amount, currency)),
    'Payouts | Period': each('listOwnPayouts', ({ periodStart }) => periodStart && day(periodStart)),
    'By status | {status}': byStatus('countOwnPayouts', 'amount', 'payout'),
  },
  'programs/{program}': {
    ...ofProgram,
    'Clicks over time | Clicks': each('getOwnAnalytics', ({ clicks }) => count(clicks), { groupBy: 'timeseries' }),
    'Terms | # % of each sale, for as long as the customer pays': one(
      'getOwnProgram',
      ({ rewards: [reward] }) => `${reward.amountInPercentage} % of each sale, for as long as the customer pays`,
    ),
    'Links | bars': each('getOwnAnalytics', ({ clicks }) => count(clicks), { groupBy: 'top_links' }),
  },
  'programs/{program}/links': {
    // The program was read with an earlier page.
    ' | Share them: clicks, leads and sales that they bring are yours. You may have #.': () => [
      'Share them: clicks, leads and sales that they bring are yours. You may have 10.',
    ],
    'Links | Clicks': each('listOwnLinks', ({ clicks }) => compact(clicks)),
    'Links | Leads': each('listOwnLinks', ({ leads }) => compact(leads)),
    'Links | Sales': each('listOwnLinks', ({ saleAmount }) => money(saleAmount)),
  },
  'programs/{program}/bounties': { ' | #': each('listOwnBounties', ({ rewardAmount }) => money(rewardAmount)) },
  'programs/{program}/earnings': {
    'By status | {status}': byStatus('countOwnEarnings', 'earnings', 'commission'),
    'Earnings | Sale': each('listOwnEarnings', ({ amount, currency }) => (amount > 0 ? money(amount, currency) : null)),
    'Earnings | Earnings': each('listOwnEarnings', ({ earnings, currency }) => money(earnings, currency)),
  },
  'programs/{program}/customers': {
    'Customers | Purchases': each('listOwnCustomers', ({ sales }) => count(sales)),
    'Customers | Sales': each('listOwnCustomers', ({ saleAmount }) => money(saleAmount)),
  },
  profile: {
    'Your year | Earnings': one('getYearInReview', ({ totals }) => money(totals.earnings)),
    'Your year | Sales': one('getYearInReview', ({ totals }) => money(totals.saleAmount)),
    'Your year | Leads': one('getYearInReview', ({ totals }) => count(totals.leads)),
    'Your year | You earned more than # % of the partners who earned.': one(
      'getYearInReview',
      ({ percentiles }) => `You earned more than ${percentiles.earnings} % of the partners who earned.`,
    ),
  },
}

/** Figures that are zero in the account of the tests. */
export const zeroFigures = ['Your year | Leads']

/** A dashboard with conversions does not compare with the span before. */
export const dashboardFigures: FigureCases = {
  'Totals | Clicks | #': one('retrievePublicAnalytics', ({ clicks }) => count(clicks), total),
  'Totals | Leads | #': one('retrievePublicAnalytics', ({ leads }) => count(leads), total),
  'Totals | Sales | #': one('retrievePublicAnalytics', ({ saleAmount }) => money(saleAmount), total),
  'Totals | Sales | # sales': one('retrievePublicAnalytics', ({ sales }) => plural(sales, 'sale'), total),
  'Clicks over time | Clicks': each('retrievePublicAnalytics', ({ clicks }) => count(clicks), { groupBy: 'timeseries' }),
  ...bars({ Referers: 'referers', Countries: 'countries', Devices: 'devices', Source: 'utm_sources' }, 'retrievePublicAnalytics'),
}
