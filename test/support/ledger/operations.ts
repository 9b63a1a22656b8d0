/** What the owner of the simulated program does between the sales: bans, group moves, holds, changes of commissions and rewards. */
import type pg from 'pg'
import type { ClickCount, Entry, Partner, SettableStatus, StatusOperation } from './journal.js'
import { type SimulatedProgram, rewardKey } from './program.js'
import { ageStoredClicks, countStoredClicks } from './stored-clicks.js'
import { groups, limitedGroup, type Terms } from './terms.js'
import type { Simulation } from './traffic.js'

export interface Owner {
  simulation: Simulation
  program: SimulatedProgram
  pool: pg.Pool
  headers: Record<string, string>
}

/** Sends the request twice at once. One of them may be refused, because the other one changed the state. */
async function request({ simulation: { sender }, headers }: Owner, method: 'POST' | 'PATCH', path: string, body: object): Promise<void> {
  const responses = await Promise.all([1, 2].map(() => sender.request({ method, path, headers, body })))
  const refused = responses.find(({ status }) => status >= 300 && status !== 400)
  if (refused) throw new Error(`${method} ${path} got ${refused.status}: ${JSON.stringify(refused.body)}`)
}

const paths: Record<StatusOperation, (id: string) => { path: string; body: object }> = {
  ban: (partnerId) => ({ path: '/partners/ban', body: { partnerId, reason: 'fraud' } }),
  unban: (id) => ({ path: `/partners/${id}/unban`, body: {} }),
  deactivate: (partnerId) => ({ path: '/partners/deactivate', body: { partnerId } }),
  reactivate: (id) => ({ path: `/partners/${id}/reactivate`, body: {} }),
  archive: (id) => ({ path: `/partners/${id}/archive`, body: {} }),
}

export async function changeStatus(owner: Owner, partner: Partner, operation: StatusOperation): Promise<void> {
  const { path, body } = paths[operation](partner.id)
  // Archiving again takes it back.
  if (operation === 'archive') {
    await archive(owner, partner, path)
  } else await request(owner, 'POST', path, body)
  owner.simulation.journal.entries.push({ kind: 'status', partner: partner.id, operation })
}

/** Sent with a key, because a repetition would take it back. */
async function archive({ simulation: { sender }, headers }: Owner, { id }: Partner, path: string): Promise<void> {
  const { status, body: result } = await sender.request({
    method: 'POST',
    path,
    headers: { ...headers, 'idempotency-key': `archive-${id}` },
    body: {},
  })
  if (status !== 200) throw new Error(`${path} got ${status}: ${JSON.stringify(result)}`)
}

/** Partners of the limited group stay: the order of their leads across a move is not known. */
export async function movePartners(owner: Owner, partners: readonly Partner[]): Promise<void> {
  const slugs = groups.map(({ slug }) => slug).filter((slug) => slug !== limitedGroup)
  for (const partner of partners.filter(({ group }) => group !== limitedGroup)) {
    const group = slugs[(slugs.indexOf(partner.group) + 1) % slugs.length] as string
    await request(owner, 'POST', `/groups/${owner.program.groupIds.get(group)}/partners`, { partnerIds: [partner.id] })
    owner.simulation.journal.entries.push({ kind: 'move', partner: partner.id, group })
  }
}

export async function changeTerms(owner: Owner, group: string, event: 'lead' | 'sale', terms: Terms): Promise<void> {
  await request(owner, 'PATCH', `/rewards/${owner.program.rewardIds.get(rewardKey(group, event))}`, terms)
  owner.simulation.journal.entries.push({ kind: 'terms', group, event, terms })
}

interface StoredCommission {
  id: string
  invoice: string
}

/** Pending or processed commissions of sales by partners that may be changed, in a fixed order. */
export async function changeableCommissions({ pool }: Owner, count: number): Promise<StoredCommission[]> {
  const { rows } = await pool.query<StoredCommission>(
    `select c.id, invoice_id as invoice from commissions c join enrolments e on e.partner_id = c.partner_id
     where c.type = 'sale' and c.status in ('pending', 'processed') and c.refunded_amount = 0 and e.status = 'approved' and c.amount > 10
       and e.sale_reward_id is not null
     order by md5(c.id) limit $1`,
    [count],
  )
  return rows
}

type Change = { status?: SettableStatus; earnings?: number; saleAmount?: number }

export async function changeCommission(owner: Owner, { id, invoice }: StoredCommission, change: Change): Promise<void> {
  await request(owner, 'PATCH', `/commissions/${id}`, change)
  const entry: Entry = { kind: 'change', invoice, ...change }
  owner.simulation.journal.entries.push(entry)
}

/** A bonus, or a clawback if negative. Sent with a key, because a repetition would create another one. */
export async function addCustom({ simulation: { sender, journal }, headers }: Owner, { id }: Partner, earnings: number): Promise<void> {
  const { status, body } = await sender.request({
    method: 'POST',
    path: '/commissions',
    headers: { ...headers, 'idempotency-key': `custom-${id}` },
    body: { type: 'custom', partnerId: id, amount: earnings, description: 'Agreed' },
  })
  if (status !== 202) throw new Error(`a custom commission got ${status}: ${JSON.stringify(body)}`)
  journal.entries.push({ kind: 'custom', partner: id, earnings })
}

/** Pays all payouts that have a balance, outside the product. */
export async function payAll(owner: Owner): Promise<void> {
  await request(owner, 'POST', '/payouts/confirm', {})
  const { rows } = await owner.pool.query<{ id: string }>(`select id from payouts where status = 'processing' order by id`)
  for (const { id } of rows) await request(owner, 'POST', `/payouts/${id}/paid`, { reference: `bank ${id}` })
  owner.simulation.journal.entries.push({ kind: 'pay' })
}

/**
 * All clicks happened a day earlier, when the rewards existed already, so that they are due. Which clicks were counted is known from the
 * database only: a visitor without a response may have been counted or not.
 */
export async function earnClicks({ pool, simulation: { journal } }: Owner, runJob: (name: string) => Promise<void>): Promise<void> {
  await pool.query(`update rewards set created_at = created_at - interval '3 days' where event = 'click'`)
  await pool.query(`update enrolments set click_reward_since = click_reward_since - interval '3 days'`)
  await ageStoredClicks(pool)
  const { rows } = await pool.query<{ id: string; partner: string }>(
    'select id, partner_id as partner from links where partner_id is not null',
  )
  const partnerOf = new Map(rows.map(({ id, partner }) => [id, partner]))
  const counts = new Map<string, ClickCount>()
  for (const { link, day, country, clicks } of await countStoredClicks(pool)) {
    const partner = partnerOf.get(link)
    if (partner === undefined) continue
    const key = `${partner} ${day} ${country}`
    counts.set(key, { partner, day, country, clicks: (counts.get(key)?.clicks ?? 0) + clicks })
  }
  // Twice at once, and again: a day earns once.
  await Promise.all([1, 2].map(() => runJob('earnings.compute-click-commissions')))
  await runJob('earnings.compute-click-commissions')
  journal.entries.push({ kind: 'clicks', counts: [...counts.values()] })
}

/** An external system pays all payouts that have a balance; it learns of them by webhook. */
export async function payExternally(owner: Owner, url: string): Promise<void> {
  await request(owner, 'PATCH', `/programs/${owner.program.id}`, { payoutMode: 'external' })
  const { sender, journal } = owner.simulation
  const webhook = { name: 'Payments', url, triggers: ['payout.confirmed'] }
  const { status } = await sender.request({
    method: 'POST',
    path: '/webhooks',
    headers: { ...owner.headers, 'idempotency-key': 'payments' },
    body: webhook,
  })
  if (status !== 201) throw new Error(`the webhook got ${status}`)
  await request(owner, 'POST', '/payouts/confirm', {})
  journal.entries.push({ kind: 'pay' })
}

/** A suspected fraud, as the fraud rules store it: not in a payout. */
export async function holdCommission({ pool, simulation: { journal } }: Owner, { id, invoice }: StoredCommission): Promise<void> {
  const { rowCount } = await pool.query(`update commissions set status = 'hold' where id = $1 and status = 'pending'`, [id])
  if (rowCount) journal.entries.push({ kind: 'hold', invoice })
}
