/** `prepare` in a process of its own: what it loads would stay in the supervisor's memory for as long as the service runs. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { StartRefusal } from '../../kernel/start-refusal.js'
import type { Prepared } from './prepare.js'

const program = fileURLToPath(new URL('../commands/migrate.js', import.meta.url))

/** Throws `StartRefusal` with the words that the process printed. */
export async function prepareApart(env: NodeJS.ProcessEnv): Promise<Prepared> {
  const child = fork(program, { env, detached: true, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const said: Buffer[] = []
  let prepared: Prepared | undefined
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk))
  child.once('message', (message) => (prepared = message as Prepared))
  await new Promise((resolve) => child.once('close', resolve))
  if (prepared) return prepared
  throw new StartRefusal(Buffer.concat(said).toString().trim() || 'The database could not be prepared.')
}
