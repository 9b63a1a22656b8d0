/** Creates the data directory at the first start. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '../../kernel/startup-error.js'
import { spawnAs, type Account } from './account.js'
import { assertExecutable, type Binaries } from './binaries.js'
import { readState, writeState, type ServerState } from './state.js'

export const dataFolder = (directory: string) => path.join(directory, 'data')

/** Returns the state of the existing cluster, or creates one. */
export async function openCluster(directory: string, binaries: Binaries, account: Account): Promise<ServerState> {
  const data = dataFolder(directory)
  if (!(await stat(data).catch(() => undefined))) return createCluster(directory, binaries, account)
  const state = await readState(directory)
  if (state) return state
  throw new StartupError(
    `The database in ${data} exists, but its password file ${path.join(directory, 'server.json')} is missing: ` +
      'restore the file, or delete the folder to start with an empty database.',
  )
}

/** Creates the cluster in a temporary folder and renames it when complete, so that an interrupted first start can be repeated. */
async function createCluster(directory: string, binaries: Binaries, account: Account): Promise<ServerState> {
  const incoming = path.join(directory, 'data.incoming')
  const passwordFile = path.join(directory, 'password.incoming')
  const state = { password: randomBytes(24).toString('base64url'), port: 0, owner: '' }
  await rm(incoming, { recursive: true, force: true })
  await mkdir(incoming, { mode: 0o700 })
  await writeFile(passwordFile, state.password, { mode: 0o600 })
  if (account.switchesUser) await Promise.all([incoming, passwordFile].map((file) => chown(file, account.uid, account.gid)))
  try {
    await runInitdb(incoming, binaries.initdb, account)
  } finally {
    await rm(passwordFile, { force: true })
  }
  await writeState(directory, state)
  await rename(incoming, dataFolder(directory))
  return state
}

/** Uses bytewise collation: text sorts the same on every machine, and indexes sort ids by time. */
async function runInitdb(data: string, initdb: string, account: Account): Promise<void> {
  await assertExecutable(initdb)
  const options = [
    '--username=tributary',
    '--auth=scram-sha-256',
    '--pwfile=../password.incoming',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    `--pgdata=${account.pathFor(data)}`,
  ]
  const child = spawn(initdb, options, {
    ...spawnAs(account, data),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  })
  const stderr: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  const code = await new Promise<number | string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', resolve)
  })
  if (code === 0) return
  const lines = Buffer.concat(stderr).toString().split('\n').filter(Boolean)
  const reason = lines.find((line) => /FATAL|error/.test(line))?.replace(/^.*FATAL: */, '') ?? lines.at(-1) ?? code
  throw new StartupError(
    `The embedded PostgreSQL could not create its data directory (${reason}): set DATABASE_URL to a PostgreSQL server.`,
  )
}
