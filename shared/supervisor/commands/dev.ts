/** `npm run dev`: like `npm start`, and restarts with every change that compiles. */
import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { runSupervisor } from '../run-supervisor.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const supervisor = await runSupervisor({ NODE_ENV: 'development', ...process.env })
const compiler = spawn(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '--watch', '--preserveWatchOutput'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
})
process.once('exit', () => compiler.kill())

// The first compilation only confirms the running code.
let compilations = 0
for await (const line of createInterface({ input: compiler.stdout })) {
  if (/error TS\d+/.test(line)) console.error(line)
  if (!/Found 0 errors/.test(line) || compilations++ === 0) continue
  console.log('Code changed, restarting.')
  spawnSync(process.execPath, ['.ci/build.mjs', '--build', 'programs'], { cwd: root, stdio: 'inherit' })
  await supervisor.restart().catch((error: Error) => console.error(error.message))
}
