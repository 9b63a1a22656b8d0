/** Raw clicks for tests: each of a visitor of its own, unless told otherwise; and what was recorded and is no row yet. */
import { randomInt } from 'node:crypto'
import { newClickId, newId } from '../../shared/kernel/ids.js'
import type { Resources } from '../../shared/kernel/resources.js'
import type { ClickBatch, RawClick } from '../../shared/tracking/index.js'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

export function rawClick(link: { id: string; workspaceId?: string | null | undefined; domain: string; key: string }, given: Partial<RawClick> = {}): RawClick {
  const at = given.at ?? Date.now()
  return {
    id: newClickId(at),
    at,
    workspaceId: link.workspaceId ?? '',
    linkId: link.id,
    domain: link.domain,
    key: link.key,
    url: 'https://destination.example/page?utm_source=news',
    ip: `203.0.${randomInt(256)}.${randomInt(256)}`,
    ua: `${chrome} test/${randomInt(2 ** 40)}`,
    referer: '',
    trigger: 'link',
    ...given,
  }
}

export const batchOf = (clicks: RawClick[], given: Partial<ClickBatch> = {}): ClickBatch => ({ id: newId('batch_'), clicks, excluded: [], ...given })

/** Batches that no worker has come for, wherever they are. */
export async function waitingBatches({ queues, database }: Resources): Promise<ClickBatch[]> {
  const [jobs, { rows }] = await Promise.all([queues.queue('clicks').getJobs(), database.pool.query<{ batch: ClickBatch }>('select batch from waiting_click_batches')])
  return [...jobs.map(({ data }) => data.payload as ClickBatch), ...rows.map(({ batch }) => batch)]
}

export const waitingClicks = async (resources: Resources) => (await waitingBatches(resources)).flatMap(({ clicks }) => clicks)
