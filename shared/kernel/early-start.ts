/**
 * Starting a process before its whole environment is known: its modules load while the database still comes up. The rest follows as its
 * first message, when it may go on.
 */
import { type ChildProcess, spawn } from 'node:child_process'

/** Set for a process that is told the rest. */
const restFollows = 'ENVIRONMENT_FOLLOWS'

export interface EarlyStart {
  file: string
  args?: string[]
  /** What is known at once. */
  env: NodeJS.ProcessEnv
  /** When it fails, the process is told nothing: who started it ends it. */
  rest: Promise<NodeJS.ProcessEnv>
  execArgv?: string[]
}

/** A session of its own: the terminal's interrupt must not reach it, for the supervisor says who stops when. */
export function startEarly({ file, args = [], env, rest, execArgv = [] }: EarlyStart): ChildProcess {
  const child = spawn(process.execPath, [...execArgv, file, ...args], {
    detached: true,
    env: { ...env, [restFollows]: 'yes' },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  const tell = (known: NodeJS.ProcessEnv) => child.connected && child.send(known, () => undefined)
  rest.then(tell, () => undefined)
  return child
}

let whole: Promise<NodeJS.ProcessEnv> | undefined

/** The environment of this process, once it is whole. */
export const wholeEnvironment = (): Promise<NodeJS.ProcessEnv> => (whole ??= awaitRest())

async function awaitRest(): Promise<NodeJS.ProcessEnv> {
  const { [restFollows]: follows, ...known } = process.env
  if (!follows) return known
  const rest = await new Promise<NodeJS.ProcessEnv>((resolve) => {
    const orphaned = () => process.exit(1)
    if (!process.connected) orphaned()
    process.once('disconnect', orphaned)
    process.once('message', (message) => {
      process.off('disconnect', orphaned)
      resolve(message as NodeJS.ProcessEnv)
    })
  })
  return { ...known, ...rest }
}
