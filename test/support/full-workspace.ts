/** A workspace in which every page of the console shows rows and figures. Its owner administers the platform. */
import type { TestApi } from './api.js'
import { rawClick, batchOf } from './clicks.js'
import { attack } from './console.js'
import { fullProgram } from './full-program.js'
import { runJobByName, runQueuedJobsAndSubscribers } from './jobs.js'

const short = attack.slice(0, 45)

export async function fullWorkspace(api: TestApi) {
  const full = await fullProgram(api)
  const { workspace, user, call, program, partner, other } = full
  const { pool } = api.resources.database
  await pool.query(`update users set platform_role = 'owner' where id = $1`, [user.id])
  const { id: tagId } = await call('POST /tags', { name: short })
  await call('POST /folders', { name: short })
  const texts = { title: attack, comments: attack }
  const own = await call('POST /links', { domain: program.domain, key: 'full', url: 'https://acme.example/', tagIds: [tagId], ...texts })
  await call('POST /memories', { memories: [{ text: attack, user_id: 'ada' }] })
  await call('POST /webhooks', { name: attack.slice(0, 40), url: 'https://hooks.example/', triggers: ['link.created'] })
  await api.make.inboundDelivery(workspace)
  const job = await api.make.backgroundOperation(workspace, { userId: user.id })
  await pool.query('update background_operations set total = 1234, done = 1100, failed = 21 where id = $1', [job.id])
  const [link] = await call(`GET /partners/links?partnerId=${partner.id}`)
  const customer = await followLinks(api, { ...full, link, own })
  await api.make.payout(program, partner, { status: 'completed', amount: 4321 })
  await api.make.commission(program, other, { status: 'paid', earnings: 7100 })
  await api.make.commission(program, other, { status: 'hold', earnings: 3300 })
  await runJobByName(api.resources, 'maintenance.verify-aggregates')
  await pool.query(`update verification_reports set started_at = finished_at - interval '7 seconds'`)
  return { ...full, job, link, customer }
}

interface FollowedLink {
  id: string
  domain: string
  key: string
  url: string
}

interface Seller {
  workspace: { id: string }
  /** Of the partner, and of nobody else. */
  link: FollowedLink
  own: FollowedLink
  call(row: string, body?: object): Promise<any>
}

/** The numbers of clicks, leads and sales differ, as those of links, countries and spans of time do. */
export async function followLinks(api: TestApi, { workspace, link, own, call }: Seller) {
  const click = (to: FollowedLink, hours: number, country: string) =>
    rawClick({ ...to, workspaceId: workspace.id }, { at: Date.now() - hours * 3_600_000, location: { ...nowhere, country } })
  const ofPartner = ['DE', 'DE', 'DE', 'DE', 'FR', 'FR', 'US'].map((country, hours) => click(link, hours, country))
  const ofOwn = ['DE', 'FR', 'FR'].map((country, hours) => click(own, hours, country))
  const earlier = ['DE', 'US'].map((country) => click(own, 24 * 40, country))
  const excluded = [
    { workspaceId: workspace.id, linkId: own.id, day: new Date().toISOString().slice(0, 10), reason: 'head' as const, count: 6 },
  ]
  await runJobByName(api.resources, 'tracking.ingest-clicks', batchOf([...ofPartner, ...ofOwn, ...earlier], { excluded }))
  for (const [index, { id }] of [...ofPartner.slice(0, 3), ...ofOwn.slice(0, 1)].entries()) {
    const customerExternalId = index === 0 ? attack : `customer-${index}`
    const names = { customerName: attack, customerEmail: `eve-${index}@example.com` }
    await call('POST /track/lead', { clickId: id, eventName: 'Sign up', customerExternalId, ...names })
    if (index !== 1) await call('POST /track/sale', { customerExternalId, amount: 12_300 + index * 4567, invoiceId: `invoice-${index}` })
  }
  await runQueuedJobsAndSubscribers(api.resources)
  await runJobByName(api.resources, 'earnings.compute-commissions')
  const customers = await call('GET /customers')
  return customers.find(({ externalId }: { externalId: string }) => externalId === attack)
}

const nowhere = { continent: 'Unknown', region: 'Unknown', city: 'Unknown', latitude: 'Unknown', longitude: 'Unknown' }
