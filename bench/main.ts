/**
 * `npm run bench`: every bench in turn, each in a process of its own. `npm run bench -- redirects` runs one. What names no bench is passed
 * on to it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const benches = ['redirects', 'links', 'bulk', 'search', 'ingestion', 'analytics', 'conversions', 'memory', 'webhooks']
const words = process.argv.slice(2)
const asked = benches.filter((one) => words.includes(one))
const others = words.filter((one) => !benches.includes(one))

console.log(`${''.padEnd(58)} ${'ours'.padStart(14)} ${'beside it'.padStart(14)} ${'ratio'.padStart(7)}  target`)
for (const name of benches.filter((one) => asked.length === 0 || asked.includes(one))) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`./${name}.js`, import.meta.url)), ...others], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
