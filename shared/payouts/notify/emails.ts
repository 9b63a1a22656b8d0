/** Emails about payouts. */
import { formatDollars } from '../../kernel/format-dollars.js'

interface AboutPayout {
  program: string
  workspace: string
  partner: string
  amount: number
  failureReason: string | null
}

export const paidEmail = ({ program, workspace, amount }: AboutPayout) => ({
  subject: `${workspace} paid you ${formatDollars(amount)}`,
  text: `${workspace} sent you ${formatDollars(amount)} for your commissions in the program ${program}. It may take a few days to arrive.`,
})

export const failedEmail = ({ program, workspace, partner, amount, failureReason }: AboutPayout) => ({
  subject: `A payout of ${workspace} failed`,
  text:
    `The payout of ${formatDollars(amount)} to ${partner} in the program ${program} failed: ${failureReason ?? 'no reason is known'} ` +
    'Correct the payout method if necessary, and pay it again with POST /payouts/{id}/retry, ' +
    'or take it back with POST /payouts/{id}/cancel.',
})

interface UnpaidPartner {
  name: string
  amount: number
  programs: readonly string[]
}

export const partnerReminderEmail = ({ name, amount, programs }: UnpaidPartner) => ({
  subject: `Choose how to receive your ${formatDollars(amount)}`,
  text:
    `Hello ${name},\n\n${formatDollars(amount)} of commissions wait for you at ${programs.join(', ')}, but you have not chosen a payout method. ` +
    'Choose one in your payout settings, or send your payment details to the program.',
})

export const workspaceReminderEmail = ({ program, partners, amount }: { program: string; partners: number; amount: number }) => ({
  subject: `${partners} ${partners === 1 ? 'partner awaits' : 'partners await'} your payout`,
  text:
    `${formatDollars(amount)} of pending payouts in the program ${program} can be confirmed. ` +
    'Confirm them in your workspace, or with POST /payouts/confirm.',
})
