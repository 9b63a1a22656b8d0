/** The Unix socket beside the server's port: a round trip through it takes three quarters of the time that one through TCP does. */
import { chown, mkdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import type { Account } from './account.js'

/** What an address of a socket may take: 107 bytes on Linux, 103 on macOS. */
const mostBytes = 100

/** A folder of its own below the one that only the owner and the server's account may enter. */
export const socketFolder = (directory: string) => path.join(directory, 'run')

/** The same as the server names it, from its working folder: that name is short, and needs no folder above to be open. */
export const socketFolderOfServer = '../run'

/** Makes the folder, and says whether the server can be reached there: not on Windows, too deep below, or where the disk takes no sockets. */
export async function prepareSocket(directory: string, port: number, account: Account): Promise<boolean> {
  const folder = socketFolder(directory)
  if (process.platform === 'win32' || Buffer.byteLength(path.join(folder, `.s.PGSQL.${port}`)) > mostBytes) return false
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account.switches) await chown(folder, account.uid, account.gid)
  const trial = path.join(folder, '.trial')
  await rm(trial, { force: true }) // of a start that was cut short
  return canListen(trial)
}

/** Shared folders of virtual machines and some network disks cannot; PostgreSQL would refuse to start there. */
function canListen(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(file, () => server.close(() => resolve(true)))
  })
}
