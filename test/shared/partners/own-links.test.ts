import test from 'ava'
import { deleteOwnLink } from '../../../shared/partners/index.js'
import { testMember } from '../../support/callers.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

test('changing one link of a partner does not read the others', async (t) => {
  const { make } = service
  const { workspace, scope } = await testMember(service)
  const program = await make.program(workspace)
  const partner = await make.partner()
  await make.enrolment(program, partner)
  for (let link = 0; link < 3; link++) await make.link(workspace, { programId: program.id, partnerId: partner.id })
  const foreign = await make.link(workspace, { programId: program.id, partnerId: (await make.partner()).id })
  const opened = await scope()
  let rowsRead = 0
  const em = new Proxy(opened.em, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name !== 'execute') return value.bind(target) as unknown
      return async (...args: unknown[]) => {
        const rows = (await Reflect.apply(value, target, args)) as unknown[]
        rowsRead += rows.length
        return rows
      }
    },
  })
  await t.throwsAsync(deleteOwnLink({ ...opened, em }, partner.id, foreign.id), { message: new RegExp(foreign.id) })
  t.is(rowsRead, 0)
})
