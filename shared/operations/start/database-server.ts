/** The PostgreSQL of this installation: the one that DATABASE_URL names, else one of our own below DATA_DIR. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../kernel/config.js'
import { startEmbeddedPostgres } from '../../kernel/embedded-postgres.js'
import { seconds } from '../../kernel/time.js'

export interface DatabaseServer {
  url: string
  /** Stops it if it is ours. */
  stop(): Promise<void>
}

/** One of our own that ends by accident is started again at the same address, so that nobody has to be told another one. */
export async function openDatabaseServer(config: Config, report: (line: string) => void): Promise<DatabaseServer> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => undefined }
  const directory = join(config.dataDir, 'postgres')
  const first = await startEmbeddedPostgres({ directory })
  let server = first
  let wanted = true

  const watch = async () => {
    for (;;) {
      await server.ended
      if (!wanted) return
      report('PostgreSQL ended and is started again')
      const revived = await startEmbeddedPostgres({ directory, port: first.port }).catch((error: Error) => report(error.message))
      if (revived) server = revived
      else await sleep(seconds(0.5))
      if (!wanted) return server.stop()
    }
  }
  const watching = watch()
  return {
    url: first.url,
    async stop() {
      wanted = false
      await server.stop()
      if (!server.shared) await watching
    },
  }
}
