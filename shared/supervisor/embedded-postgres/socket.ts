/** The server's Unix socket. A round trip takes three quarters of the time of one over TCP. */
import { chown, mkdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import type { Account } from './account.js'

/** The limit for socket paths is 107 bytes on Linux and 103 on macOS. */
const maxPathBytes = 100

/** A folder inside the directory that only the owner and the server's account can enter. */
export const socketFolder = (directory: string) => path.join(directory, 'run')

/** The socket folder relative to the server's working directory: a short path that needs no access to parent directories. */
export const relativeSocketFolder = '../run'

/** Creates the folder. Returns false where sockets do not work: on Windows, with too long a path, or on an unsupported file system. */
export async function prepareSocket(directory: string, port: number, account: Account): Promise<boolean> {
  const folder = socketFolder(directory)
  if (process.platform === 'win32' || Buffer.byteLength(path.join(folder, `.s.PGSQL.${port}`)) > maxPathBytes) return false
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account.switchesUser) await chown(folder, account.uid, account.gid)
  const probe = path.join(folder, '.probe')
  await rm(probe, { force: true }) // left by an interrupted start
  return canListen(probe)
}

/** Shared folders of virtual machines and some network file systems do not support sockets; PostgreSQL would fail to start there. */
function canListen(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(file, () => server.close(() => resolve(true)))
  })
}
