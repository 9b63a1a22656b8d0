/** What happened in the simulated program, recorded by the simulator. */
import type { RewardedEvent, Terms } from './terms.js'

export interface Partner {
  id: string
  country: string
  /** Slug of its group at first. */
  group: string
  links: { id: string; domain: string; key: string }[]
}

export type Metadata = Record<string, unknown> | null

export interface Lead {
  kind: 'lead'
  partner: string
  link: string
  customer: string
  quantity: number
  metadata: Metadata
}

export interface Sale {
  kind: 'sale'
  partner: string
  link: string
  customer: string
  invoice: string
  amount: number
  /** In the currency of the payment, as the products of the metadata are. */
  paid?: number
  metadata: Metadata
}

export type StatusOperation = 'ban' | 'unban' | 'deactivate' | 'reactivate' | 'archive'
export type SettableStatus = 'pending' | 'refunded' | 'duplicate' | 'canceled' | 'fraud'

/** Clicks of a day on the links of a partner from one country. */
export interface ClickCount {
  partner: string
  day: string
  country: string
  clicks: number
}

export type Entry =
  | Lead
  | Sale
  /** A negative amount takes back a refund. */
  | { kind: 'refund'; invoice: string; amount: number }
  | { kind: 'move'; partner: string; group: string }
  | { kind: 'status'; partner: string; operation: StatusOperation }
  | { kind: 'terms'; group: string; event: RewardedEvent; terms: Terms }
  | { kind: 'change'; invoice: string; status?: SettableStatus; earnings?: number; saleAmount?: number }
  | { kind: 'hold'; invoice: string }
  /** A bonus, or a clawback. */
  | { kind: 'custom'; partner: string; earnings: number }
  /** The clicks of whole days earned, once a day. */
  | { kind: 'clicks'; counts: ClickCount[] }
  /** Payable commissions were added to payouts. */
  | { kind: 'aggregate' }
  /** All payouts with a balance were confirmed and paid. */
  | { kind: 'pay' }

export interface Journal {
  partners: Partner[]
  /** Country by external id. */
  customers: Map<string, string>
  /** Who referred a partner. */
  referrers: Map<string, string>
  /** Entries about one customer or one partner are in their order. */
  entries: Entry[]
}
