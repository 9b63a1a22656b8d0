/** Random payouts, statuses of commissions and terms of rewards, each noted in the world as `docs/payouts.md` says. */
import { runJobByName, runQueuedJobsAndSubscribers } from '../jobs.js'
import { isMutable, settleRefunds } from './earnings.js'
import { newTerms, termsBody } from './rewards.js'
import { expectStatus, mainWorkspace, request, type Simulation } from './simulation.js'
import type { Commission, Payout, World } from './world.js'

const commissionsOf = ({ commissions }: World, payout: Payout) => commissions.filter((one) => one.payout === payout)
const sumOf = (commissions: readonly Commission[]) => commissions.reduce((sum, { earnings }) => sum + earnings, 0)
const pendingOf = ({ payouts }: World, partner: string) => payouts.find((one) => one.partner === partner && one.status === 'pending')

const isOpen = ({ status }: Payout) => status === 'pending' || status === 'canceled'

/** A payout that is not being paid is the sum of its commissions, and does not exist without any. */
export function refreshPayouts(world: World): void {
  for (const payout of world.payouts) if (isOpen(payout)) payout.amount = sumOf(commissionsOf(world, payout))
  world.payouts = world.payouts.filter((payout) => !isOpen(payout) || commissionsOf(world, payout).length > 0)
}

export async function collectPayouts(simulation: Simulation): Promise<void> {
  const { world, api, program, log } = simulation
  log.push('collect payouts')
  // Commissions are checked for fraud before they are payable.
  await runQueuedJobsAndSubscribers(api.resources)
  await runJobByName(api.resources, 'earnings.aggregate-payouts', { programId: program.id })
  for (const commission of world.commissions) {
    if (commission.status !== 'pending') continue
    let payout = pendingOf(world, commission.partner)
    if (!payout) world.payouts.push((payout = { id: '', partner: commission.partner, status: 'pending', amount: 0 }))
    Object.assign(commission, { status: 'processed', payout })
  }
  refreshPayouts(world)
  const { body } = await request(simulation, mainWorkspace(simulation), 'GET /payouts?status=pending')
  for (const { id, partner } of body) Object.assign(pendingOf(world, partner.id) ?? {}, { id })
}

export async function confirmPayouts(simulation: Simulation): Promise<void> {
  const { payouts, bannedPartners } = simulation.world
  const payable = payouts.filter(({ partner, status, amount }) => status === 'pending' && amount > 0 && !bannedPartners.has(partner))
  const response = await request(simulation, mainWorkspace(simulation), 'POST /payouts/confirm', {})
  expectStatus(response, payable.length > 0 ? 200 : 400, 'confirmation')
  for (const payout of payable) payout.status = 'processing'
}

/** Reports a payment that was confirmed, repeats it or takes it back. */
export async function changePayout(simulation: Simulation): Promise<void> {
  const { random, world } = simulation
  const open = world.payouts.filter(({ status }) => status === 'processing' || status === 'failed')
  if (open.length === 0) return
  const payout = random.pick(open)
  const change = random.pick(payout.status === 'failed' ? [retry, takeBack] : [pay, fail, takeBack])
  await change(simulation, payout)
}

const send = (simulation: Simulation, payout: Payout, action: string, body?: object) =>
  request(simulation, mainWorkspace(simulation), `POST /payouts/${payout.id}/${action}`, body)

async function pay(simulation: Simulation, payout: Payout): Promise<void> {
  expectStatus(await send(simulation, payout, 'paid', { reference: 'WIRE' }), 200, 'payment')
  payout.status = 'completed'
  for (const one of commissionsOf(simulation.world, payout)) one.status = 'paid'
}

async function fail(simulation: Simulation, payout: Payout): Promise<void> {
  expectStatus(await send(simulation, payout, 'failed', { reason: 'Account closed' }), 200, 'failure')
  payout.status = 'failed'
}

/** Without the sales that were refunded since the confirmation. Nothing changes if nothing is left. */
async function retry(simulation: Simulation, payout: Payout): Promise<void> {
  const { world } = simulation
  const before = world.commissions.map((one) => ({ ...one }))
  settleRefunds(commissionsOf(world, payout))
  const amount = sumOf(commissionsOf(world, payout))
  const isPayable = amount > 0 && !world.bannedPartners.has(payout.partner)
  expectStatus(await send(simulation, payout, 'retry'), isPayable ? 200 : 400, 'retry')
  if (isPayable) Object.assign(payout, { status: 'processing', amount })
  else for (const [at, one] of world.commissions.entries()) Object.assign(one, before[at])
}

/** A pending payout that the partner got since becomes part of it. */
async function takeBack(simulation: Simulation, payout: Payout): Promise<void> {
  const { world } = simulation
  expectStatus(await send(simulation, payout, 'cancel'), 200, 'withdrawal')
  const newer = pendingOf(world, payout.partner)
  payout.status = 'pending'
  for (const one of world.commissions) if (newer && one.payout === newer) one.payout = payout
  settleRefunds(commissionsOf(world, payout))
  if (world.bannedPartners.has(payout.partner)) cancelOfBanned(world, payout.partner)
  refreshPayouts(world)
}

/** A commission that is paid or being paid keeps its status. One that is set to `pending` is paid in spite of its refund. */
export async function setCommissionStatus(simulation: Simulation): Promise<void> {
  const { random, world } = simulation
  const ofSales = world.commissions.filter(({ sale }) => sale)
  if (ofSales.length === 0) return
  const commission = random.pick(ofSales)
  const status = random.pick(['pending', 'refunded', 'duplicate', 'canceled', 'fraud'] as const)
  const workspace = mainWorkspace(simulation)
  const invoiceId = encodeURIComponent(commission.sale?.invoice ?? '')
  const { body } = await request(simulation, workspace, `GET /commissions?invoiceId=${invoiceId}`)
  const response = await request(simulation, workspace, `PATCH /commissions/${body[0]?.id}`, { status })
  if (!isMutable(commission) || commission.status === status) return expectStatus(response, 400, 'status that cannot be set')
  expectStatus(response, 200, 'status')
  if (status === 'pending' && isFullyRefunded(commission)) commission.refunded = 0
  Object.assign(commission, { status, payout: null, isBanned: false })
  refreshPayouts(world)
}

const isFullyRefunded = ({ sale, refunded }: Commission) => sale !== null && sale.amount > 0 && (refunded ?? 0) >= sale.amount

/** Earned commissions keep the terms of their time. */
export async function changeReward(simulation: Simulation): Promise<void> {
  const { random, program } = simulation
  const terms = program.terms.get(random.pick([...program.terms.keys()]))
  if (!terms) return
  const reward = newTerms(random, random.pick([terms.lead, terms.sale, terms.sale]))
  const response = await request(simulation, mainWorkspace(simulation), `PATCH /rewards/${reward.id}`, termsBody(reward))
  expectStatus(response, 200, 'reward')
  terms[reward.event] = reward
}

/** Bans a partner, or takes its ban back. */
export async function changeBan(simulation: Simulation): Promise<void> {
  const { random, world, api } = simulation
  const partner = random.pick([...world.groupOf.keys()])
  const isBanned = world.bannedPartners.has(partner)
  const [path, body] = isBanned ? [`${partner}/unban`, {}] : ['ban', { partnerId: partner, reason: 'spam' }]
  expectStatus(await request(simulation, mainWorkspace(simulation), `POST /partners/${path}`, body), 200, path)
  await runQueuedJobsAndSubscribers(api.resources)
  const links = [...world.links.values()].filter((link) => link.partnerId === partner)
  if (isBanned) {
    world.bannedPartners.delete(partner)
    for (const link of links) link.isDisabled = false
    restoreOfUnbanned(world, partner)
  } else {
    world.bannedPartners.add(partner)
    world.everBanned.add(partner)
    for (const code of world.codes) if (code.partner === partner) code.isActive = false
    for (const link of links) link.isDisabled = true
    cancelOfBanned(world, partner)
  }
  refreshPayouts(world)
}

/** What is being paid, or paid, stays. */
function cancelOfBanned(world: World, partner: string): void {
  for (const one of world.commissions)
    if (one.partner === partner && isMutable(one) && (one.status === 'pending' || one.status === 'processed'))
      Object.assign(one, { status: 'canceled', isBanned: true })
  const payout = pendingOf(world, partner)
  if (payout) payout.status = 'canceled'
}

/** Canceled payouts become one, or part of the pending one. */
function restoreOfUnbanned(world: World, partner: string): void {
  const canceled = world.commissions.filter((one) => one.partner === partner && one.isBanned)
  const payouts = canceled.flatMap(({ payout }) => payout ?? [])
  const target = pendingOf(world, partner) ?? payouts.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]
  if (target) target.status = 'pending'
  for (const one of canceled) {
    const isRefunded = isFullyRefunded(one)
    const payout = one.payout && !isRefunded && target ? target : null
    Object.assign(one, { status: isRefunded ? 'refunded' : payout ? 'processed' : 'pending', payout, isBanned: false })
  }
}
