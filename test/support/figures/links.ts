/** Random links and their changes. */
import type { Random } from '../shop/random.js'
import { expectStatus, mainWorkspace, request, type Simulation, usable } from './simulation.js'
import type { SimulatedLink } from './world.js'

type Change = (simulation: Simulation, link: SimulatedLink, owner: Simulation['workspaces'][number]) => Promise<void>

/** Changes fields by the API; the URL keeps the campaign of the former one. */
async function patch(simulation: Simulation, link: SimulatedLink, fields: Partial<SimulatedLink>, others: object = {}): Promise<void> {
  const response = await request(simulation, link.workspace, `PATCH /links/${link.id}`, { ...fields, ...others })
  expectStatus(response, 200, 'change of a link')
  Object.assign(link, fields, { url: response.body.url })
}

const changes: Change[] = [
  (simulation, link, { folderIds }) => patch(simulation, link, { folderId: simulation.random.pick([null, ...folderIds]) }),
  (simulation, link, { tagIds }) => patch(simulation, link, { tagIds: tagIds.filter(() => simulation.random.bool(0.5)) }),
  (simulation, link) => patch(simulation, link, { url: newUrl(simulation.random) }),
  (simulation, link) => patch(simulation, link, { key: newKey(simulation.random) }),
  (simulation, link) => patch(simulation, link, { tenantId: simulation.random.pick([null, 'tenant-1', 'tenant-2']) }),
  (simulation, link) => patch(simulation, link, {}, { archived: simulation.random.bool(0.5) }),
  changePartner,
  transferLink,
  replaceLink,
]

export async function changeLink(simulation: Simulation): Promise<void> {
  const link = simulation.random.pick(usable(simulation))
  const owner = simulation.workspaces.find(({ id }) => id === link.workspace)
  if (owner) await simulation.random.pick(changes)(simulation, link, owner)
}

async function changePartner(simulation: Simulation, link: SimulatedLink): Promise<void> {
  if (link.workspace !== mainWorkspace(simulation)) return
  const partnerId = simulation.random.pick([null, ...simulation.world.groupOf.keys()])
  await patch(simulation, link, { partnerId }, { programId: partnerId ? simulation.program.id : null })
}

/** Only links of the shared domain can be transferred. */
async function transferLink(simulation: Simulation, link: SimulatedLink): Promise<void> {
  const { random, workspaces, domains } = simulation
  const target = workspaces.find(({ id }) => id !== link.workspace)
  if (!target || link.domain !== domains[0] || random.bool(0.5)) return
  const reset = Date.now()
  const response = await request(simulation, link.workspace, `POST /links/${link.id}/transfer`, { newWorkspaceId: target.id })
  expectStatus(response, 200, 'transfer')
  Object.assign(link, { workspace: target.id, folderId: null, tagIds: [], partnerId: null, reset })
}

/** Deletes the link, and creates another one, perhaps with the same address. */
async function replaceLink(simulation: Simulation, link: SimulatedLink): Promise<void> {
  if (usable(simulation).length <= 4 || simulation.random.bool(0.5)) return
  expectStatus(await request(simulation, link.workspace, `DELETE /links/${link.id}`), 200, 'deletion of a link')
  link.isDeleted = true
  simulation.world.codes = simulation.world.codes.filter((one) => one.link !== link.id)
  await makeLink(simulation, link.workspace, simulation.random.bool(0.5) ? { domain: link.domain, key: link.key } : {})
}

const newKey = (random: Random) => `k${random.below(2 ** 40)}`
const newUrl = (random: Random) =>
  `https://shop.example/${random.below(3)}${random.pick(['', '?utm_source=mail', '?utm_source=ads&utm_campaign=may', '?a=1'])}`

export async function makeLink(simulation: Simulation, workspace: string, address: { domain?: string; key?: string } = {}): Promise<void> {
  const { world, program } = simulation
  const link = newLink(simulation, workspace, address)
  const { domain, key, url, folderId, tagIds, tenantId, ios, password, proxy, partnerId, geo } = link
  const response = await request(simulation, workspace, 'POST /links', {
    ...{ domain, key, url, folderId, tagIds, tenantId, ios, password, proxy, trackConversion: true },
    ...(partnerId ? { partnerId, programId: program.id } : {}),
    geo: Object.keys(geo).length > 0 ? geo : null,
    expiresAt: link.isExpired ? '2026-01-01T00:00:00Z' : null,
  })
  expectStatus(response, 200, 'a new link')
  world.links.set(response.body.id, { ...link, id: response.body.id })
}

function newLink({ random, world, workspaces, domains }: Simulation, workspace: string, address: object): Omit<SimulatedLink, 'id'> {
  const isMain = workspace === workspaces[0]?.id
  const { folderIds = [], tagIds = [] } = workspaces.find(({ id }) => id === workspace) ?? {}
  const isSpecial = (share: number) => random.bool(0.4) && random.bool(share)
  return {
    domain: isMain ? random.pick(domains) : (domains[0] ?? ''),
    key: newKey(random),
    url: newUrl(random),
    geo: isSpecial(0.4) ? { DE: 'https://shop.example/de?utm_source=geo' } : {},
    ios: isSpecial(0.3) ? 'https://shop.example/ios' : null,
    password: isSpecial(0.3) ? 'secret' : null,
    proxy: isSpecial(0.3),
    test: null,
    isExpired: isSpecial(0.15),
    isDisabled: false,
    workspace,
    folderId: random.pick([null, ...folderIds]),
    tagIds: tagIds.filter(() => random.bool(0.4)),
    tenantId: random.pick([null, 'tenant-1']),
    partnerId: isMain ? random.pick([null, ...world.groupOf.keys()]) : null,
    reset: null,
    isDeleted: false,
    ...address,
  }
}
