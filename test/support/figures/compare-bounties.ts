/** Compares what bounties count with the world. */
import { runJobByName } from '../jobs.js'
import { totalsOf } from './compare.js'
import { type Difference, differs } from './differences.js'
import { mainWorkspace, request, type Simulation } from './simulation.js'

/** A bounty counts for partners who were never banned. Nothing is stored before the first count above zero. */
export async function compareBounties(simulation: Simulation): Promise<Difference[]> {
  const { api, world, bounties } = simulation
  await runJobByName(api.resources, 'bounties.count-performance')
  const differences: Difference[] = []
  for (const { id, attribute, since } of bounties) {
    const { body } = await request(simulation, mainWorkspace(simulation), `GET /bounties/${id}/submissions?pageSize=100`)
    for (const partner of world.groupOf.keys()) {
      if (world.everBanned.has(partner)) continue
      const found = body.find(({ partnerId }: any) => partnerId === partner)?.performanceCount ?? 0
      const expected = totalsOf(world, partner, since)[attribute]
      if (found !== 0 || expected > 0) differences.push(...differs(`${attribute} of ${partner} since ${since}`, expected, found))
    }
  }
  return differences
}
