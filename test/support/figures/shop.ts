/** The shop of the simulation, in which customers use discount codes of partners. */
import type { PartnerProgram } from '../earnings.js'
import { sampleOf } from '../provider-samples.js'
import type { Random } from '../shop/random.js'

/** The connection by which a shop reports its orders. */
export interface Shop {
  path: string
  /** Whether partners of both groups may offer the same discount; those of the second group have none otherwise. */
  hasOneDiscount: boolean
  orders: number
  defaultGroup: string
}

export const sample = sampleOf('shopify')
const discount = { provider: 'custom', type: 'percentage', amount: 20 }

export async function openShop({ call, program }: PartnerProgram, random: Random): Promise<Shop> {
  const { body: groups } = await call('GET /groups')
  const hasOneDiscount = random.bool(0.5)
  for (const { id } of groups)
    if (id === program.defaultGroupId || hasOneDiscount) await call('POST /discounts', { ...discount, groupId: id })
  const connection = await call('POST /integrations/connections', { providerSlug: sample.slug, signingSecret: sample.secret })
  if (connection.status !== 201) throw new Error(JSON.stringify(connection.body))
  return { path: new URL(connection.body.webhookUrl).pathname, hasOneDiscount, orders: 0, defaultGroup: program.defaultGroupId }
}
