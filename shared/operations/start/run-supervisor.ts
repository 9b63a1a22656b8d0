/** The supervisor as a process: signals, the table on the terminal, one sentence when it can't start. */
import { readConfig } from '../../kernel/config.js'
import { startFailure } from '../../kernel/process.js'
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
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
