/** The supervisor as a process: signals, the table on the terminal, one sentence when it can't start. */
import { readConfig } from '../../kernel/config.js'
import { startFailure } from '../../kernel/process.js'
import { seconds } from '../../kernel/time.js'
import { greeting } from './greeting.js'
import { type Supervisor, supervisor } from './supervisor.js'

/** Resolves with a supervisor whose everything serves; ends the process otherwise. The first signal stops it in order, the second at once. */
export async function runSupervisor(env: NodeJS.ProcessEnv): Promise<Supervisor> {
  try {
    const config = readConfig(env)
    const running = supervisor(config, env, say)
    stopOnSignal(running)
    const credentials = await running.start()
    if (credentials) say(`\n${greeting(config, credentials, env)}\n`)
    return running
  } catch (error) {
    process.stderr.write(`${startFailure(error)}\n`)
    process.exit(1)
  }
}

function stopOnSignal(running: Supervisor): void {
  let stopping = false
  const end = () => {
    if (stopping) {
      running.kill()
      process.exit(1)
    }
    stopping = true
    say('Stopping. Ctrl-C again stops at once.')
    running.stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${startFailure(error)}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  if (process.env.npm_lifecycle_event) onParentsDeath(end)
}

/** Told to end, npm passes the word to a shell, which ends without passing it on: nobody but the shell's death tells us. */
function onParentsDeath(end: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, seconds(0.25))
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
