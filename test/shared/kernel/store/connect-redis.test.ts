import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { ConfigError } from '../../../../shared/kernel/config.js'
import { connectRedis } from '../../../../shared/kernel/store/connect-redis.js'
import { startRedisServer } from '../../../support/redis-server.js'

const testWithRedis = process.env.REDIS_URL ? test : test.skip

testWithRedis('a Redis server that may evict jobs is refused in one sentence', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'tributary-redis-'))
  const server = await startRedisServer(directory)
  const connect = () => connectRedis(server.url, {}, () => undefined)
  const redis = await connect()
  for (const policy of ['allkeys-lru', 'volatile-ttl']) {
    await redis.config('SET', 'maxmemory-policy', policy)
    const error = await t.throwsAsync(connect(), { instanceOf: ConfigError })
    t.regex(
      error.message,
      new RegExp(`^REDIS_URL: 127\\.0\\.0\\.1:\\d+ has maxmemory-policy ${policy}, which .+: set it to noeviction\\.$`),
    )
  }
  await redis.config('SET', 'maxmemory-policy', 'noeviction')
  ;(await connect()).disconnect()
  redis.disconnect()
  await server.stop()
  await rm(directory, { recursive: true })
})
