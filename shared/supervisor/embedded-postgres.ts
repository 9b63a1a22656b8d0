/** Embedded PostgreSQL from an npm package, for machines with only Node. Production sets DATABASE_URL to its own server. */
import { chmod, chown } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { ensureDirectory } from '../kernel/ensure-directory.js'
import { StartupError } from '../kernel/startup-error.js'
import { serverAccount, type Account } from './embedded-postgres/account.js'
import { prepareBinaries } from './embedded-postgres/binaries.js'
import { openCluster } from './embedded-postgres/cluster.js'
import { createDatabase } from './embedded-postgres/create-database.queries.js'
import { runningServer, stopOrphaned } from './embedded-postgres/running-server.js'
import { launch } from './embedded-postgres/server-process.js'
import { prepareSocket, socketFolder, relativeSocketFolder } from './embedded-postgres/socket.js'
import { isAlive, ownIdentity, readState, writeState, type ServerState } from './embedded-postgres/state.js'

export type EmbeddedPostgres = {
  /** Uses the Unix socket where possible, otherwise TCP. */
  url: string
  /** On 127.0.0.1, for example for psql. */
  port: number
  /** True when another running process owns the server. In that case `stop` leaves it running. */
  shared: boolean
  /** Resolves when the server exits, by `stop` or unexpectedly. */
  ended: Promise<void>
  /** Fast shutdown: disconnects clients. Resolves when the server process has exited. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Contains data, log and password. */
  directory: string
  /** Defaults to a free port that is stored for later starts. */
  port?: number
  /** Server settings as in postgresql.conf. */
  settings?: Record<string, string | number>
}

export const databaseName = 'tributary'

/**
 * Starts the server, or uses the one that a running process already owns on the same directory. A server whose owner has died is stopped
 * first, so that the returned server always ends with its owner.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const directory = path.resolve(options.directory)
  const account = await openDirectory(directory)
  const stored = await readState(directory)

  const running = await runningServer(directory)
  if (running && stored && isAlive(stored.owner))
    return { url: buildUrl(directory, stored, running.socket), port: stored.port, shared: true, ended: running.ended, stop: async () => {} }
  if (running) await stopOrphaned(directory, running)

  const binaries = await prepareBinaries(directory, account)
  const state = await openCluster(directory, binaries, account)
  const port = options.port ?? (await freePort(state.port))
  const socket = await prepareSocket(directory, port, account)
  const server = await launch({
    directory,
    account,
    binaries,
    settings: { ...defaults, ...options.settings, port, unix_socket_directories: socket ? relativeSocketFolder : '' },
  })
  const current = { ...state, port, owner: ownIdentity() }
  await writeState(directory, current)
  const url = buildUrl(directory, current, socket)
  await createDatabase(url)
  return { url, port, shared: false, ended: server.ended, stop: server.stop }
}

/** 200 connections suffice for an API and a worker process with their pools, queues and listeners, and for psql. */
const defaults = {
  listen_addresses: '127.0.0.1',
  max_connections: 200,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

/** Accessible only to the owner and the server's account, because it contains the password. */
async function openDirectory(directory: string): Promise<Account> {
  try {
    await ensureDirectory(directory)
    await chmod(directory, 0o700)
    const account = await serverAccount(directory)
    if (account.switchesUser) await chown(directory, account.uid, account.gid)
    return account
  } catch (error) {
    throw new StartupError(`Cannot prepare the database directory ${directory}: ${(error as Error).message}.`)
  }
}

/** A URL that PostgreSQL's own programs accept too. */
function buildUrl(directory: string, { password, port }: ServerState, socket: boolean): string {
  const host = socket ? encodeURIComponent(socketFolder(directory)) : '127.0.0.1'
  return `postgres://${databaseName}:${password}@${host}:${port}/${databaseName}`
}

/** The preferred port if it is free, otherwise any free port. */
async function freePort(preferred: number): Promise<number> {
  const probe = (port: number) =>
    new Promise<number | undefined>((resolve) => {
      const server = createServer()
      server.once('error', () => resolve(undefined))
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
      })
    })
  const port = (await probe(preferred)) ?? (await probe(0))
  if (!port) throw new StartupError('No free port on 127.0.0.1 for the embedded PostgreSQL.')
  return port
}
