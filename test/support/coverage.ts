/**
 * Loaded by AVA before every test file: with TEST_COVERAGE, writes down at the end which parts of the program ran. Of Node's own collecting
 * (NODE_V8_COVERAGE) most is thrown away: it counts every call, and those of every library.
 */
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

const folder = process.env.TEST_COVERAGE
const program = ['api', 'shared', 'workers', 'migrations'].map((room) => new URL(`../../${room}/`, import.meta.url).href)

if (folder) {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true })
  process.on('exit', () => {
    session.post('Profiler.takePreciseCoverage', (error, found) => {
      if (error) throw error
      const result = found.result.filter(({ url }) => program.some((room) => url.startsWith(room)))
      writeFileSync(join(folder, `coverage-${process.pid}-${threadId}.json`), JSON.stringify({ result }))
    })
  })
}
