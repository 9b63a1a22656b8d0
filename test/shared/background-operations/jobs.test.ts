import test from 'ava'
import { storeResultFileJob } from '../../../shared/background-operations/jobs.js'
import { hours } from '../../../shared/kernel/time.js'

test('the result of an export is stored although the file store is away for hours', (t) => {
  const { attempts, backoff } = storeResultFileJob
  // Delays double from attempt to attempt. Jitter shortens each of them.
  const shortest = backoff.delay * (2 ** (attempts - 1) - 1) * (1 - backoff.jitter)
  t.true(shortest > hours(3), `${shortest} ms`)
})
