/** The expected figures, recorded by the shop itself. */
export interface Figures {
  clicks: number
  leads: number
  sales: number
  saleAmount: number
}

/** A counted visit with the values of its dimensions. */
export interface Visit {
  link: string
  clickId: string
  /** `groupBy` -> value; absent if the visit has no value. */
  dimensions: Readonly<Record<string, string>>
}

export interface Sale {
  customer: string
  visit: Visit
  eventName: string
  amount: number
  /** Refunded amount in cents. */
  refunded: number
  isRefunded: boolean
}

const none = (): Figures => ({ clicks: 0, leads: 0, sales: 0, saleAmount: 0 })

export class Ledger {
  readonly visits: Visit[] = []
  readonly leads: { customer: string; visit: Visit; eventName: string; quantity: number }[] = []
  readonly sales: Sale[] = []

  /** Figures grouped by a dimension of visits, or by event name. */
  by(groupBy: string): Record<string, Figures> {
    const sums: Record<string, Figures> = {}
    const add = (key: string | undefined, amounts: Partial<Figures>) => {
      if (key === undefined) return
      const sum = (sums[key] ??= none())
      for (const [name, value] of Object.entries(amounts) as [keyof Figures, number][]) sum[name] += value
    }
    const byName = groupBy === 'event_names'
    if (!byName) for (const { dimensions } of this.visits) add(dimensions[groupBy], { clicks: 1 })
    for (const { visit, eventName, quantity } of this.leads) add(byName ? eventName : visit.dimensions[groupBy], { leads: quantity })
    for (const { visit, eventName, ...sale } of this.sales) add(byName ? eventName : visit.dimensions[groupBy], netValue(sale))
    return sums
  }

  totals(): Figures {
    return this.by('all')['all'] ?? none()
  }

  customers(): Record<string, { sales: number; saleAmount: number }> {
    const sums: Record<string, { sales: number; saleAmount: number }> = {}
    for (const { customer } of this.leads) sums[customer] ??= { sales: 0, saleAmount: 0 }
    for (const sale of this.sales) {
      const sum = (sums[sale.customer] ??= { sales: 0, saleAmount: 0 })
      const net = netValue(sale)
      sum.sales += net.sales
      sum.saleAmount += net.saleAmount
    }
    return sums
  }

  /** Number of customers who paid after a visit of the link, refunded or not. */
  conversionsOf(link: string): number {
    return new Set(this.sales.filter(({ visit }) => visit.link === link).map(({ customer }) => customer)).size
  }
}

const netValue = ({ amount, refunded, isRefunded }: Pick<Sale, 'amount' | 'refunded' | 'isRefunded'>) => ({
  sales: isRefunded ? 0 : 1,
  saleAmount: amount - refunded,
})
