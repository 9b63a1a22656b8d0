/** A Redis of a test's own that keeps what it was told over a restart, as production's does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './installation.js'
import { until } from './until.js'

export interface OwnRedis {
  url: string
  end(): Promise<void>
  restart(): Promise<void>
}

export async function ownRedis(directory: string): Promise<OwnRedis> {
  const port = await freePort()
  const begin = async (): Promise<ChildProcess> => {
    const server = spawn(
      'redis-server',
      [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        directory,
        '--appendonly',
        'yes',
        '--save',
        '',
        '--maxmemory-policy',
        'noeviction',
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    let said = ''
    server.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await once(server, 'spawn')
    await until(() => said.includes('Ready to accept connections'))
    return server
  }
  let server = await begin()
  const end = async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    end,
    async restart() {
      await end()
      await new Promise((resolve) => setTimeout(resolve, 1000))
      server = await begin()
    },
  }
}
