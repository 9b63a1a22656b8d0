/** The figures of every page of the partner portal, by the path of the page below `/portal`. */
import { compact, count, each, type FigureCases, money, one, plural } from './figure-cases.js'

const total = { groupBy: 'count' }
/** Totals of a program with the chart of earnings. */
const ofProgram: FigureCases = {
  'Totals | Clicks | #': one('getOwnAnalytics', ({ clicks }) => count(clicks), total),
  'Totals | Leads | #': one('getOwnAnalytics', ({ leads }) => count(leads), total),
  'Totals | Sales | #': one('getOwnAnalytics', ({ saleAmount }) => money(saleAmount), total),
  'Totals | Sales | # sales': one('getOwnAnalytics', ({ sales }) => plural(sales, 'sale'), total),
  'Totals | Earnings | #': one('countOwnEarnings', ({ earnings }) => money(earnings)),
}

export const portalFigures: Record<string, FigureCases> = {
  '': {
    'Programs | Clicks': each('listOwnPrograms', ({ totalClicks }) => compact(totalClicks)),
    'Programs | Leads': each('listOwnPrograms', ({ totalLeads }) => compact(totalLeads)),
    'Programs | Sales': each('listOwnPrograms', ({ totalSaleAmount }) => money(totalSaleAmount)),
    'Programs | Earnings': each('listOwnPrograms', ({ totalCommissions }) => money(totalCommissions)),
  },
  payouts: { 'Payouts | Amount': each('listOwnPayouts', ({ amount, currency }) => money(amount, currency)) },
  'programs/{program}': ofProgram,
  'programs/{program}/links': {
    'Links | Clicks': each('listOwnLinks', ({ clicks }) => compact(clicks)),
    'Links | Leads': each('listOwnLinks', ({ leads }) => compact(leads)),
    'Links | Sales': each('listOwnLinks', ({ saleAmount }) => money(saleAmount)),
  },
  'programs/{program}/earnings': {
    'Earnings | Sale': each('listOwnEarnings', ({ amount, currency }) => (amount > 0 ? money(amount, currency) : null)),
    'Earnings | Earnings': each('listOwnEarnings', ({ earnings, currency }) => money(earnings, currency)),
  },
  'programs/{program}/customers': {
    'Customers | Purchases': each('listOwnCustomers', ({ sales }) => count(sales)),
    'Customers | Sales': each('listOwnCustomers', ({ saleAmount }) => money(saleAmount)),
  },
}
