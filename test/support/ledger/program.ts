/** Sets up the simulated program through the API: groups, rewards and partners. */
import type { Random } from '../shop/random.js'
import type { Request, Response } from '../shop/sender.js'
import type { Journal, Partner } from './journal.js'
import { type GroupTerms, groups, type RewardedEvent } from './terms.js'

export type Call = (method: Request['method'], path: string, body?: object) => Promise<Response['body']>

export const domain = 'partners.example'
const countries = ['US', 'SG', 'DE', 'FR']

export interface SimulatedProgram {
  id: string
  groupIds: Map<string, string>
  rewardIds: Map<string, string>
}

export const rewardKey = (group: string, event: RewardedEvent) => `${group} ${event}`

export async function createProgram(call: Call): Promise<SimulatedProgram> {
  await call('POST', '/domains', { slug: domain })
  const program = await call('POST', '/programs', { name: 'Ledger', slug: 'ledger', domain, url: 'https://shop.example/' })
  // Customers of the payment provider share an address, which would hold their commissions.
  const disabled = { enabled: false }
  await call('PATCH', '/fraud/rules', { customerEmailMatch: disabled, customerEmailSuspiciousDomain: disabled })
  const created: SimulatedProgram = { id: program.id, groupIds: new Map(), rewardIds: new Map() }
  for (const group of groups) await createGroup(call, created, program.defaultGroupId, group)
  return created
}

async function createGroup(call: Call, program: SimulatedProgram, defaultId: string, { slug, holdingPeriodDays, rewards }: GroupTerms) {
  const id = slug === 'default' ? defaultId : (await call('POST', '/groups', { name: slug, slug, color: 'blue' })).id
  await call('PATCH', `/groups/${id}`, { holdingPeriodDays })
  program.groupIds.set(slug, id)
  for (const [event, terms] of Object.entries(rewards)) {
    const reward = await call('POST', '/rewards', { event, ...terms, groupId: id })
    program.rewardIds.set(rewardKey(slug, event as RewardedEvent), reward.id)
  }
}

/** Enrols partners in all groups alike, each with the link of its group. */
export async function enrolPartners(call: Call, program: SimulatedProgram, random: Random, count: number): Promise<Partner[]> {
  const partners: Partner[] = []
  let next = 0
  const enrol = async (number: number) => {
    const { slug } = groups[number % groups.length] as GroupTerms
    const country = random.pick(countries)
    const body = {
      email: `partner-${number}@example.com`,
      name: `Partner ${number}`,
      country,
      tenantId: `tenant-${number}`,
      groupId: program.groupIds.get(slug),
    }
    const { id, links } = await call('POST', '/partners', body)
    partners.push({ id, country, group: slug, links })
  }
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < count) await enrol(next++)
    }),
  )
  return partners
}

export const newJournal = (partners: Partner[]): Journal => ({ partners, customers: new Map(), referrers: new Map(), entries: [] })
