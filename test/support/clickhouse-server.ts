/** Starts the embedded ClickHouse engine as a server, if its package is installed: `npm ci --prefix test/clickhouse-server`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './installation.js'

const folder = fileURLToPath(new URL('../../../test/clickhouse-server', import.meta.url))

export const hasClickHouse = existsSync(join(folder, 'node_modules/chdb'))

/** The cluster that every started server is the only shard of. */
export const clusterOfOneShard = 'one_shard'

export interface ClickHouseServer {
  url: string
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again, on the same port and folder. */
  start(): Promise<void>
}

/** `settings` apply to all queries. */
export async function startClickHouse(dataDirectory: string, settings: readonly string[] = []): Promise<ClickHouseServer> {
  const port = await freePort()
  let server: ChildProcess
  const start = async () => {
    const args = [
      join(folder, 'server.mjs'),
      dataDirectory,
      String(port),
      join(folder, 'cluster.xml'),
      ...settings.map((setting) => `--${setting}`),
    ]
    // Its standard input ends with this process.
    server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    const [output] = (await Promise.race([once(server.stdout as NodeJS.ReadableStream, 'data'), once(server, 'exit')])) as [unknown]
    if (!String(output).includes('listening')) throw new Error(`The ClickHouse server did not start: ${String(output)}`)
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    async stop(signal = 'SIGTERM') {
      const ended = once(server, 'exit')
      server.kill(signal)
      await ended
    },
  }
}
