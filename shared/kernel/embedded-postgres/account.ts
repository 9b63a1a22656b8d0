/** Under which user PostgreSQL runs: it refuses to run as root. */
import { stat } from 'node:fs/promises'
import path from 'node:path'

export type Account = {
  /** True when the server runs as somebody else than this process. */
  switches: boolean
  uid: number
  gid: number
  /** How the server names a folder: below a home that its account can't enter, the only name it can use is its own working folder. */
  nameOf(folder: string): string
}

/** "nobody" has this number on every Linux and owns nothing of value. */
const nobody = 65534

export async function serverAccount(directory: string): Promise<Account> {
  if (process.getuid?.() !== 0)
    return { switches: false, uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, nameOf: (folder) => folder }
  const reachable = await mayEnter(path.dirname(directory))
  return { switches: true, uid: nobody, gid: nobody, nameOf: (folder) => (reachable ? folder : '/proc/self/cwd') }
}

/** What to hand to `spawn`. The working folder is entered before the user is switched, so it may lie below a closed one. */
export function spawnAs(account: Account, cwd: string) {
  return account.switches ? { cwd, uid: account.uid, gid: account.gid } : { cwd }
}

/** Whether "nobody" may walk into the folder; parts that don't exist yet are judged by their nearest existing parent. */
export async function mayEnter(folder: string): Promise<boolean> {
  for (let at = folder; ; at = path.dirname(at)) {
    const mode = await stat(at).then(
      (found) => found.mode,
      () => 0o755,
    )
    if ((mode & 0o001) === 0) return false
    if (at === path.dirname(at)) return true
  }
}
