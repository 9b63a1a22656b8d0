import { newId } from '../../../shared/kernel/ids.js'
import { jobs } from '../../../workers/jobs/index.js'
import { nameOf } from '../../../workers/runtime/job-tables.js'
import { runJobByName } from '../jobs.js'
import type { JobCase } from './job-case.js'
import { openJobWorld } from './job-world.js'
import { differences, observeState } from './observe-state.js'
import { keepTables } from './restore-tables.js'

/** Whoever delivers a job again keeps its id; a schedule makes a new one. */
const scheduled = new Set(jobs.filter(({ kind }) => kind === 'scheduled').map(nameOf))

export interface JobEffects {
  first: Record<string, number>
  second: Record<string, number>
}

/** Runs the jobs of cases, each twice in a row on the same data. No case sees what another one left. */
export async function openTwiceRunner() {
  const world = await openJobWorld()
  const { resources } = world.api
  const observer = await observeState(world.api)
  const restore = await keepTables(resources.database.pool, observer.names)
  const kept = await observer.state()

  return {
    async run(name: string, { seed }: JobCase): Promise<JobEffects> {
      const payload = (await seed(world)) ?? null
      const id = newId('evt_')
      const runOnce = async () => {
        await runJobByName(resources, name, payload, scheduled.has(name) ? newId('job_') : id)
        return observer.state()
      }
      try {
        const before = await observer.state()
        const first = await runOnce()
        const second = await runOnce()
        return { first: differences(before, first), second: differences(first, second) }
      } finally {
        await restore(Object.keys(differences(kept, await observer.state())).filter((table) => observer.names.includes(table)))
        await world.reset()
      }
    },
    async close() {
      observer.close()
      await world.close()
    },
  }
}
