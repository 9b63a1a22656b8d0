/** Raw clicks for tests: each of a visitor of its own, unless told otherwise; and what was recorded and is no row yet. */
import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import type { Config } from '../../shared/kernel/config.js'
import { newClickId, newId } from '../../shared/kernel/ids.js'
import type { Resources } from '../../shared/kernel/resources.js'
import type { ClickBatch, RawClick } from '../../shared/tracking/index.js'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

export function rawClick(
  link: { id: string; workspaceId?: string | null | undefined; domain: string; key: string },
  given: Partial<RawClick> = {},
): RawClick {
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

export const batchOf = (clicks: RawClick[], given: Partial<ClickBatch> = {}): ClickBatch => ({
  id: newId('batch_'),
  clicks,
  excluded: [],
  ...given,
})

/**
 * Batches that no worker has come for, wherever they are: on a busy machine a database may be too slow, and the disk keeps them for a
 * while.
 */
export async function waitingBatches({ database, config }: Resources): Promise<ClickBatch[]> {
  const onDisk = await spooledBatches(config)
  const [streamed, { rows }] = await Promise.all([
    streamedBatches(config),
    database.pool.query<{ batch: ClickBatch }>('select batch from waiting_click_batches'),
  ])
  const found = [...onDisk, ...streamed, ...rows.map(({ batch }) => batch)]
  return [...new Map(found.map((batch) => [batch.id, batch])).values()]
}

async function streamedBatches({ redisUrl, redisPrefix }: Config): Promise<ClickBatch[]> {
  if (!redisUrl) return []
  const redis = new Redis(redisUrl)
  const entries = await redis.xrange(`{${redisPrefix}-clicks}:stream`, '-', '+').finally(() => redis.disconnect())
  return entries.map(([, [, text = '']]) => JSON.parse(text) as ClickBatch)
}

async function spooledBatches({ dataDir }: Pick<Config, 'dataDir'>): Promise<ClickBatch[]> {
  const directory = join(dataDir, 'spool')
  const names = (await readdir(directory)).filter((name) => name.endsWith('.clicks.json')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8').catch(() => null))) // it may just have left
  return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as ClickBatch]))
}

/** Those on the disk, in the order in which their batches came there. */
export const spooledClicks = async (config: Pick<Config, 'dataDir'>) => (await spooledBatches(config)).flatMap(({ clicks }) => clicks)
export const waitingClicks = async (resources: Resources) => (await waitingBatches(resources)).flatMap(({ clicks }) => clicks)
