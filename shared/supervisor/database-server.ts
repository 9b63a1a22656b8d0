/** The PostgreSQL server of this installation: DATABASE_URL, or an embedded server in DATA_DIR. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../kernel/config.js'
import { seconds } from '../kernel/time.js'
import { startEmbeddedPostgres } from './embedded-postgres.js'

export interface DatabaseServer {
  url: string
  /** Stops the server if it is embedded. */
  stop(): Promise<void>
}

/** Opens the server. An embedded server that exits unexpectedly is restarted at the same address. */
export async function openDatabaseServer(config: Config, log: (line: string) => void): Promise<DatabaseServer> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => undefined }
  const directory = join(config.dataDir, 'postgres')
  const first = await startEmbeddedPostgres({ directory })
  let server = first
  let stopped = false

  const watch = async () => {
    for (;;) {
      await server.ended
      if (stopped) return
      log('PostgreSQL exited, restarting')
      const restarted = await startEmbeddedPostgres({ directory, port: first.port }).catch((error: Error) => log(error.message))
      if (restarted) server = restarted
      else await sleep(seconds(0.5))
      if (stopped) return server.stop()
    }
  }
  const watching = watch()
  return {
    url: first.url,
    async stop() {
      stopped = true
      await server.stop()
      if (!server.shared) await watching
    },
  }
}
