import test from 'ava'
import { type TestApi, testApi } from '../../../support/api.js'
import { partnerProgram } from '../../../support/earnings.js'
import { runJobByName } from '../../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

test('the discount of a deleted group is deleted once its codes follow to an equivalent one', async (t) => {
  const { workspace, program, enrol, rows } = await partnerProgram(api)
  const [former, discount] = [await api.make.discount(program), await api.make.discount(program)]
  const { partner, link } = await enrol({}, { discountId: discount.id })
  const { id } = await api.make.discountCode(former, partner, link)
  await runJobByName(api.resources, 'earnings.remap-discount-codes', {
    workspaceId: workspace.id,
    programId: program.id,
    groupId: program.defaultGroupId,
    partnerIds: [partner.id],
  })
  t.deepEqual(await rows('select id, discount_id from discount_codes where program_id = $1', [program.id]), [
    { id, discount_id: discount.id },
  ])
  t.deepEqual(await rows('select id from discounts where program_id = $1', [program.id]), [{ id: discount.id }])
})
