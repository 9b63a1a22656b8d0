/** The user account of the PostgreSQL process. PostgreSQL refuses to run as root. */
import { stat } from 'node:fs/promises'
import path from 'node:path'

export type Account = {
  /** True when the server runs as another user than this process. */
  switchesUser: boolean
  uid: number
  gid: number
  /** The path by which the server accesses a folder. Below a directory that its account cannot enter, that is its working directory. */
  pathFor(folder: string): string
}

/** The user "nobody" on every Linux. It owns no files. */
const nobodyUid = 65534

export async function serverAccount(directory: string): Promise<Account> {
  if (process.getuid?.() !== 0)
    return { switchesUser: false, uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, pathFor: (folder) => folder }
  const reachable = await canTraverse(path.dirname(directory))
  return { switchesUser: true, uid: nobodyUid, gid: nobodyUid, pathFor: (folder) => (reachable ? folder : '/proc/self/cwd') }
}

/** Options for `spawn`. The working directory is entered before the user is switched, so its parents need not be accessible. */
export function spawnAs(account: Account, cwd: string) {
  return account.switchesUser ? { cwd, uid: account.uid, gid: account.gid } : { cwd }
}

/** Whether "nobody" can enter the folder. Parts that do not exist yet count as accessible. */
export async function canTraverse(folder: string): Promise<boolean> {
  for (let current = folder; ; current = path.dirname(current)) {
    const mode = await stat(current).then(
      (found) => found.mode,
      () => 0o755,
    )
    if ((mode & 0o001) === 0) return false
    if (current === path.dirname(current)) return true
  }
}
