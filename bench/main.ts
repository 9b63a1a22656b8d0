/**
 * `npm run bench` runs every benchmark in turn, each in a process of its own. `npm run bench -- redirects` runs one. Other arguments are
 * passed to the benchmarks.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const benches = [
  'redirects',
  'links',
  'track',
  'bulk',
  'csv-import',
  'search',
  'ingestion',
  'analytics',
  'admin',
  'conversions',
  'earnings',
  'memory',
  'webhooks',
  'console',
]
const args = process.argv.slice(2)
const selected = benches.filter((one) => args.includes(one))
const otherArgs = args.filter((one) => !benches.includes(one))

console.log(`${''.padEnd(58)} ${'ours'.padStart(14)} ${'baseline'.padStart(14)} ${'ratio'.padStart(7)}  target`)
for (const name of benches.filter((one) => selected.length === 0 || selected.includes(one))) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`./${name}.js`, import.meta.url)), ...otherArgs], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
