import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a folder and those above it. Node's own `recursive` never ends where a folder that is there takes no others, as `/proc`. */
export async function makeFolder(path: string, mode?: number, isBelowFolder = false): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (code !== 'ENOENT' || isBelowFolder) throw error
    await makeFolder(dirname(path), mode)
    await makeFolder(path, mode, true)
  }
}
