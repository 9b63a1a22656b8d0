/** PostgreSQL out of an npm package, for machines that have nothing but Node. Production names its own server in DATABASE_URL. */
import { chmod, chown } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { serverAccount, type Account } from './embedded-postgres/account.js'
import { prepareBinaries } from './embedded-postgres/binaries.js'
import { openCluster } from './embedded-postgres/cluster.js'
import { runningServer, stopAbandoned } from './embedded-postgres/running-server.js'
import { launch } from './embedded-postgres/server-process.js'
import { prepareSocket, socketFolder, socketFolderOfServer } from './embedded-postgres/socket.js'
import { isAlive, ownIdentity, readState, writeState, type ServerState } from './embedded-postgres/state.js'
import { makeFolder } from './make-folder.js'
import { StartRefusal } from './start-refusal.js'

export type EmbeddedPostgres = {
  /** Through its Unix socket where that is possible, else through TCP. */
  url: string
  /** On 127.0.0.1, for psql and others. */
  port: number
  /** True when another living process owns the server: it is only used here, and `stop` leaves it running. */
  shared: boolean
  /** Resolves when the server ends, by `stop` or by accident. */
  ended: Promise<void>
  /** Fast shutdown: clients are disconnected, data is safe, the process is gone when this resolves. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Everything lives below it: data, log, password. */
  directory: string
  /** Without it a free port is chosen once and kept for later starts. */
  port?: number
  /** Server settings by name, as in postgresql.conf. */
  settings?: Record<string, string | number>
}

export const databaseName = 'tributary'

/**
 * Starts the server, or joins the one that a living process already runs on the same directory. A server whose owner died is stopped first,
 * so that the caller always gets one that ends with its owner.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const directory = path.resolve(options.directory)
  const account = await openDirectory(directory)
  const known = await readState(directory)

  const running = await runningServer(directory)
  if (running && known && isAlive(known.owner))
    return { url: urlOf(directory, known, running.socket), port: known.port, shared: true, ended: running.ended, stop: async () => {} }
  if (running) await stopAbandoned(directory, running)

  const binaries = await prepareBinaries(directory, account)
  const state = await openCluster(directory, binaries, account)
  const port = options.port ?? (await freePort(state.port))
  const socket = await prepareSocket(directory, port, account)
  const server = await launch({
    directory,
    account,
    binaries,
    settings: { ...defaults, ...options.settings, port, unix_socket_directories: socket ? socketFolderOfServer : '' },
  })
  const current = { ...state, port, owner: ownIdentity() }
  await writeState(directory, current)
  const url = urlOf(directory, current, socket)
  await createDatabase(url)
  return { url, port, shared: false, ended: server.ended, stop: server.stop }
}

/** 200 connections: an API process and a worker process with their pools, queues and listeners, and room for psql. */
const defaults = {
  listen_addresses: '127.0.0.1',
  max_connections: 200,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

/** Only the owner and the server's account may look in: the password is here. */
async function openDirectory(directory: string): Promise<Account> {
  try {
    await makeFolder(directory)
    await chmod(directory, 0o700)
    const account = await serverAccount(directory)
    if (account.switches) await chown(directory, account.uid, account.gid)
    return account
  } catch (error) {
    throw new StartRefusal(`The folder ${directory} for the database cannot be prepared: ${(error as Error).message}.`)
  }
}

/** The form that PostgreSQL's own programs take as well. */
function urlOf(directory: string, { password, port }: ServerState, socket: boolean): string {
  const host = socket ? encodeURIComponent(socketFolder(directory)) : '127.0.0.1'
  return `postgres://${databaseName}:${password}@${host}:${port}/${databaseName}`
}

/** Asked on every start, because the first one may have been cut off between the cluster and the database. */
async function createDatabase(url: string): Promise<void> {
  const everyServers = new URL(url)
  everyServers.pathname = '/postgres'
  const client = new pg.Client({ connectionString: everyServers.href })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName])
    if (!rowCount) await client.query(`CREATE DATABASE ${databaseName}`)
  } finally {
    await client.end()
  }
}

/** The preferred port if nobody listens there, otherwise any free one. */
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
  if (!port) throw new StartRefusal('No free port on 127.0.0.1 was found for the embedded PostgreSQL.')
  return port
}
