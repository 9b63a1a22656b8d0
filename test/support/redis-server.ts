/** Starts a Redis server with persistence, like in production, so that its data survives a restart. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './installation.js'
import { waitUntil } from './wait-until.js'

export interface RedisServer {
  url: string
  stop(): Promise<void>
  restart(): Promise<void>
}

export async function startRedisServer(directory: string): Promise<RedisServer> {
  const port = await freePort()
  const start = async (): Promise<ChildProcess> => {
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
    let output = ''
    server.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await once(server, 'spawn')
    await waitUntil(() => output.includes('Ready to accept connections'))
    return server
  }
  let server = await start()
  const stop = async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    async restart() {
      await stop()
      await new Promise((resolve) => setTimeout(resolve, 1000))
      server = await start()
    },
  }
}
