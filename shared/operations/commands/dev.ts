/** `npm run dev`: `npm start` that takes over every change that compiles. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { runSupervisor } from '../start/run-supervisor.js'

const top = fileURLToPath(new URL('../../../../', import.meta.url))
const running = await runSupervisor({ NODE_ENV: 'development', ...process.env })
const compiler = spawn(process.execPath, ['node_modules/typescript/bin/tsc', '--watch', '--preserveWatchOutput'], {
  cwd: top,
  stdio: ['ignore', 'pipe', 'inherit'],
})
process.once('exit', () => compiler.kill())

// The first pass only finds what already runs.
let passes = 0
for await (const line of createInterface({ input: compiler.stdout })) {
  if (/error TS\d+/.test(line)) console.error(line)
  if (!/Found 0 errors/.test(line) || passes++ === 0) continue
  console.log('The program changed: starting anew.')
  await running.restart().catch((error: Error) => console.error(error.message))
}
