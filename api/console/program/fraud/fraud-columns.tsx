/** Suspicions as they are listed, and what the types of fraud mean. */
import type { Output } from '../../api-client.js'
import { formatName, formatNumber } from '../../kit/format.js'
import type { Column } from '../../kit/table.js'
import { Badge, Time, type Tone } from '../../kit/texts.js'
import { PartnerLink } from '../partner-link.js'

export type FraudGroup = Output<'listFraudGroups'>[number]
export type FraudType = FraudGroup['type']

export const fraudTypes: Record<FraudType, { label: string; text: string }> = {
  customerEmailMatch: {
    label: "Purchase through the partner's own link",
    text: 'Email addresses of customers match the partner or its other customers.',
  },
  customerEmailSuspiciousDomain: { label: 'Disposable address', text: 'A customer uses an address of a provider of disposable mail.' },
  referralSourceBanned: { label: 'Forbidden source', text: 'Clicks come from a website that you have forbidden.' },
  paidTrafficDetected: { label: 'Paid traffic', text: 'Clicks come from advertisements of platforms that you have forbidden.' },
  partnerCrossProgramBan: { label: 'Banned elsewhere', text: 'Another program has banned the partner for fraud.' },
  partnerDuplicateAccount: { label: 'Second account', text: 'The partner seems to have more than one account.' },
}

export const fraudStates = ['pending', 'resolved', 'expired'] as const
const tones: Record<FraudGroup['status'], Tone> = { pending: 'waiting', resolved: 'good', expired: 'neutral' }

export const fraudColumns: Column<FraudGroup>[] = [
  { label: 'Partner', cell: ({ partner }) => <PartnerLink id={partner.id} name={partner.name} detail={partner.email} /> },
  {
    label: 'Suspicion',
    cell: ({ type }) => (
      <div class="two-lines">
        <strong>{fraudTypes[type].label}</strong>
        <span class="muted">{fraudTypes[type].text}</span>
      </div>
    ),
  },
  { label: 'State', cell: ({ status }) => <Badge tone={tones[status]}>{formatName(status)}</Badge> },
  { label: 'Events', cell: ({ eventCount }) => formatNumber(eventCount), isNumber: true, isSecondary: true },
  { label: 'Last event', cell: ({ lastEventAt }) => <Time at={lastEventAt} />, isSecondary: true },
  { label: 'Decision', cell: ({ resolutionReason }) => resolutionReason, isSecondary: true },
]
