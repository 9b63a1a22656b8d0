/** Texts of the emails about new commissions. Pure. */
import { formatDollars } from '../../kernel/format-dollars.js'
import type { NewEarnings, NewPartnerSales } from './new-commissions.queries.js'

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

export const newCommissionsEmail = ({ program, commissions, earnings }: NewEarnings) => ({
  subject: `You earned ${formatDollars(earnings)} at ${program}`,
  text: [
    `The partner program of ${program} has ${counted(commissions, 'new commission')} for you, ${formatDollars(earnings)} in total.`,
    'You can switch this email off in your profile.',
  ].join('\n\n'),
})

/** About the sales of one program. */
export function newPartnerSalesEmail({ program, partners, top, ...total }: NewPartnerSales) {
  const lines = top.map(
    ({ partner, sales, amount, earnings }) =>
      `- ${partner}: ${counted(sales, 'sale')} of ${formatDollars(amount)}, earns ${formatDollars(earnings)}`,
  )
  const more = partners > top.length ? [`- and ${counted(partners - top.length, 'more partner')}`] : []
  return {
    subject: `${counted(total.sales, 'new sale')} by partners of ${program}`,
    text: [
      `Partners of the program ${program} brought ${counted(total.sales, 'sale')} of ${formatDollars(total.amount)}:`,
      [...lines, ...more].join('\n'),
      `They earn ${formatDollars(total.earnings)}. You can switch this email off in your notification settings.`,
    ].join('\n\n'),
  }
}
