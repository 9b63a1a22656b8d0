/**
 * A process that starts an embedded PostgreSQL in the folder that it is given, says where, and waits to be ended by a signal or by its
 * parent.
 */
import { startEmbeddedPostgres } from '../../shared/kernel/embedded-postgres.js'

const directory = process.argv[2] as string
try {
  const { url, port, shared } = await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } })
  process.send?.({ url, port, shared })
  process.on('disconnect', () => process.exit(0))
} catch (error) {
  process.send?.({ refusal: (error as Error).message })
}
