/** Statuses as badges. */
import { formatName } from '../../console/kit/format.js'
import { Badge, type Tone } from '../../console/kit/texts.js'

const tones: Record<string, Tone> = {
  approved: 'good',
  archived: 'good',
  paid: 'good',
  completed: 'good',
  sent: 'good',
  processed: 'good',
  qualified: 'good',
  closedWon: 'good',
  invited: 'waiting',
  pending: 'waiting',
  submitted: 'waiting',
  processing: 'waiting',
  hold: 'waiting',
  meeting: 'waiting',
  negotiation: 'waiting',
  rejected: 'bad',
  banned: 'bad',
  deactivated: 'bad',
  failed: 'bad',
  fraud: 'bad',
  unqualified: 'bad',
  closedLost: 'bad',
}
/** What partners read instead of the word that programs use. */
const words: Record<string, string> = { archived: 'Approved', closedWon: 'Won', closedLost: 'Lost' }

export const Status = ({ of }: { of: string }) => <Badge tone={tones[of] ?? 'neutral'}>{words[of] ?? formatName(of)}</Badge>

/** Unlike a payout, a commission that is processed is not paid yet. */
export const commissionStatusName = (status: string) => (status === 'processed' ? 'In a payout' : formatName(status))

export const CommissionStatus = ({ of }: { of: string }) => <Badge tone={tones[of] ?? 'neutral'}>{commissionStatusName(of)}</Badge>
