/**
 * Loaded by AVA before every test file. With TEST_COVERAGE_FOLDER it writes the block coverage of our code at exit. Node's own
 * NODE_V8_COVERAGE counts every call, including those of libraries, most of which would be discarded.
 */
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

const folder = process.env.TEST_COVERAGE_FOLDER
const sourceUrls = ['api', 'shared', 'workers', 'migrations'].map((name) => new URL(`../../${name}/`, import.meta.url).href)

if (folder) {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true })
  process.on('exit', () => {
    session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error) throw error
      const result = coverage.result.filter(({ url }) => sourceUrls.some((prefix) => url.startsWith(prefix)))
      writeFileSync(join(folder, `coverage-${process.pid}-${threadId}.json`), JSON.stringify({ result }))
    })
  })
}
