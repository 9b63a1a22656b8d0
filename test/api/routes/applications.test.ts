import test from 'ava'
import { Dub } from 'dub'
import { applicationRate, confirmationEmailRate } from '../../../shared/applications/limits.js'
import { clientSubnet } from '../../../shared/kernel/client-subnet.js'
import { type TestApi, testApi } from '../../support/api.js'
import { emailsTo, latestEmailTo, linkIn } from '../../support/emails.js'
import { findForm } from '../../support/html-forms.js'
import { runJobByName, runQueuedJobs, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { mailServer } from '../../support/mail-server.js'
import { programOwner as createProgramOwner } from '../../support/program-owner.js'
import { resetRateLimit } from '../../support/rate-limits.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

const post = (path: string, fields: Record<string, string>) =>
  api.call(`POST ${path}`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
const runJobs = () => runQueuedJobsAndSubscribers(api.resources)
const sendReminders = async () => {
  await runJobByName(api.resources, 'applications.send-reminders')
  await runQueuedJobs(api.resources)
}
const sql = (text: string, values: unknown[]) => api.resources.database.pool.query(text, values)

/** An owner of a program to which guests apply through the page. `apply` returns the application. */
async function programOwner(overrides = {}) {
  const owner = await createProgramOwner(api, overrides)
  const fill = async (fields: Record<string, string> = {}) => {
    const email = fields.email ?? owner.email()
    const page = await api.call(`GET /auth/apply/${owner.program.slug}`)
    const { action, fields: preset } = findForm(page.body)
    for (const address of ['127.0.0.1', '::1'])
      await resetRateLimit(api.resources, 'throttle', `application:${owner.program.id}:${clientSubnet(address)}`, applicationRate)
    const reply = await post(action, { ...preset, name: 'Ada', 'answer-promotion': 'On my blog', ...fields, email })
    await runQueuedJobs(api.resources)
    return { email, reply }
  }
  const confirm = async (email: string) => {
    const link = linkIn(await latestEmailTo(api.config.dataDir, email, ({ subject }) => subject.startsWith('Confirm')))
    const { action, fields } = findForm((await api.call(`GET ${link}`)).body)
    return post(action, fields)
  }
  const apply = async (fields: Record<string, string> = {}) => {
    const { email, reply } = await fill(fields)
    if (reply.status !== 200) throw new Error(reply.body)
    const confirmed = await confirm(email)
    if (confirmed.status !== 200) throw new Error(confirmed.body)
    const all = (await owner.call('GET /program-applications')).body
    return all.find((one: { partner: { email: string } }) => one.partner.email === email)
  }
  return { ...owner, fill, confirm, apply }
}

test.serial('a guest applies on the page, confirms the address, and is listed until the approval enrols the partner', async (t) => {
  const { call, program, workspace, apply } = await programOwner({ webhookTriggers: ['partner.application_submitted', 'partner.enrolled'] })
  const application = await apply({ country: 'de', website: 'ada.example', twitter: 'https://x.com/ada?s=1' })
  t.like(application, { applicationFormData: [{ label: 'How do you plan to promote us?', value: 'On my blog' }] })
  t.like(application.partner, { name: 'Ada', country: 'DE', status: 'pending', website: 'https://ada.example', twitter: 'ada' })
  t.deepEqual((await call('GET /program-applications/count')).body, { count: 1 })
  t.deepEqual((await call('GET /program-applications?country=FR')).body, [])
  const csv = String((await call('GET /program-applications/export')).body)
  t.regex(csv, /ada\.example.*How do you plan to promote us\?: On my blog/s)
  t.is(
    String((await call('GET /program-applications/export?country=FR')).body)
      .trim()
      .split('\n').length,
    1,
  )
  const partnerId = application.partner.id
  t.deepEqual((await call(`GET /partners/${partnerId}`)).body.links, [])
  t.deepEqual((await call('POST /program-applications/approve', { partnerId })).body, { partnerId })
  t.is((await call('POST /program-applications/approve', { partnerId })).status, 400)
  await runJobs()
  const partner = (await call(`GET /partners/${partnerId}`)).body
  t.like(partner, { status: 'approved', groupId: program.defaultGroupId, applicationId: application.id })
  t.is(partner.links.length, 1)
  t.truthy(partner.application.reviewedAt)
  t.is((await emailsTo(api.config.dataDir, partner.email)).filter(({ subject }) => subject.startsWith('Welcome')).length, 1)
  const { rows } = await sql('select trigger, data from webhook_outbox where workspace_id = $1 order by id', [workspace.id])
  t.deepEqual(
    rows.map(({ trigger, data }) => [trigger, data.id]),
    [
      ['partner.application_submitted', application.id],
      ['partner.enrolled', partnerId],
    ],
  )
  t.deepEqual((await call('GET /program-applications')).body, [])
  const history = (await call(`GET /program-applications/history?partnerId=${partnerId}`)).body.applications
  t.is(history[0].id, application.id)
  t.deepEqual((await call('GET /program-applications/analytics')).body, {
    visits: 1,
    starts: 1,
    submissions: 1,
    approvals: 1,
    rejections: 0,
  })
  t.is((await call('GET /program-applications/analytics?end=0001-01-01')).body.visits, 0)
})

test.serial('applications with the address of another person send few emails there, which confirm all of them', async (t) => {
  const { fill, confirm, call } = await programOwner()
  const confirmations = async (email: string) =>
    (await emailsTo(api.config.dataDir, email)).filter(({ subject }) => subject.startsWith('Confirm')).length
  const { email } = await fill()
  for (let repeated = 1; repeated < 12; repeated += 1) t.is((await fill({ email })).reply.status, 200)
  t.is(await confirmations(email), confirmationEmailRate.requests)
  await sql(`update program_applications set remind_at = now() where email = $1 and remind_at is not null`, [email])
  await sendReminders()
  t.is(await confirmations(email), confirmationEmailRate.requests, 'reminders count too')
  t.is((await confirm(email)).status, 200)
  t.is((await call('GET /program-applications')).body.length, 1)
})

test.serial('an address that the operator blocked cannot be confirmed', async (t) => {
  const { fill, confirm, call } = await programOwner()
  const { email } = await fill()
  await sql('insert into blocked_emails (email, created_at) values ($1, now())', [email])
  t.is((await confirm(email)).status, 403)
  t.deepEqual((await call('GET /program-applications')).body, [])
})

test.serial('a rejected applicant gets the reason, and may apply again at once if the program says so', async (t) => {
  const { call, apply, fill, confirm } = await programOwner()
  const one = await apply()
  const body = { partnerId: one.partner.id, rejectionReason: 'needsMoreDetail', rejectionNote: ' Tell us more. ' }
  t.is((await call('POST /program-applications/reject', { ...body, flagForFraud: true })).status, 400)
  t.is(
    (
      await call('POST /program-applications/reject', {
        ...body,
        flagForFraud: true,
        flagForFraudReason: 'Bot',
        reapplicationTimeframe: 'instant',
      })
    ).status,
    400,
  )
  t.is((await call('POST /program-applications/reject', body)).status, 200)
  t.is((await call('POST /program-applications/reject', body)).status, 400)
  await runJobs()
  const email = await latestEmailTo(api.config.dataDir, one.partner.email, ({ subject }) => subject.includes('not accepted'))
  t.regex(email.text, /more detail[^]*Tell us more\./)
  t.like((await call(`GET /program-applications/${one.id}`)).body, { rejectionReason: 'needsMoreDetail', rejectionNote: 'Tell us more.' })
  await fill({ email: one.partner.email })
  t.is((await confirm(one.partner.email)).status, 409)
  t.is((await call('POST /partners/approve/bulk', { partnerIds: [one.partner.id] })).status, 200)
  await runJobs()
  t.like((await call(`GET /program-applications/${one.id}`)).body, { rejectionReason: null, rejectionNote: null })
  const two = await apply()
  await call('POST /program-applications/reject', { partnerId: two.partner.id, reapplicationTimeframe: 'instant' })
  t.is((await call(`GET /partners/${two.partner.id}`)).status, 404)
  t.truthy(await apply({ email: two.partner.email }))
})

test.serial(
  'groups that approve by themselves enrol applicants who meet the requirements, and the others are rejected later',
  async (t) => {
    const { call, program, apply } = await programOwner()
    await call(`PATCH /groups/${program.defaultGroupId}`, { autoApprovePartners: true })
    await call(`PATCH /programs/${program.id}`, { applicationRequirements: [{ key: 'country', operator: 'is', value: ['DE'] }] })
    const good = await apply({ country: 'DE' })
    const bad = await apply({ country: 'FR' })
    await runJobs()
    const statusOf = async (id: string) => (await call(`GET /partners/${id}`)).body.status
    t.is(await statusOf(good.partner.id), 'approved')
    await runJobByName(api.resources, 'applications.auto-reject')
    t.is(await statusOf(bad.partner.id), 'pending')
    await sql(`update program_applications set auto_reject_at = auto_reject_at - interval '31 minutes' where id = $1`, [bad.id])
    await runJobByName(api.resources, 'applications.auto-reject')
    t.is(await statusOf(bad.partner.id), 'rejected')
    t.is((await call(`GET /program-applications/${bad.id}`)).body.rejectionReason, 'doesNotMeetRequirements')
  },
)

test.serial('a requirement names countries that exist', async (t) => {
  const { call, program } = await programOwner()
  const requirement = (value: string) => ({ applicationRequirements: [{ key: 'country', operator: 'is', value: [value] }] })
  for (const value of ['Germany', 'ZZ', '']) {
    const refused = await call(`PATCH /programs/${program.id}`, requirement(value))
    t.is(refused.status, 422, value)
    t.regex(refused.body.error.message, /Must be a two-letter country code/)
  }
  t.like((await call(`PATCH /programs/${program.id}`, requirement('de'))).body, requirement('DE'))
})

test.serial('the country of the profile counts before that of the form', async (t) => {
  const { call, program, apply } = await programOwner()
  await call(`PATCH /groups/${program.defaultGroupId}`, { autoApprovePartners: true })
  await call(`PATCH /programs/${program.id}`, { applicationRequirements: [{ key: 'country', operator: 'is', value: ['DE'] }] })
  const [good, bad] = [await api.make.partner({ country: 'DE' }), await api.make.partner({ country: 'FR' })]
  await apply({ email: good.email ?? '' })
  const pretended = await apply({ email: bad.email ?? '', country: 'DE' })
  await runJobs()
  const statusOf = async (id: string) => (await call(`GET /partners/${id}`)).body.status
  t.is(await statusOf(good.id), 'approved', 'the form names no country')
  await sql(`update program_applications set auto_reject_at = auto_reject_at - interval '31 minutes' where id = $1`, [pretended.id])
  await runJobByName(api.resources, 'applications.auto-reject')
  t.is(await statusOf(bad.id), 'rejected')
})

test.serial('an approval beyond the limit of partners is refused, after unknown partners and those who do not apply', async (t) => {
  const { call, program, workspace, partner } = await programOwner()
  const [member, applicant] = [await partner(), await api.make.partner()]
  await api.make.enrolment(program, applicant, { status: 'pending' })
  await sql('update workspaces set partners_limit = 1 where id = $1', [workspace.id])
  const approve = async (partnerId: string) => (await call('POST /program-applications/approve', { partnerId })).status
  t.deepEqual([await approve('pn_unknown'), await approve(member.id), await approve(applicant.id)], [404, 400, 403])
  t.is((await call(`GET /partners/${applicant.id}`)).body.status, 'pending')
})

test.serial('a group approves by itself in a program that is not the default one', async (t) => {
  const { call, program, apply } = await programOwner()
  await call(`PATCH /groups/${program.defaultGroupId}`, { autoApprovePartners: true })
  const { partner } = await apply({ country: 'DE' })
  await sql('update workspaces set default_program_id = null where default_program_id = $1', [program.id])
  await runJobs()
  const { rows } = await sql('select status from enrolments where program_id = $1 and partner_id = $2', [program.id, partner.id])
  t.deepEqual(rows, [{ status: 'approved' }])
})

test.serial('an approval that became due while the workspace was disabled follows its restoration', async (t) => {
  const { call, program, workspace, apply } = await programOwner()
  const operator = (path: string) =>
    api.call(`POST /admin/workspaces/${path}`, { key: api.config.adminApiKey as string, body: { slug: workspace.slug } })
  const earlier = await apply({ country: 'DE' })
  await call(`PATCH /groups/${program.defaultGroupId}`, { autoApprovePartners: true })
  const queued = await apply({ country: 'DE' })
  await operator('disable')
  await runJobs()
  const statuses = async () => {
    const { rows } = await sql('select partner_id, status from enrolments where program_id = $1', [program.id])
    const of = new Map(rows.map(({ partner_id, status }) => [partner_id, status]))
    return [earlier, queued].map(({ partner }) => of.get(partner.id))
  }
  t.deepEqual(await statuses(), ['pending', 'pending'])
  await operator('restore')
  await runJobs()
  t.deepEqual(await statuses(), ['pending', 'approved'])
})

test.serial('an applicant who seems to have a second account waits for a person, where the plan includes fraud detection', async (t) => {
  const { call, program, apply } = await programOwner()
  await call(`PATCH /groups/${program.defaultGroupId}`, { autoApprovePartners: true })
  const first = await apply({ country: 'DE' })
  await runJobs()
  const second = await apply({ country: 'DE' })
  await sql(`update partners set crypto_wallet_address = $1 where id = any($2)`, [
    `wallet ${program.id}`,
    [first.partner.id, second.partner.id],
  ])
  await runJobs()
  const statusOf = async (id: string) => (await call(`GET /partners/${id}`)).body.status
  t.deepEqual([await statusOf(first.partner.id), await statusOf(second.partner.id)], ['approved', 'pending'])
  t.deepEqual(
    (await call(`GET /fraud/groups?partnerId=${second.partner.id}`)).body.map(({ type }: { type: string }) => type),
    ['partnerDuplicateAccount'],
  )
  await call('POST /program-applications/approve', { partnerId: second.partner.id })
  t.is(await statusOf(second.partner.id), 'approved')
})

test.serial('a guest who does not confirm is reminded', async (t) => {
  const { fill } = await programOwner()
  const { email } = await fill()
  const sent = async () => (await emailsTo(api.config.dataDir, email)).length
  t.is(await sent(), 1)
  await sendReminders()
  t.is(await sent(), 1)
  await sql(`update program_applications set remind_at = remind_at - interval '16 minutes' where email = $1`, [email])
  await sendReminders()
  await sendReminders()
  t.is(await sent(), 2)
})

test.serial('an address that the mail server refuses keeps no other guest from being reminded', async (t) => {
  const mail = await mailServer({ rejects: (to) => to.startsWith('gone') })
  const own = await testApi({ SMTP_URL: mail.url })
  try {
    const { program } = await createProgramOwner(own)
    for (const [index, email] of ['gone@example.com', 'ada@example.com'].entries()) {
      const id = await own.make.application(program, await own.make.partner({ email }))
      await own.resources.database.pool.query(
        `update program_applications set partner_id = null, submitted_at = null, email = $2, remind_at = now() + $3 * interval '1 second'
         where id = $1`,
        [id, email, index - 10],
      )
    }
    await runJobByName(own.resources, 'applications.send-reminders').catch(() => undefined)
    const { rows } = await own.resources.database.pool.query(
      `select name, payload from outbox where name = 'applications.send-confirmation'`,
    )
    for (const { name, payload } of rows) await runJobByName(own.resources, name, payload).catch(() => undefined)
    t.deepEqual(
      mail.received.map(({ to }) => to),
      ['ada@example.com'],
    )
  } finally {
    await own.close()
    await mail.close()
  }
})

test.serial('guests of one IPv6 network share the limit of applications', async (t) => {
  const own = await testApi({ TRUST_PROXY: '1' })
  try {
    const { program } = await createProgramOwner(own)
    const apply = (host: number) =>
      own.call('POST /program-applications/submit', {
        headers: { 'x-forwarded-for': `2001:db8:1:2::${host}` },
        body: {
          programSlug: program.slug,
          name: 'Ada',
          email: `ada${host}@example.com`,
          answers: [{ fieldId: 'promotion', value: ['On my blog'] }],
        },
      })
    const statuses = []
    for (let host = 1; host <= applicationRate.requests + 1; host++) statuses.push((await apply(host)).status)
    t.deepEqual(statuses, [...Array.from({ length: applicationRate.requests }, () => 202), 429])
  } finally {
    await own.close()
  }
})

test.serial('only the latest of several applications is reminded of, and none of a program that ended', async (t) => {
  const { fill, program } = await programOwner()
  const { email } = await fill()
  await fill({ email })
  const sent = async () => (await emailsTo(api.config.dataDir, email)).length
  const remind = async () => {
    await sql(`update program_applications set remind_at = now() - interval '1 minute' where email = $1 and remind_at is not null`, [email])
    await sendReminders()
  }
  t.is(await sent(), 2)
  await remind()
  t.is(await sent(), 3)
  await sql('update programs set deactivated_at = now() where id = $1', [program.id])
  await remind()
  t.is(await sent(), 3)
})

test.serial(
  'a link submits the applications to the other programs of a workspace when one has enrolled the applicant meanwhile',
  async (t) => {
    const { fill, confirm, call, program, workspace, partner } = await programOwner()
    const second = await api.make.program(workspace)
    await sql('update partner_groups set application_form_published_at = now() where id = $1', [second.defaultGroupId])
    await sql('update workspaces set default_program_id = $2 where id = $1', [workspace.id, program.id])
    const { email } = await fill()
    const answers = [{ fieldId: 'promotion', value: 'On my blog' }]
    const body = { programSlug: second.slug, name: 'Ada', email, answers }
    t.is((await api.call('POST /program-applications/submit', { body })).status, 202)
    await partner({ email })
    const confirmed = await confirm(email)
    t.is(confirmed.status, 200)
    t.regex(confirmed.body, new RegExp(second.name))
    t.notRegex(confirmed.body, new RegExp(program.name))
    t.deepEqual((await call('GET /program-applications')).body, [])
    const { rows } = await sql('select status from enrolments where program_id = $1', [second.id])
    t.deepEqual(rows, [{ status: 'pending' }])
  },
)

test.serial('unknown programs and unpublished forms have no page, and missing answers are named', async (t) => {
  const { call, program, fill } = await programOwner()
  t.is((await api.call('GET /auth/apply/no-such-program')).status, 404)
  const { reply } = await fill({ 'answer-promotion': '' })
  t.is(reply.status, 422)
  t.regex(reply.body, /How do you plan to promote us\?/)
  await call(`PATCH /groups/${program.defaultGroupId}`, { applicationFormPublished: false })
  t.is((await api.call(`GET /auth/apply/${program.slug}`)).status, 404)
})

test.serial('an applicant uploads an image with the form, which the program sees; other files are not accepted', async (t) => {
  const { call, program, confirm } = await programOwner()
  const field = { id: 'photo', label: 'Your photo', type: 'image-upload', required: true, data: {} }
  await call(`PATCH /groups/${program.defaultGroupId}`, { applicationFormData: { fields: [field] } })
  const page = await api.call(`GET /auth/apply/${program.slug}`)
  t.regex(page.body, /enctype="multipart\/form-data"[^]*type="file" name="answer-photo"/)
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const send = async (type: string) => {
    const form = new FormData()
    const email = `photo-${type.replace('/', '-')}@example.com`
    for (const [name, value] of Object.entries({ name: 'Ada', email })) form.append(name, value)
    form.append('answer-photo', new Blob([Buffer.from(pixel, 'base64')], { type }), 'photo')
    const { action } = findForm(page.body)
    return { email, response: await fetch(api.url + action, { method: 'POST', body: form }) }
  }
  t.is((await send('application/pdf')).response.status, 422)
  const { email, response } = await send('image/png')
  t.is(response.status, 200)
  await runQueuedJobs(api.resources)
  await confirm(email)
  const [application] = (await call('GET /program-applications')).body
  t.regex(application.applicationFormData[0].value, /\/files\/.*\.png/)
})

test.serial('the form says that a required question about channels needs one of them', async (t) => {
  const { call, program } = await programOwner()
  const data = { fields: [{ type: 'website', required: false }] }
  const field = { id: 'channels', label: 'Your channels', type: 'website-and-socials', required: true, data }
  await call(`PATCH /groups/${program.defaultGroupId}`, { applicationFormData: { fields: [field] } })
  const page = await api.call(`GET /auth/apply/${program.slug}`)
  t.regex(page.body, /Your channels: at least one is required\./)
  const refused = await post(findForm(page.body).action, { name: 'Ada', email: 'no-channels@example.com' })
  t.is(refused.status, 422)
  t.regex(refused.body, /Your channels/)
})

test.serial('a user applies with the account and takes the application back', async (t) => {
  const { call, program } = await programOwner()
  const { key: userKey } = await api.make.token(await api.make.user(), null)
  const asUser = (path: string, body: object) => api.call(path, { key: userKey, body })
  const body = { programSlug: program.slug, answers: [{ fieldId: 'promotion', value: 'In my shop' }] }
  const applied = await asUser('POST /program-applications/apply', body)
  t.is(applied.status, 201, JSON.stringify(applied.body))
  t.is((await asUser('POST /program-applications/apply', body)).status, 409)
  t.is((await call('GET /program-applications')).body[0].id, applied.body.id)
  t.is((await asUser('POST /program-applications/withdraw', { programSlug: program.slug })).status, 200)
  t.deepEqual((await call('GET /program-applications')).body, [])
})

test.serial('an applicant who comes by the address of a partner was referred by that partner, who earns for the approval', async (t) => {
  const { call, program, apply, fill, confirm, partner } = await programOwner()
  const reward = { event: 'referral', type: 'flat', amountInCents: 700, config: { trigger: 'partnerApproved' } }
  t.is((await call('POST /rewards', { ...reward, groupId: program.defaultGroupId })).status, 201)
  const [referrer, other] = [await partner(), await partner()]
  await runJobs()
  const page = await api.call(`GET /auth/apply/${program.slug}?via=${referrer.id}`)
  t.is(findForm(page.body).fields.via, referrer.id)
  const { partner: applicant } = await apply({ via: referrer.id })
  const referral = async (id: string) => (await call(`GET /partners/${id}/referral`)).body.referredBy?.id ?? null
  t.is(await referral(applicant.id), referrer.id)
  t.is((await call('POST /program-applications/approve', { partnerId: applicant.id })).status, 200)
  await runJobs()
  const earned = (await call(`GET /commissions?partnerId=${referrer.id}&type=referral`)).body
  t.deepEqual(
    earned.map(({ earnings }: { earnings: number }) => earnings),
    [700],
  )

  await sql('update partners set username = $1 where id = $2', [referrer.id, other.id])
  const { partner: claimed } = await apply({ via: referrer.id })
  t.is(await referral(claimed.id), referrer.id, 'the id of a partner counts before the user name of another one')

  const { partner: stranger } = await apply({ via: 'nobody' })
  t.is(await referral(stranger.id), null)
  const patch = (referredByPartnerId: string | null) => call(`PATCH /partners/${stranger.id}`, { referredByPartnerId })
  t.deepEqual([(await patch(stranger.id)).status, (await patch('pn_unknown')).status, (await patch(other.id)).status], [404, 404, 200])
  t.is(await referral(stranger.id), other.id)
  t.is((await patch(null)).status, 200)
  t.is(await referral(stranger.id), null)
  t.is((await fill({ email: referrer.email, via: referrer.id })).reply.status, 200)
  t.is((await confirm(referrer.email)).status, 409)
  t.is(await referral(referrer.id), null)
})

test.serial('each program knows its own referrer of a partner, which no other program changes', async (t) => {
  const [first, second] = [await programOwner(), await programOwner()]
  const [referrer, other] = [await first.partner(), await first.partner()]
  await second.partner({ email: referrer.email })
  const competitor = await second.partner()
  const { partner: applicant } = await first.apply({ via: referrer.id })
  const { partner } = await second.apply({ email: applicant.email, via: competitor.id })
  t.is(partner.id, applicant.id)
  const referrers = () =>
    Promise.all([first, second].map(async ({ call }) => (await call(`GET /partners/${partner.id}/referral`)).body.referredBy?.id ?? null))
  t.deepEqual(await referrers(), [referrer.id, competitor.id])
  const patch = async ({ call }: typeof first, referredByPartnerId: string | null) =>
    (await call(`PATCH /partners/${partner.id}`, { referredByPartnerId })).status
  t.is(await patch(second, null), 200)
  t.deepEqual(await referrers(), [referrer.id, null])
  t.is(await patch(second, other.id), 404)
  t.is(await patch(first, other.id), 200)
  t.is(await patch(second, referrer.id), 200)
  t.deepEqual(await referrers(), [other.id, referrer.id])
  t.is((await first.call(`GET /partners/count?referredByPartnerId=${referrer.id}`)).body, 0)
  t.is((await second.call(`GET /partners/count?referredByPartnerId=${referrer.id}`)).body, 1)
})

test.serial('the risks of an applicant are listed with the highest severity', async (t) => {
  const { call, apply } = await programOwner()
  const risks = async (id: string) => {
    const { body } = await call(`GET /partners/${id}/application-risks`)
    return [body.severity, ...body.risks.map(({ type }: { type: string }) => type)]
  }
  const plain = await apply({ website: 'other.example' })
  t.deepEqual(await risks(plain.partner.id), ['medium', 'partnerNoSocialLinks', 'partnerEmailDomainMismatch'])
  const social = await apply({ twitter: 'ada' })
  t.deepEqual(await risks(social.partner.id), ['low', 'partnerNoVerifiedSocialLinks'])
  t.is((await call('GET /partners/pn_unknown/application-risks')).status, 404)
})

test.serial('the official client lists, approves and rejects applications', async (t) => {
  const { key, apply } = await programOwner()
  const dub = new Dub({ token: key, serverURL: api.url })
  const [one, two] = [await apply(), await apply()]
  const listed = await dub.partnerApplications.list({})
  t.deepEqual(
    listed.map(({ id }) => id),
    [two.id, one.id],
  )
  t.is((await dub.partnerApplications.approve({ partnerId: one.partner.id })).partnerId, one.partner.id)
  t.is((await dub.partnerApplications.reject({ partnerId: two.partner.id })).partnerId, two.partner.id)
})
