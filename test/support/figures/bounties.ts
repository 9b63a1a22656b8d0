/** Bounties that count what partners achieve, with goals that nobody reaches. */
import type { PartnerProgram } from '../earnings.js'

/** What a bounty counts, from its start on or altogether. */
export interface CountingBounty {
  id: string
  attribute: (typeof attributes)[number]
  /** Null for all time. */
  since: number | null
}

const attributes = ['totalLeads', 'totalConversions', 'totalSaleAmount', 'totalCommissions'] as const

export async function openBounties({ call }: PartnerProgram): Promise<CountingBounty[]> {
  const open = async (attribute: CountingBounty['attribute'], performanceScope: 'new' | 'lifetime') => {
    const performanceCondition = { attribute, operator: 'gte', value: 1_000_000_000_000 }
    const { status, body } = await call('POST /bounties', {
      type: 'performance',
      rewardAmount: 100,
      performanceCondition,
      performanceScope,
    })
    if (status >= 300) throw new Error(JSON.stringify(body))
    return { id: body.id as string, attribute, since: performanceScope === 'new' ? Date.parse(body.startsAt) : null }
  }
  return Promise.all([...attributes.map((attribute) => open(attribute, 'lifetime')), open('totalCommissions', 'new')])
}
