/** The work that waits: in the outbox, in each queue, and as clicks. */
import { queueNames } from '../../kernel/queue/queue-kinds.js'
import { openQueues, type Queues } from '../../kernel/queue/queues.js'
import { minutes } from '../../kernel/time.js'
import { ingestClicks } from '../../tracking/index.js'
import type { DoctorContext, Finding } from './checks.js'
import { waitingWork } from './doctor.queries.js'

const maxAgeMs = minutes(5)
const maxBatches = 1000

export async function checkQueues({ config, pool, now }: DoctorContext): Promise<Finding[]> {
  const { oldest, batches } = await waitingWork(pool)
  const ageOf = (at: number | undefined) => (at === undefined ? 0 : Math.max(0, now().getTime() - at))
  const outboxAge = ageOf(oldest?.getTime())
  const queues = await openQueues(config, { consumes: false, onError: () => undefined }).catch(() => null)
  if (!queues) return [{ state: 'bad', found: 'the queues cannot be read', advice: 'Restore Redis first.' }]
  try {
    const streamed = (await queues.stream(ingestClicks.queue)?.size()) ?? 0
    const waiting = await Promise.all(queueNames.map(async (name) => ({ name, age: ageOf(await oldestWaiting(queues, name)) })))
    return [finding({ outboxAge, waiting, batches: batches + streamed })]
  } finally {
    await queues.close()
  }
}

/** When the job was added that waits for the longest time and was not tried yet. */
async function oldestWaiting(queues: Queues, name: (typeof queueNames)[number]): Promise<number | undefined> {
  const [job] = await queues.queue(name).getWaiting(0, 0)
  return job?.attemptsMade === 0 ? job.timestamp : undefined
}

interface Waiting {
  outboxAge: number
  waiting: { name: string; age: number }[]
  batches: number
}

function finding({ outboxAge, waiting, batches }: Waiting): Finding {
  const late = waiting.filter(({ age }) => age > maxAgeMs).map(({ name }) => name)
  const age = Math.max(outboxAge, ...waiting.map((one) => one.age))
  const found = `oldest waiting job ${Math.round(age / 1000)} s, ${batches} click batches waiting`
  if (outboxAge > maxAgeMs)
    return {
      state: 'bad',
      found,
      advice: 'Jobs are not moved from the outbox to the queue: check that the service and its workers are running.',
    }
  if (late.length > 0)
    return {
      state: 'bad',
      found: `${found}; late: ${late.join(', ')}`,
      advice: 'No worker serves these queues, or all of them are busy: start more, and see WORKER_QUEUES.',
    }
  if (batches > maxBatches)
    return { state: 'warning', found, advice: 'Workers are slower than clicks arrive: start more of them (WORKER_QUEUES=clicks).' }
  return { state: 'good', found }
}
