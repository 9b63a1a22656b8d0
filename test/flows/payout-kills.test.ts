/**
 * The worker is killed while it pays, and the providers fail, do not answer, or answer too late: each partner is paid once. `PAYOUTS=1000`
 * pays that many and kills the worker ten times.
 */
import { setInterval } from 'node:timers'
import test from 'ava'
import type pg from 'pg'
import { newId } from '../../shared/kernel/ids.js'
import { disposableInstallation, type DisposableInstallation, scheduleFaults } from '../support/fault-injection.js'
import { openPaypalPlayer, openStripePlayer, type OrderFate, type PaymentPlayer } from '../support/payment-players.js'
import { waitUntil } from '../support/wait-until.js'

const payoutCount = Number(process.env.PAYOUTS ?? 120)
const killCount = payoutCount >= 1000 ? 10 : 3

let disposable: DisposableInstallation
let pool: pg.Pool
let players: [stripe: PaymentPlayer, paypal: PaymentPlayer]
test.before(async () => {
  players = await Promise.all([openStripePlayer(), openPaypalPlayer()])
  const [stripe, paypal] = players
  disposable = await disposableInstallation({ ALLOW_PRIVATE_TARGETS: 'true', STRIPE_API_URL: stripe.url, PAYPAL_API_URL: paypal.url })
  pool = await disposable.openPool()
})
test.afterEach.always((t) => {
  if (!t.passed) t.log(disposable.installation.output())
})
test.after.always(async () => {
  await pool.end()
  await disposable.end()
  await Promise.all(players.map((player) => player.close()))
})

/** Every seventh order or so gets no proper answer. */
const fateOf = (request: number): OrderFate => {
  if (request % 41 === 0) return 'no answer'
  if (request % 37 === 0) return 'late'
  if (request % 11 === 0) return 'error after'
  return request % 7 === 0 ? 'error before' : 'answered'
}

/** Enrols partners with a pending payout each, half of them with Stripe. */
async function createPayees(programId: string, groupId: string): Promise<void> {
  const ids = (prefix: 'pn_' | 'pge_' | 'cm_') => Array.from({ length: payoutCount }, () => newId(prefix))
  const partnerIds = ids('pn_')
  await pool.query(
    `insert into partners (id, name, email, default_payout_method, payouts_enabled_at, stripe_connect_id, paypal_email, created_at,
       updated_at)
     select id, 'Partner ' || n, n || '@partner.example', case when n % 2 = 0 then 'connect' else 'paypal' end, now(),
       case when n % 2 = 0 then 'acct_' || n end, case when n % 2 = 1 then n || '@paypal.example' end, now(), now()
     from unnest($1::text[]) with ordinality as partner(id, n)`,
    [partnerIds],
  )
  await pool.query(
    `insert into enrolments (id, program_id, partner_id, group_id, status, created_at, updated_at)
     select new.id, $3, new.partner_id, $4, 'approved', now(), now() from unnest($1::text[], $2::text[]) as new(id, partner_id)`,
    [ids('pge_'), partnerIds, programId, groupId],
  )
  await pool.query(
    `insert into commissions (id, program_id, partner_id, type, status, amount, earnings, quantity, event_amount, event_earnings,
       created_at, updated_at)
     select new.id, $3, new.partner_id, 'custom', 'pending', 0, 1000 + n, 1, 0, 1000 + n, now(), now()
     from unnest($1::text[], $2::text[]) with ordinality as new(id, partner_id, n)`,
    [ids('cm_'), partnerIds, programId],
  )
}

const count = async (sql: string, values: unknown[] = []) => Number((await pool.query(`select count(*) from ${sql}`, values)).rows[0].count)

test(`${payoutCount} payouts are paid once each while the worker is killed ${killCount} times`, async (t) => {
  t.timeout(900_000)
  const { installation, apiKey } = disposable
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(installation.url + path, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as Record<string, any>
  }
  const program = await call('POST', '/programs', { name: 'Killed', url: 'https://example.com' })
  await call('PUT', '/payouts/providers/stripe', { secretKey: 'sk_test_player' })
  await call('PUT', '/payouts/providers/paypal', { clientId: 'client', clientSecret: 'secret' })
  await createPayees(program.id, program.defaultGroupId)
  await call('POST', '/payouts/aggregate')
  await waitUntil(async () => (await count(`payouts where status = 'pending' and amount > 0`)) === payoutCount)

  const { reached, completed } = scheduleFaults(
    Array.from({ length: killCount }, (_, index) => [
      Math.round(((index + 0.5) * payoutCount) / killCount),
      () => disposable.kill('workers/main.js'),
    ]),
  )
  for (const player of players) {
    player.setFate((_, request) => fateOf(request))
    player.onRequest(() => reached(players.reduce((sum, { requests }) => sum + requests, 0)))
  }
  const invoice = await call('POST', '/payouts/confirm', {})
  t.is(invoice.payoutCount, payoutCount)

  // Retries need not wait for their time, so that orders of killed workers are repeated while others are sent.
  const hurry = setInterval(() => {
    void pool.query(`update payout_transfers set next_at = now() where state = 'open' and next_at > now()`).catch(() => undefined)
  }, 3000)
  try {
    await waitUntil(async () => (await count(`payouts where status = 'sent'`)) === payoutCount, 600_000)
  } finally {
    clearInterval(hurry)
  }
  await completed()

  const paid = players.flatMap((player) => player.paid)
  t.is(paid.length, payoutCount, 'each order was carried out once')
  t.is(new Set(paid.map(({ destination }) => destination)).size, payoutCount, 'each partner got one payment')
  const { rows } = await pool.query<{ destination: string; amount: number; reference: string }>(
    `select coalesce(stripe_connect_id, paypal_email) as destination, payouts.amount::int, trace_id as reference
     from payouts join partners on partners.id = partner_id`,
  )
  const expected = new Map(rows.map((row) => [row.destination, row]))
  for (const { destination, amount, reference } of paid) t.like(expected.get(destination), { amount, reference })
  t.is(await count(`commissions where status <> 'paid'`), 0)
  t.is(await count(`payout_transfers`), payoutCount)
  t.is(await count(`payout_transfers where state <> 'accepted'`), 0)
  t.log(`${paid.length} payments, ${players[0].requests + players[1].requests} requests`)
})
