import test from 'ava'
import { exportApplications } from '../../../shared/applications/index.js'
import { type TestApi, testApi } from '../../support/api.js'
import { testMember } from '../../support/callers.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

test('an export contains every application that waits, also if newer ones are approved while it is read', async (t) => {
  const { make, resources } = api
  const member = await testMember(api)
  const program = await make.program(member.workspace)
  const ids: string[] = []
  for (let number = 0; number < 150; number++) {
    const partner = await make.partner()
    const id = await make.application(program, partner)
    await make.enrolment(program, partner, { status: 'pending', applicationId: id })
    ids.push(id)
  }
  const read: string[] = []
  for await (const line of await exportApplications(await member.scope(), {})) {
    if (read.length === 1)
      await resources.database.pool.query(`update enrolments set status = 'approved' where application_id = any ($1)`, [ids.slice(-20)])
    read.push(line.split(',')[0] as string)
  }
  t.deepEqual(read, ['id', ...ids.toSorted().toReversed()])
})
