/** Runs the supervisor as a process: handles signals, prints the startup banner or the error. */
import { readConfig } from '../kernel/config.js'
import { formatStartupError } from '../kernel/process.js'
import { seconds } from '../kernel/time.js'
import { startupBanner } from './startup-banner.js'
import { type Supervisor, supervisor } from './supervisor.js'

/** Resolves when all processes are ready, exits otherwise. The first signal stops them gracefully, the second at once. */
export async function runSupervisor(env: NodeJS.ProcessEnv): Promise<Supervisor> {
  try {
    const config = readConfig(env)
    const running = supervisor(config, env, print)
    stopOnSignal(running)
    const prepared = await running.start()
    if (prepared) print(`\n${startupBanner({ ...prepared, config, env, isTerminal: process.stdout.isTTY })}\n`)
    return running
  } catch (error) {
    process.stderr.write(`${formatStartupError(error)}\n`)
    process.exit(1)
  }
}

function stopOnSignal(running: Supervisor): void {
  let stopping = false
  const onSignal = () => {
    if (stopping) {
      running.kill()
      process.exit(1)
    }
    stopping = true
    print('Stopping. Press Ctrl-C again to stop at once.')
    running.stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${formatStartupError(error)}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  if (process.env.npm_lifecycle_event) onParentExit(onSignal)
}

/** npm sends signals to its shell, which exits without forwarding them. The only notice is the exit of the shell. */
function onParentExit(callback: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    callback()
  }, seconds(0.25))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
