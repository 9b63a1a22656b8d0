/** Starts a process before its whole environment is known, so that its modules load while the database is still starting. */
import { type ChildProcess, spawn } from 'node:child_process'
import { deferredEnvFlag } from '../kernel/deferred-env.js'

export interface SpawnEarlyOptions {
  file: string
  args?: string[]
  /** Variables that are known at once. */
  env: NodeJS.ProcessEnv
  /** The remaining variables, sent as the first message. When it rejects, nothing is sent: the parent must end the process. */
  deferredEnv: Promise<NodeJS.ProcessEnv>
}

/** Spawns into a session of its own: the terminal's interrupt must not reach the child, because the supervisor decides the stop order. */
export function spawnEarly({ file, args = [], env, deferredEnv }: SpawnEarlyOptions): ChildProcess {
  const child = spawn(process.execPath, [file, ...args], {
    detached: true,
    env: { ...env, [deferredEnvFlag]: 'yes' },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  const send = (variables: NodeJS.ProcessEnv) => child.connected && child.send(variables, () => undefined)
  deferredEnv.then(send, () => undefined)
  return child
}
