/** The job tables and their contracts. What each job changes is tested in `jobs-twice.test.ts`. */
import test from 'ava'
import { UnrecoverableError } from 'bullmq'
import { ServiceError } from '../../shared/kernel/errors.js'
import { hours } from '../../shared/kernel/time.js'
import { jobs } from '../../workers/jobs/index.js'
import { contractsOf, jobTables } from '../../workers/runtime/job-tables.js'
import { testApi } from '../support/api.js'
import { declaredContracts } from '../support/declared-contracts.js'
import { runJobByName } from '../support/jobs.js'
import { mailServer } from '../support/mail-server.js'
import { samplePayload } from '../support/sample-payload.js'

// AVA starts soon after the first declaration of a test or hook, so that everything that takes time comes before it.
const contracts = await declaredContracts()
const scheduled = jobTables(jobs).schedules
const api = await testApi()
test.after.always(() => api.close())

test.serial('the tables have scheduled jobs, queued jobs and subscriptions', (t) => {
  t.true(scheduled.length > 15)
  t.true(contracts.length > 20)
})

test.serial('every contract of a job has a row', (t) => {
  const handled = contractsOf(jobs).map(({ name }) => name)
  const declared = new Set(contracts.map(({ name }) => name))
  t.deepEqual(
    contracts.filter(({ kind, name }) => kind === 'job' && !handled.includes(name)).map(({ name }) => name),
    [],
  )
  t.deepEqual(
    handled.filter((name) => !declared.has(name)),
    [],
  )
})

const emailJobs = contracts.filter(({ name }) => /\.send-(email.*|password-reset|invite|sign-up|confirmation)$/.test(name))
test.serial('jobs that send an email survive some hours without the mail server', (t) => {
  t.true(emailJobs.length >= 10)
  for (const one of emailJobs) {
    if (one.kind !== 'job') continue
    t.true(one.backoff.delay * 2 ** (one.attempts - 1) > hours(4), one.name)
  }
})

test.serial('an email that the mail server refused for good is not sent again', async (t) => {
  const server = await mailServer({ rejects: () => true })
  t.teardown(() => server.close())
  const resources = { ...api.resources, config: { ...api.config, smtpUrl: server.url } }
  const email = { to: 'gone@example.com', subject: 'Hello', text: 'Hello.' }
  await t.throwsAsync(runJobByName(resources, 'accounts.send-email', email), { instanceOf: UnrecoverableError, message: /550/ })
})

for (const { name, payload } of contracts) {
  test.serial(`${name} accepts its payload after a round trip through JSON`, (t) => {
    const sample = samplePayload(payload)
    t.deepEqual(JSON.parse(JSON.stringify(payload.parse(sample))), sample)
  })
}

for (const row of jobs.filter(({ kind }) => kind !== 'scheduled')) {
  const contract = row.kind === 'queued' ? row.contract : row.kind === 'subscription' ? row.on : undefined
  const name = row.kind === 'subscription' ? row.name : contract?.name
  if (!contract || !name) continue
  test.serial(`${name} ignores or refuses a payload about data that does not exist`, async (t) => {
    const error = await runJobByName(api.resources, name, samplePayload(contract.payload)).then(
      () => null,
      (reason: unknown) => reason,
    )
    t.true(error === null || error instanceof ServiceError, String((error as Error | null)?.stack))
  })
}
