/** The shop's own books: what every figure of the service has to be. */
export interface Figures {
  clicks: number
  leads: number
  sales: number
  saleAmount: number
}

/** A visit that was counted, with what can be asked of it. */
export interface Visit {
  link: string
  clickId: string
  /** `groupBy` -> the value that it counts for; absent where it counts for none. */
  dimensions: Readonly<Record<string, string>>
}

export interface Sale {
  customer: string
  visit: Visit
  eventName: string
  amount: number
  /** What was given back, in cents. */
  refunded: number
  isGone: boolean
}

const none = (): Figures => ({ clicks: 0, leads: 0, sales: 0, saleAmount: 0 })

export class Ledger {
  readonly visits: Visit[] = []
  readonly leads: { customer: string; visit: Visit; eventName: string; quantity: number }[] = []
  readonly sales: Sale[] = []

  /** By any property of visits, and by the names of events. */
  by(groupBy: string): Record<string, Figures> {
    const sums: Record<string, Figures> = {}
    const add = (key: string | undefined, more: Partial<Figures>) => {
      if (key === undefined) return
      const sum = (sums[key] ??= none())
      for (const [name, value] of Object.entries(more) as [keyof Figures, number][]) sum[name] += value
    }
    const byName = groupBy === 'event_names'
    if (!byName) for (const { dimensions } of this.visits) add(dimensions[groupBy], { clicks: 1 })
    for (const { visit, eventName, quantity } of this.leads) add(byName ? eventName : visit.dimensions[groupBy], { leads: quantity })
    for (const { visit, eventName, ...sale } of this.sales) add(byName ? eventName : visit.dimensions[groupBy], worthOf(sale))
    return sums
  }

  all(): Figures {
    return this.by('all')['all'] ?? none()
  }

  customers(): Record<string, { sales: number; saleAmount: number }> {
    const sums: Record<string, { sales: number; saleAmount: number }> = {}
    for (const { customer } of this.leads) sums[customer] ??= { sales: 0, saleAmount: 0 }
    for (const sale of this.sales) {
      const sum = (sums[sale.customer] ??= { sales: 0, saleAmount: 0 })
      const worth = worthOf(sale)
      sum.sales += worth.sales
      sum.saleAmount += worth.saleAmount
    }
    return sums
  }

  /** Customers who ever paid after coming by the link, whether or not they were given it back. */
  conversionsOf(link: string): number {
    return new Set(this.sales.filter(({ visit }) => visit.link === link).map(({ customer }) => customer)).size
  }
}

const worthOf = ({ amount, refunded, isGone }: Pick<Sale, 'amount' | 'refunded' | 'isGone'>) => ({
  sales: isGone ? 0 : 1,
  saleAmount: amount - refunded,
})
