/** `prepare` in a process of its own: what it loads would stay in the supervisor's memory for as long as the service runs. */
import { fileURLToPath } from 'node:url'
import { startEarly } from '../../kernel/early-start.js'
import { StartRefusal } from '../../kernel/start-refusal.js'
import type { Prepared } from './prepare.js'

const file = fileURLToPath(new URL('../commands/migrate.js', import.meta.url))

/** Loads at once and prepares when the rest of the environment is known. Throws `StartRefusal` with the words that the process printed, or as `rest` does. */
export async function prepareApart(env: NodeJS.ProcessEnv, rest: Promise<NodeJS.ProcessEnv>): Promise<Prepared> {
  const child = startEarly({ file, env, rest, stdout: 'ignore' })
  const said: Buffer[] = []
  let prepared: Prepared | undefined
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk))
  child.once('message', (message) => (prepared = message as Prepared))
  const ended = new Promise((resolve) => child.once('close', resolve))
  await rest.catch(() => child.kill())
  await ended
  await rest
  if (prepared) return prepared
  throw new StartRefusal(Buffer.concat(said).toString().trim() || 'The database could not be prepared.')
}
