/** The simulated workspaces and how requests of the simulation reach the service. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestApi } from '../api.js'
import { type PartnerProgram, partnerProgram } from '../earnings.js'
import type { Random } from '../shop/random.js'
import { type CountingBounty, openBounties } from './bounties.js'
import type { Terms } from './earnings.js'
import { openShop, type Shop } from './shop.js'
import { newWorld, type World } from './world.js'

export interface Simulation {
  api: TestApi
  random: Random
  world: World
  workspaces: { id: string; key: string; folderIds: string[]; tagIds: string[] }[]
  domains: string[]
  log: string[]
  program: { id: string; terms: Map<string, Terms>; compute(): Promise<unknown> }
  shop: Shop
  bounties: CountingBounty[]
}

/** The first workspace has the partner program, all customers and all conversions. */
export const mainWorkspace = ({ workspaces }: Simulation): string => workspaces[0]?.id ?? ''

const keyOf = ({ workspaces }: Simulation, workspace: string) => workspaces.find(({ id }) => id === workspace)?.key ?? ''
/** Links that exist. */
export const usable = ({ world }: Pick<Simulation, 'world'>) => [...world.links.values()].filter(({ isDeleted }) => !isDeleted)

/** Repeats a request that exceeds the rate limit. */
export async function request(simulation: Simulation, workspace: string, methodAndPath: string, body?: object) {
  for (;;) {
    const response = await simulation.api.call(methodAndPath, { key: keyOf(simulation, workspace), ...(body ? { body } : {}) })
    if (response.status === 429) await sleep(250)
    else {
      if (!methodAndPath.startsWith('GET')) simulation.log.push(`${methodAndPath} ${JSON.stringify(body)} -> ${response.status}`)
      return response
    }
  }
}

export function expectStatus(response: { status: number; body: unknown }, status: number, what: string): void {
  if (response.status !== status) throw new Error(`${what}: expected ${status}, got ${response.status} ${JSON.stringify(response.body)}`)
}

/** Two workspaces of one user, the first with a partner program of three partners in two groups. */
export async function openSimulation(api: TestApi, random: Random): Promise<Simulation> {
  const { make } = api
  const tenant = await partnerProgram(api, { plan: 'enterprise' })
  const second = await make.workspace({ plan: 'enterprise' })
  await make.member(second, tenant.user, 'owner')
  const { key } = await make.token(tenant.user, second)
  await tenant.call(`DELETE /links/${tenant.link.id}`)
  await tenant.rows('update workspaces set total_links = 0 where id = $1', [tenant.workspace.id])
  const properties = async (workspace: { id: string }, apiKey: string) => ({
    id: workspace.id,
    key: apiKey,
    folderIds: [(await make.folder(workspace)).id, (await make.folder(workspace)).id],
    tagIds: [(await make.tag(workspace)).id, (await make.tag(workspace)).id, (await make.tag(workspace)).id],
  })
  const world = newWorld()
  return {
    api,
    random,
    world,
    workspaces: [await properties(tenant.workspace, tenant.key), await properties(second, key)],
    domains: [(await make.domain(null)).slug, tenant.domain.slug],
    log: [],
    program: { id: tenant.program.id, terms: await addPartners(tenant, { api, world }), compute: tenant.compute },
    shop: await openShop(tenant, random),
    bounties: await openBounties(tenant),
  }
}

async function addPartners(
  { program, call, reward, enrol }: PartnerProgram,
  { api, world }: Pick<Simulation, 'api' | 'world'>,
): Promise<Map<string, Terms>> {
  const other = (await call('POST /groups', { name: 'Other', slug: 'other' })).body.id as string
  const terms = new Map<string, Terms>()
  for (const groupId of [program.defaultGroupId, other]) {
    const { id: lead } = await reward({ groupId, event: 'lead', type: 'flat', amountInCents: 200 })
    const { id: sale } = await reward({ groupId, event: 'sale', type: 'percentage', amountInPercentage: 10 })
    const plain = { modifiers: [], maxDuration: null, limit: null }
    terms.set(groupId, {
      lead: { ...plain, id: lead, event: 'lead', amount: { cents: 200 } },
      sale: { ...plain, id: sale, event: 'sale', amount: { percentage: 10 } },
    })
  }
  for (let count = 0; count < 3; count++) {
    const { partner, link } = await enrol()
    world.groupOf.set(partner.id, program.defaultGroupId)
    await api.resources.database.pool.query('delete from links where id = $1', [link.id])
  }
  return terms
}
