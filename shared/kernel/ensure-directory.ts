import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Creates a directory and its parents. Node's `recursive` option never returns below a directory that accepts none, such as `/proc`. */
export async function ensureDirectory(path: string, mode?: number, hasParent = false): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (code !== 'ENOENT' || hasParent) throw error
    await ensureDirectory(dirname(path), mode)
    await ensureDirectory(path, mode, true)
  }
}
