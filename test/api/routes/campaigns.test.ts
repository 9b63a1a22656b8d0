/** Campaigns: how they are changed and sent, and what is recorded about their emails. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { type TestDns, testDns } from '../../support/dns.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { type MailServer, mailServer } from '../../support/mail-server.js'
import { bodyOf } from '../../support/make-campaigns.js'
import { programOwner } from '../../support/program-owner.js'

let api: TestApi
let mail: MailServer
let dns: TestDns
test.before(async () => {
  mail = await mailServer({ rejects: (to) => to.startsWith('refused') })
  dns = await testDns()
  api = await testApi({ SMTP_URL: mail.url, DNS_SERVERS: dns.address, BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(async () => {
  await api?.close()
  await mail?.close()
  await dns?.close()
})

const pool = () => api.resources.database.pool
const runQueued = () => runQueuedJobsAndSubscribers(api.resources)
const run = async (name: string) => {
  await runJobByName(api.resources, name)
  await runQueued()
}

/** Headers and parts of the emails to an address, oldest first, with folded headers and quoted-printable lines joined. */
const emailsTo = (to: string) =>
  mail.received.filter((one) => one.to === to).map(({ message }) => message.replaceAll(/=\r\n|(?<=:)\r\n(?= )/g, '').replaceAll('=3D', '='))
const subjectsTo = (to: string) => emailsTo(to).map((message) => /^Subject: (.*)$/m.exec(message)?.[1]?.trim())

async function owner(overrides = {}) {
  const caller = await programOwner(api, { plan: 'advanced', ...overrides })
  const { defaultGroupId } = caller.program
  const program = { id: caller.program.id as string, defaultGroupId: defaultGroupId as string }
  /** An approved partner with a user account. */
  const signedUp = async (fields = {}, name = 'partner') => {
    const email = `${name}-${randomBytes(5).toString('hex')}@example.com`
    const partner = await api.make.partner({ email, name: 'Ann' })
    await api.make.partnerUser(partner, await api.make.user({ email }))
    await api.make.enrolment(program, partner, fields)
    return { id: partner.id, email }
  }
  const campaign = async (fields: object, type = 'marketing') => {
    const { body } = await caller.call('POST /campaigns', { type, subject: 'Hi {{PartnerName}}', bodyJson: bodyOf('Hello'), ...fields })
    return { id: body.id as string, patch: (change: object) => caller.call(`PATCH /campaigns/${body.id}`, change), created: body }
  }
  return { ...caller, program, signedUp, campaign }
}

test.serial('a marketing campaign is sent once to each approved partner of its groups and tags whose users want it', async (t) => {
  const { call, program, signedUp, campaign, group } = await owner()
  const vip = await group()
  const tag = await api.make.partnerTag(program)
  const [both, groupOnly, pending] = [
    await signedUp({ groupId: vip.id }),
    await signedUp({ groupId: vip.id }),
    await signedUp({ groupId: vip.id, status: 'pending' }),
  ]
  const switchedOff = await signedUp({ groupId: vip.id })
  await pool().query(`update partner_users set notification_preferences = '{"marketingCampaign": false}' where partner_id = $1`, [
    switchedOff.id,
  ])
  const withoutAccount = await api.make.partner()
  await api.make.enrolment(program, withoutAccount, { groupId: vip.id })
  await call('POST /partners/tags/assign', {
    partnerIds: [both, withoutAccount, pending, switchedOff].map((one) => one.id),
    addTagIds: [tag.id],
  })
  const { id, patch, created } = await campaign({ groupIds: [vip.id], partnerTagIds: [tag.id], preview: 'News inside' })
  t.like(created, { status: 'draft', groups: [{ id: vip.id }], partnerTags: [{ id: tag.id }] })
  t.like((await patch({ status: 'scheduled' })).body, { status: 'scheduled' })
  await runQueued()
  await run('campaigns.queue-scheduled')
  t.is((await call(`GET /campaigns/${id}`)).body.status, 'sent')
  t.deepEqual(subjectsTo(both.email), ['Hi Ann'])
  for (const { email } of [groupOnly, pending, switchedOff, withoutAccount]) t.deepEqual(subjectsTo(email ?? ''), [])
  const [message = ''] = emailsTo(both.email)
  t.regex(message, /^List-Unsubscribe: <http:\/\/api\.example\/emails\/unsubscribe\?token=\w+>/m)
  t.regex(message, /News inside/)
  t.deepEqual((await call(`GET /campaigns/${id}/summary`)).body, { sent: 1, delivered: 1, opened: 0, bounced: 0 })
})

test.serial('openings are counted once, refused emails bounce, and the campaign is read in the thread', async (t) => {
  const { call, signedUp, campaign } = await owner()
  const [reader, refused] = [await signedUp(), await signedUp({}, 'refused')]
  const { id, patch } = await campaign({})
  await patch({ status: 'scheduled' })
  await runQueued()
  const image = /http:\/\/api\.example(\/emails\/opened\/\w+)/.exec(emailsTo(reader.email)[0] ?? '')?.[1] ?? ''
  for (let times = 0; times < 2; times++) t.is((await fetch(api.url + image)).headers.get('content-type'), 'image/gif')
  t.is((await fetch(`${api.url}/emails/opened/unknown`)).status, 200, 'an unknown token reveals nothing')
  t.deepEqual((await call(`GET /campaigns/${id}/summary`)).body, { sent: 2, delivered: 1, opened: 1, bounced: 1 })
  const [bounced] = (await call(`GET /campaigns/${id}/events?status=bounced`)).body
  t.like(bounced, { recipient: refused.email, partner: { id: refused.id }, deliveredAt: null })
  t.regex(bounced.failure, /550/)
  t.is((await call(`GET /campaigns/${id}/events/count?status=opened&search=${reader.email}`)).body, 1)
  t.is((await call(`GET /campaigns/${id}/events/count?status=opened&search=${refused.email}`)).body, 0)
  const [thread] = (await call(`GET /messages?partnerId=${reader.id}`)).body
  t.like(thread.messages[0], { type: 'campaign', subject: 'Hi Ann', text: 'Hello' })
  t.truthy(thread.messages[0].readInEmail)
})

test.serial('a recipient who unsubscribes by the page or by one click gets no more campaigns of the program', async (t) => {
  const { signedUp, campaign } = await owner()
  const partners = [await signedUp(), await signedUp()]
  const first = await campaign({})
  await first.patch({ status: 'scheduled' })
  await runQueued()
  const linkOf = (email: string) =>
    /List-Unsubscribe: <http:\/\/api\.example(\/emails\/unsubscribe\?token=\w+)>/.exec(emailsTo(email)[0] ?? '')?.[1]
  const [byPage, byClick] = partners.map(({ email }) => linkOf(email) ?? '')
  const page = await fetch(api.url + byPage)
  t.regex(await page.text(), /get no more campaigns/)
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  t.is((await fetch(api.url + byPage, { method: 'POST', headers, body: '' })).status, 200)
  const fromMailbox = { ...headers, Origin: 'https://mailbox.example' }
  t.is((await fetch(api.url + byClick, { method: 'POST', headers: fromMailbox, body: 'List-Unsubscribe=One-Click' })).status, 200)
  t.is((await fetch(`${api.url}/emails/unsubscribe?token=unknown`)).status, 404)
  const second = await campaign({ subject: 'Second' })
  await second.patch({ status: 'scheduled' })
  await runQueued()
  for (const { email } of partners) t.deepEqual(subjectsTo(email), ['Hi Ann'])
})

test.serial('a recipient can unsubscribe after the campaign was deleted, and emails of it that wait do not leave', async (t) => {
  const { call, signedUp, campaign } = await owner()
  const { email } = await signedUp()
  const first = await campaign({})
  await first.patch({ status: 'scheduled' })
  await runQueued()
  const link = /List-Unsubscribe: <http:\/\/api\.example(\/emails\/unsubscribe\?token=\w+)>/.exec(emailsTo(email)[0] ?? '')?.[1] ?? ''
  await pool().query('update notification_emails set delivered_at = null where campaign_id = $1', [first.id])
  const { rows } = await pool().query('select id from notification_emails where campaign_id = $1', [first.id])
  t.is((await call(`DELETE /campaigns/${first.id}`)).status, 200)
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  t.is((await fetch(api.url + link, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' })).status, 200)
  await runJobByName(api.resources, 'campaigns.send-email', { emailId: rows[0].id })
  const second = await campaign({ subject: 'Second' })
  await second.patch({ status: 'scheduled' })
  await runQueued()
  t.deepEqual(subjectsTo(email), ['Hi Ann'])
})

test.serial('a campaign with many partners whose sending is interrupted and runs twice at a time reaches each of them once', async (t) => {
  const { program, campaign } = await owner()
  const prefix = randomBytes(5).toString('hex')
  for (const sql of [
    `insert into partners (id, name, email, created_at, updated_at) select 'pn_' || $1 || n, 'P', $1 || n || '@example.com', now(), now()`,
    `insert into users (id, email, created_at, updated_at) select 'user_' || $1 || n, $1 || n || '@example.com', now(), now()`,
    `insert into partner_users (partner_id, user_id, role, selected_at, created_at)
     select 'pn_' || $1 || n, 'user_' || $1 || n, 'owner', now(), now()`,
  ])
    await pool().query(`${sql} from generate_series(1, 250) as n`, [prefix])
  await pool().query(
    `insert into enrolments (id, program_id, partner_id, group_id, status, created_at, updated_at)
     select 'pge_' || $1 || n, $2, 'pn_' || $1 || n, $3, 'approved', now(), now() from generate_series(1, 250) as n`,
    [prefix, program.id, program.defaultGroupId],
  )
  const { id, patch } = await campaign({})
  await patch({ status: 'scheduled', scheduledAt: '2040-01-01T00:00:00Z' })
  await pool().query(`update campaigns set scheduled_at = now() where id = $1`, [id])
  const broadcast = () => runJobByName(api.resources, 'campaigns.broadcast', { campaignId: id })
  await pool().query(`create function refuse_third_batch() returns trigger language plpgsql as $$
    begin
      if (select count(*) from notification_emails where campaign_id = new.campaign_id) >= 200 then raise exception 'interrupted'; end if;
      return new;
    end $$`)
  await pool().query(
    'create trigger refuse_third_batch before insert on notification_emails for each row execute function refuse_third_batch()',
  )
  await t.throwsAsync(broadcast(), { message: /interrupted/ })
  await pool().query('drop function refuse_third_batch cascade')
  await Promise.all([broadcast(), broadcast()])
  const count = async (sql: string) =>
    (await pool().query<{ count: number }>(`select count(*)::int as count from ${sql}`, [id])).rows[0]?.count
  t.is(await count('notification_emails where campaign_id = $1'), 250)
  t.is(await count('messages where campaign_id = $1'), 250)
  t.is(
    await count(
      `outbox o join notification_emails n on n.id = o.payload->>'emailId' where o.name = 'campaigns.send-email' and n.campaign_id = $1`,
    ),
    250,
  )
  // Partners who leave the program before their email is sent get none.
  await pool().query(`update enrolments set status = 'deactivated' where program_id = $1`, [program.id])
  await runQueued()
  t.is(await count('notification_emails where campaign_id = $1'), 0)
})

test.serial('a scheduled campaign is sent when it is due, and not after it was canceled', async (t) => {
  const { call, signedUp, campaign, workspace } = await owner()
  const { email } = await signedUp()
  const [later, canceled] = [await campaign({ subject: 'Later' }), await campaign({ subject: 'Canceled' })]
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
  for (const { patch } of [later, canceled]) t.is((await patch({ status: 'scheduled', scheduledAt })).status, 200)
  await run('campaigns.queue-scheduled')
  t.deepEqual(subjectsTo(email), [])
  t.is((await canceled.patch({ status: 'canceled' })).body.status, 'canceled')
  await pool().query(`update campaigns set scheduled_at = now() - interval '1 minute' where id = any ($1)`, [[later.id, canceled.id]])
  const runDisabled = async (disabledAt: Date | null) => {
    await pool().query('update workspaces set disabled_at = $2 where id = $1', [workspace.id, disabledAt])
    await run('campaigns.queue-scheduled')
  }
  await runDisabled(new Date())
  t.deepEqual(subjectsTo(email), [], 'the workspace is disabled')
  await runDisabled(null)
  t.deepEqual(subjectsTo(email), ['Later'])
  t.is((await call(`GET /campaigns/count?status=canceled`)).body, 1)
  t.is((await call('DELETE /campaigns/' + canceled.id)).status, 200)
  t.is((await call('GET /campaigns/' + canceled.id)).status, 404)
})

test.serial('transactional campaigns reach partners who join, whose totals change or who are enrolled for some days, once', async (t) => {
  const { call, program, signedUp, campaign } = await owner()
  const transactional = async (subject: string, triggerConditions: object[]) => {
    const { patch } = await campaign({ subject, triggerConditions }, 'transactional')
    t.is((await patch({ status: 'active' })).body.status, 'active', subject)
    return patch
  }
  await transactional('Welcome', [{ attribute: 'partnerJoined' }])
  const patchLeads = await transactional('Leads', [{ attribute: 'totalLeads', value: 2 }])
  await transactional('Week', [
    { attribute: 'partnerEnrolledDays', value: 7 },
    { attribute: 'totalLeads', operator: 'lte', value: 0 },
  ])
  const eightDays = new Date(Date.now() - 7.5 * 86_400_000)
  const [applicant, idle, late] = [
    await signedUp({ status: 'pending' }),
    await signedUp({ createdAt: eightDays }),
    await signedUp({ createdAt: new Date(Date.now() - 20 * 86_400_000) }),
  ]
  await call('POST /partners/approve/bulk', { partnerIds: [applicant.id] })
  const setLeads = (partner: { id: string }, leads: number) =>
    pool().query('update enrolments set total_leads = $3 where program_id = $1 and partner_id = $2', [program.id, partner.id, leads])
  await setLeads(applicant, 1)
  await run('campaigns.send-triggered')
  t.deepEqual(subjectsTo(applicant.email), ['Welcome'])
  await setLeads(applicant, 2)
  await run('campaigns.send-triggered')
  await setLeads(applicant, 3)
  await run('campaigns.send-triggered')
  for (let times = 0; times < 2; times++) await run('campaigns.send-by-enrolled-days')
  t.deepEqual(subjectsTo(applicant.email), ['Welcome', 'Leads'])
  t.deepEqual(subjectsTo(idle.email), ['Week'])
  t.deepEqual(subjectsTo(late.email), [], 'enrolled for longer')
  t.is((await patchLeads({ status: 'paused' })).body.status, 'paused')
  await setLeads(late, 5)
  await run('campaigns.send-triggered')
  t.deepEqual(subjectsTo(late.email), [], 'paused')
})

test.serial('a disabled workspace sends no further emails of campaigns that are active or being sent', async (t) => {
  const { program, signedUp, campaign, workspace } = await owner()
  const joined = await signedUp({ createdAt: new Date(Date.now() - 7.5 * 86_400_000) })
  for (const [subject, condition] of [
    ['Leads', { attribute: 'totalLeads', value: 1 }],
    ['Week', { attribute: 'partnerEnrolledDays', value: 7 }],
  ] as const)
    t.is((await (await campaign({ subject, triggerConditions: [condition] }, 'transactional')).patch({ status: 'active' })).status, 200)
  const started = await campaign({ subject: 'Started' })
  await pool().query(`update campaigns set status = 'sending', scheduled_at = now() where id = $1`, [started.id])
  const setDisabled = (at: Date | null) => pool().query('update workspaces set disabled_at = $2 where id = $1', [workspace.id, at])
  const addLead = async () => {
    await pool().query('update enrolments set total_leads = total_leads + 1 where program_id = $1', [program.id])
    await run('campaigns.send-triggered')
    await run('campaigns.send-by-enrolled-days')
    await runJobByName(api.resources, 'campaigns.broadcast', { campaignId: started.id })
    await runQueued()
  }
  await setDisabled(new Date())
  await addLead()
  t.deepEqual(subjectsTo(joined.email), [])
  await setDisabled(null)
  await addLead()
  t.deepEqual(subjectsTo(joined.email).toSorted(), ['Leads', 'Started', 'Week'])
})

test.serial('workflows of groups, bounties and campaigns are one list, and run only while they are enabled', async (t) => {
  const { call, program, workspace, signedUp, campaign, group } = await owner()
  const partner = await signedUp()
  const vip = await group({ moveRules: [{ attribute: 'totalLeads', operator: 'gte', value: 1 }] })
  const condition = { attribute: 'totalLeads', operator: 'gte', value: 1 }
  const bounty = await call('POST /bounties', {
    type: 'performance',
    performanceScope: 'lifetime',
    performanceCondition: condition,
    rewardAmount: 500,
  })
  const leads = await campaign({ subject: 'Leads', triggerConditions: [condition] }, 'transactional')
  await leads.patch({ status: 'active' })
  await runQueued()
  const { body: found } = await call('GET /workflows')
  t.deepEqual(
    found.map(({ actions, disabledAt }: { actions: { type: string; data: object }[]; disabledAt: unknown }) => ({
      ...actions[0],
      disabledAt,
    })),
    [
      { type: 'sendCampaign', data: { campaignId: leads.id }, disabledAt: null },
      { type: 'awardBounty', data: { bountyId: bounty.body.id }, disabledAt: null },
      { type: 'moveGroup', data: { groupId: vip.id }, disabledAt: null },
    ],
  )
  const switchAll = async (disabled: boolean) => {
    for (const { id } of found) {
      const { status, body } = await call(`PATCH /workflows/${id}`, { disabled })
      t.is(status, 200)
      t.is(body.disabledAt !== null, disabled)
    }
    await runQueued()
  }
  const addLead = async () => {
    await pool().query('update enrolments set total_leads = total_leads + 1 where program_id = $1', [program.id])
    for (const name of ['campaigns.send-triggered', 'partners.apply-move-rules', 'bounties.count-performance']) await run(name)
  }
  const results = async () => {
    const { groupId } = (await call(`GET /partners/${partner.id}`)).body
    const submissions = (await call(`GET /bounties/${bounty.body.id}/submissions`)).body
    const emails = subjectsTo(partner.email).filter((subject) => subject === 'Leads')
    return { isMoved: groupId === vip.id, submissions: submissions.length, emails: emails.length }
  }
  await switchAll(true)
  await addLead()
  t.deepEqual(await results(), { isMoved: false, submissions: 0, emails: 0 })
  await switchAll(false)
  for (let times = 0; times < 2; times++) await addLead()
  t.deepEqual(await results(), { isMoved: true, submissions: 1, emails: 1 })
  t.is((await call('GET /workflows?action=moveGroup')).body.length, 1)
  await switchAll(true)
  await pool().query(`update workspaces set plan = 'business' where id = $1`, [workspace.id])
  const answers = []
  for (const { id } of found) answers.push((await call(`PATCH /workflows/${id}`, { disabled: false })).status)
  t.deepEqual(answers, [403, 200, 403], 'the plan includes bounties only')
  t.is((await call('GET /workflows/wf_unknown')).status, 404)
})

test.serial('campaigns are refused or ignored what does not fit their type and status', async (t) => {
  const { call, campaign } = await owner()
  const error = async (response: Promise<{ status: number; body: { error: { message: string } } }>) => {
    const { status, body } = await response
    return `${status} ${body.error?.message}`
  }
  const marketing = await campaign({ triggerConditions: [{ attribute: 'partnerJoined' }] })
  t.deepEqual(marketing.created.triggerConditions, [])
  const transactional = await campaign({ scheduledAt: '2030-01-01T00:00:00Z' }, 'transactional')
  t.is(transactional.created.scheduledAt, null)
  t.regex(await error(transactional.patch({ status: 'active' })), /^400 triggerConditions is missing/)
  t.regex(await error(transactional.patch({ status: 'scheduled' })), /^400 .*transactional campaign cannot change from draft to scheduled/)
  const twice = [1, 2].map((value) => ({ attribute: 'totalLeads', value }))
  t.regex(await error(transactional.patch({ triggerConditions: twice })), /^400 .*twice/)
  t.regex(await error(marketing.patch({ subject: '', status: 'scheduled' })), /^400 subject is missing/)
  t.regex(await error(marketing.patch({ scheduledAt: 'whenever' })), /^400 scheduledAt is not a valid date/)
  t.regex(await error(marketing.patch({ groupIds: ['grp_unknown'] })), /^400 groupIds contains ids/)
  t.regex(await error(marketing.patch({ bodyJson: { type: 'doc', content: [{ type: 'script' }] } })), /^422 .*unknown type/)
  await marketing.patch({ status: 'scheduled' })
  await runQueued()
  t.regex(await error(marketing.patch({ name: 'Too late' })), /^400 The campaign is sent/)
  const copy = await call(`POST /campaigns/${marketing.id}/duplicate`)
  t.like(copy.body, { status: 'draft', subject: 'Hi {{PartnerName}}', name: 'Untitled (copy)' })
  t.is((await call('GET /campaigns?search=copy')).body.length, 1)
  for (const search of ['copy', 'copy) hi', '']) {
    const listed = (await call(`GET /campaigns?search=${encodeURIComponent(search)}`)).body.length
    t.is((await call(`GET /campaigns/count?search=${encodeURIComponent(search)}`)).body, listed, search)
  }
  t.deepEqual((await call('GET /campaigns/count?groupBy=type')).body, [
    { type: 'marketing', count: 2 },
    { type: 'transactional', count: 1 },
  ])
  await transactional.patch({ triggerConditions: [{ attribute: 'partnerJoined' }], status: 'active' })
  t.regex(await error(call(`DELETE /campaigns/${transactional.id}`)), /^400 .*Pause it first/)
})

test.serial('a campaign for a group that was deleted can be changed, and reaches no partner', async (t) => {
  const { call, signedUp, campaign, group } = await owner()
  const partner = await signedUp()
  const gone = await group()
  const { id, patch } = await campaign({ subject: 'Gone', groupIds: [gone.id] })
  t.is((await call(`DELETE /groups/${gone.id}`)).status, 200)
  t.like((await patch({ name: 'Renamed', groupIds: [gone.id] })).body, { name: 'Renamed', groups: [{ id: gone.id }] })
  t.is((await patch({ groupIds: [gone.id, 'grp_unknown'] })).status, 400)
  t.is((await patch({ status: 'scheduled' })).status, 200)
  await runQueued()
  t.like((await call(`GET /campaigns/${id}`)).body, { status: 'sent' })
  t.deepEqual(subjectsTo(partner.email), [])
})

test.serial('a campaign is sent from a domain that the program proved to own', async (t) => {
  const { call, signedUp, campaign, user } = await owner()
  const { email } = await signedUp()
  const slug = `mail-${randomBytes(5).toString('hex')}.example`
  const from = `Acme, Inc. <news@${slug}>`
  const { id, patch } = await campaign({})
  t.is((await patch({ from })).status, 400)
  const { body: domain } = await call('POST /email-domains', { slug })
  t.like(domain, { slug, status: 'pending', record: { type: 'TXT', name: `_tributary.${slug}` } })
  t.is((await call('POST /email-domains', { slug })).status, 409)
  t.is((await call(`POST /email-domains/${slug}/verify`)).body.status, 'failed')
  t.is((await patch({ from })).status, 400)
  dns.zone.set(`_tributary.${slug}`, { TXT: [domain.record.value] })
  await run('campaigns.verify-email-domains')
  t.is((await call('GET /email-domains')).body[0].status, 'verified')
  t.deepEqual(subjectsTo(user.email as string), [`${slug} is verified`])
  t.is((await patch({ from })).body.from, from)
  const preview = await call(`POST /campaigns/${id}/preview`, { emailAddresses: [user.email] })
  t.like(preview.body, { from, subject: 'Hi Ann Sample', sentTo: [user.email] })
  t.is((await call(`POST /campaigns/${id}/preview`, { emailAddresses: [email] })).status, 400, 'test emails go to members only')
  await patch({ status: 'scheduled', scheduledAt: '2040-01-01T00:00:00Z' })
  t.is((await call(`DELETE /email-domains/${domain.id}`)).status, 400, 'in use')
  await patch({ scheduledAt: null })
  await runQueued()
  t.deepEqual(subjectsTo(user.email as string).slice(1), ['[Test] Hi Ann Sample'])
  t.regex(emailsTo(email)[0] ?? '', new RegExp(`^From: "Acme, Inc\\." <news@${slug}>`, 'm'))
  t.is((await call(`DELETE /email-domains/${domain.id}`)).status, 200)
})

test.serial('campaigns whose sender is no longer verified, or whose plan has none, are not sent', async (t) => {
  const { call, program, workspace, signedUp, campaign } = await owner()
  const { email } = await signedUp()
  const slug = `mail-${randomBytes(5).toString('hex')}.example`
  await api.make.emailDomain(program, slug)
  const unverified = await campaign({ from: `news@${slug}` })
  await unverified.patch({ status: 'scheduled' })
  await pool().query(`update email_domains set status = 'failed' where slug = $1`, [slug])
  await runQueued()
  t.is((await call(`GET /campaigns/${unverified.id}`)).body.status, 'canceled')
  const active = await campaign({ triggerConditions: [{ attribute: 'partnerJoined' }] }, 'transactional')
  const later = await campaign({})
  await active.patch({ status: 'active' })
  await later.patch({ status: 'scheduled', scheduledAt: '2040-01-01T00:00:00Z' })
  await pool().query(`update workspaces set plan = 'business' where id = $1`, [workspace.id])
  await runJobByName(api.resources, 'campaigns.stop-campaigns-of-plan', { workspaceId: workspace.id })
  const { rows } = await pool().query('select status from campaigns where program_id = $1 order by id', [program.id])
  t.deepEqual(
    rows.map(({ status }) => status),
    ['canceled', 'paused', 'canceled'],
  )
  t.is((await call('GET /campaigns')).status, 403)
  t.deepEqual(subjectsTo(email), [])
})

test.serial('an active campaign whose sender is no longer verified sends nothing until it is again', async (t) => {
  const { program, signedUp, campaign } = await owner()
  const slug = `mail-${randomBytes(5).toString('hex')}.example`
  await api.make.emailDomain(program, slug)
  const setStatus = (status: string) => pool().query('update email_domains set status = $2 where slug = $1', [slug, status])
  for (const condition of [
    { attribute: 'totalLeads', value: 1 },
    { attribute: 'partnerEnrolledDays', value: 7 },
  ]) {
    const fields = { subject: condition.attribute, from: `news@${slug}`, triggerConditions: [condition] }
    t.is((await (await campaign(fields, 'transactional')).patch({ status: 'active' })).status, 200)
  }
  const { id, email } = await signedUp({ createdAt: new Date(Date.now() - 7.5 * 86_400_000) })
  const check = async () => {
    await pool().query('update enrolments set total_leads = total_leads + 1 where program_id = $1 and partner_id = $2', [program.id, id])
    await run('campaigns.send-triggered')
    await run('campaigns.send-by-enrolled-days')
    return subjectsTo(email)
  }
  await setStatus('failed')
  t.deepEqual(await check(), [])
  await setStatus('verified')
  t.deepEqual((await check()).toSorted(), ['partnerEnrolledDays', 'totalLeads'])
})
