/** The official SDK lists, approves and rejects the submissions of bounties. */
import test from 'ava'
import { Dub } from 'dub'
import { type TestApi, testApi } from '../support/api.js'
import { partnerProgram } from '../support/earnings.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

for (const mount of ['', '/api']) {
  test(`the SDK reviews submissions of bounties, with the service at ${mount || 'the root'}`, async (t) => {
    const tenant = await partnerProgram(api)
    const dub = new Dub({ token: tenant.key, serverURL: api.url + mount })
    const { body: bounty } = await tenant.call('POST /bounties', { type: 'submission', name: 'Write', rewardAmount: 700 })
    const [ann, bob] = [await tenant.enrol(), await tenant.enrol()]
    for (const { partner } of [ann, bob])
      await tenant.call(`POST /bounties/${bounty.id}/submissions`, { partnerId: partner.id, urls: ['https://blog.example/one'] })

    const submissions = await dub.bounties.listSubmissions({ bountyId: bounty.id })
    t.deepEqual(
      submissions.map(({ partnerId, status }) => [partnerId, status]),
      [
        [ann.partner.id, 'submitted'],
        [bob.partner.id, 'submitted'],
      ],
    )
    const [first, second] = submissions.map(({ id }) => id) as [string, string]
    t.is((await dub.bounties.approveSubmission({ bountyId: bounty.id, submissionId: first })).status, 'approved')
    const rejected = await dub.bounties.rejectSubmission({
      bountyId: bounty.id,
      submissionId: second,
      requestBody: { rejectionReason: 'other', rejectionNote: 'Too short' },
    })
    t.like(rejected, { status: 'rejected', rejectionNote: 'Too short' })
    t.deepEqual(
      (await tenant.commissions()).map(({ earnings, partner_id }) => [earnings, partner_id]),
      [[700, ann.partner.id]],
    )
  })
}
