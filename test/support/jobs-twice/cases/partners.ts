import { days } from '../../../../shared/kernel/time.js'
import type { Program } from '../../../../shared/partners/programs/program.entity.js'
import { ago } from '../../ago.js'
import { unique } from '../../program-owner.js'
import type { JobCases } from '../job-case.js'
import type { JobWorld } from '../job-world.js'

/** The event of the ban of a partner who has what `prepare` gives. */
export async function ban(
  world: JobWorld,
  prepare: (partner: { id: string }) => Promise<unknown> = async () => undefined,
): Promise<unknown> {
  const { partner } = await world.enrol()
  await prepare(partner)
  return world.queued('enrolment.changed', () => world.ok('POST /partners/ban', { partnerId: partner.id, reason: 'fraud' }))
}

/** The event of the approval of an applicant. */
export async function approval(world: JobWorld): Promise<unknown> {
  const partner = await world.make.partner()
  const applicationId = await world.make.application(world.program, partner)
  await world.make.enrolment(world.program, partner, { status: 'pending', applicationId })
  return world.queued('enrolment.changed', () => world.ok('POST /partners/approve/bulk', { partnerIds: [partner.id] }))
}

/** The event of the merge of two partners, the source of which has what `prepare` gives. */
export async function mergedPartners(
  { make, enrol, program, workspace }: JobWorld,
  prepare: (source: { id: string }) => Promise<unknown>,
): Promise<unknown> {
  const [{ partner: source }, target] = [await enrol(), await make.partner()]
  await make.enrolment(program, target)
  await prepare(source)
  return { workspaceId: workspace.id, programId: program.id, sourcePartnerId: source.id, targetPartnerId: target.id }
}

/** The event of the move of a partner to a new group. */
export async function move(world: JobWorld): Promise<unknown> {
  const { partner } = await world.enrol()
  const group = await world.make.partnerGroup(world.program)
  return world.queued('enrolments.moved', () => world.ok(`POST /groups/${group.id}/partners`, { partnerIds: [partner.id] }))
}

/** The event of a change to a plan without partner programs. */
export function lowerPlan({ workspace, queued, asOperator }: JobWorld): Promise<unknown> {
  return queued('workspace.plan-changed', () => asOperator(`PATCH /admin/workspaces/${workspace.id}`, { plan: 'free' }))
}

async function changeTemplate({ make, workspace, program, queued, ok }: JobWorld): Promise<unknown> {
  const { id } = await make.utmTemplate(workspace)
  await ok(`PATCH /groups/${program.defaultGroupId}`, { utmTemplateId: id })
  return queued('utm-template.changed', () => ok(`PATCH /utm/${id}`, { name: unique('template'), utm_source: 'changed' }))
}

export const partnersCases: JobCases = {
  'partners.sync-links': {
    async seed(world) {
      await world.enrol()
      await world.make.defaultLink((await world.make.defaultProgram(world.workspace)) as Program)
      return { programId: world.program.id }
    },
    changes: { link_count_changes: 1, links: 1, partner_default_links: 1, webhook_outbox: 1, workspaces: 0 },
  },
  'partners.delete-group': {
    async seed(world) {
      const { id: groupId } = await world.make.partnerGroup(world.program)
      await world.enrol({}, { groupId })
      return { programId: world.program.id, groupId }
    },
    changes: { activity_log: 1, enrolments: 0, outbox: 3, partner_groups: -1 },
  },
  'partners.change-program-partners': {
    async seed(world) {
      await world.enrol()
      return world.queued('partners.change-program-partners', () => world.ok(`POST /programs/${world.program.id}/deactivate`))
    },
    changes: { activity_log: 1, enrolments: 0, links: 0, outbox: 1 },
  },
  'partners.export': {
    async seed(world) {
      await world.enrol()
      return world.operation('partners.export', 'groups.read', { query: {}, at: new Date() })
    },
    changes: { background_operation_results: 1, background_operations: 0, outbox: 1 },
  },
  'partners.send-invite': {
    seed: (world) =>
      world.queued('partners.send-invite', () => world.ok('POST /partners/invites', { email: `${unique('invited')}@example.com` })),
    changes: { emails: 1, one_time_tokens: 1, sent_emails: 1 },
  },
  'partners.notify-of-status': { seed: (world) => ban(world), changes: { outbox: 1 } },
  'partners.notify-of-group': { seed: move, changes: { outbox: 1 } },
  'partners.sync-links-of-template': { seed: changeTemplate, changes: { outbox: 1 } },
  'partners.stop-programs-of-plan': { seed: lowerPlan, changes: { outbox: 1, programs: 0 } },
  'partners.apply-move-rules': {
    async seed(world) {
      const { link } = await world.enrol()
      await world.make.partnerGroup(world.program, { moveRules: [{ attribute: 'totalSaleAmount', operator: 'gte', value: 10_000 }] })
      await world.rows('update links set sale_amount = 10000 where id = $1', [link.id])
    },
    changes: { activity_log: 1, enrolments: 0, outbox: 2, pending_group_moves: -1 },
  },
  'partners.delete-expired-enrolments': {
    async seed(world) {
      for (const [status, age] of [
        ['declined', 91],
        ['declined', 89],
        ['rejected', 31],
      ] as const) {
        const { enrolment } = await world.enrol({}, { status })
        await world.rows('update enrolments set updated_at = $2 where id = $1', [enrolment.id, ago(days(age))])
      }
    },
    changes: { enrolments: -2, link_count_changes: 2, links: -2, outbox: 2, webhook_outbox: 2, workspaces: 0 },
  },
  'partners.merge-accounts': {
    async seed({ enrol, make, program }) {
      const [{ partner: source }, target] = [await enrol(), await make.partner()]
      await make.commission(program, source)
      return { sourcePartnerId: source.id, targetPartnerId: target.id }
    },
    changes: { commissions: 0, enrolments: 0, links: 0, outbox: 1, partners: 0, webhook_outbox: 1 },
  },
}
