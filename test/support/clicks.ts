/** Raw clicks for tests, by default each of a different visitor; and recorded clicks that are not ingested yet. */
import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import type { Config } from '../../shared/kernel/config.js'
import { newClickId, newId } from '../../shared/kernel/ids.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { type ClickBatch, decodeClickBatch, type RawClick } from '../../shared/tracking/index.js'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

export function rawClick(
  link: { id: string; workspaceId?: string | null | undefined; domain: string; key: string },
  overrides: Partial<RawClick> = {},
): RawClick {
  const at = overrides.at ?? Date.now()
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
    ...overrides,
  }
}

export const batchOf = (clicks: RawClick[], overrides: Partial<ClickBatch> = {}): ClickBatch => ({
  id: newId('batch_'),
  clicks,
  excluded: [],
  ...overrides,
})

/** Batches that are not ingested yet, in queue or spool: on a busy machine a recorder may fall back to the spool. */
export async function queuedBatches({ database, config }: Resources): Promise<ClickBatch[]> {
  const spooled = await batchesInSpool(config)
  const [streamed, { rows }] = await Promise.all([
    batchesInStream(config),
    database.pool.query<{ batch: string }>('select batch from queued_click_batches'),
  ])
  const found = [...spooled, ...streamed, ...rows.map(({ batch }) => decodeClickBatch(batch) as ClickBatch)]
  return [...new Map(found.map((batch) => [batch.id, batch])).values()]
}

async function batchesInStream({ redisUrl, redisPrefix }: Config): Promise<ClickBatch[]> {
  if (!redisUrl) return []
  const redis = new Redis(redisUrl)
  const entries = await redis.xrange(`{${redisPrefix}-clicks}:stream`, '-', '+').finally(() => redis.disconnect())
  return entries.map(([, [, text = '']]) => decodeClickBatch(text) as ClickBatch)
}

async function batchesInSpool({ dataDir }: Pick<Config, 'dataDir'>): Promise<ClickBatch[]> {
  const directory = join(dataDir, 'spool')
  const names = (await readdir(directory)).filter((name) => name.endsWith('.clicks.json')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8').catch(() => null))) // may have been replayed meanwhile
  return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as ClickBatch]))
}

/** Spooled clicks, in the order of their batches. */
export const spooledClicks = async (config: Pick<Config, 'dataDir'>) => (await batchesInSpool(config)).flatMap(({ clicks }) => clicks)
export const queuedClicks = async (resources: Resources) => (await queuedBatches(resources)).flatMap(({ clicks }) => clicks)

/** Makes the click queue refuse batches until the returned function is called. */
export async function interruptClickQueue({ config, database }: Resources): Promise<() => Promise<unknown>> {
  const { redisUrl, redisPrefix } = config
  if (!redisUrl) {
    await database.pool.query('alter table queued_click_batches rename to hidden_click_batches')
    return () => database.pool.query('alter table hidden_click_batches rename to queued_click_batches')
  }
  const redis = new Redis(redisUrl)
  const stream = `{${redisPrefix}-clicks}:stream`
  await redis.rename(stream, `${stream}-hidden`).catch(() => undefined) // there is no stream yet
  await redis.set(stream, 'no stream')
  return async () => {
    await redis.del(stream)
    await redis.rename(`${stream}-hidden`, stream).catch(() => undefined)
    redis.disconnect()
  }
}
