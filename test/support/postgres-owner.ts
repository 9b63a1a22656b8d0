/** A process that owns an embedded PostgreSQL in the given directory, reports its address and runs until a signal or its parent ends it. */
import { startEmbeddedPostgres } from '../../shared/supervisor/embedded-postgres.js'

const directory = process.argv[2] as string
try {
  const { url, port, shared } = await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } })
  process.send?.({ url, port, shared })
  process.on('disconnect', () => process.exit(0))
} catch (error) {
  process.send?.({ error: (error as Error).message })
}
