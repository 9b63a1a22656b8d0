/** Factories for rows of partner programs. */
import { randomBytes } from 'node:crypto'
import type { Database } from '../../shared/kernel/db/database.js'
import { newId } from '../../shared/kernel/ids.js'
import { ProgramResource } from '../../shared/network/resources/program-resource.entity.js'
import { SubmittedLead } from '../../shared/network/submitted-leads/submitted-lead.entity.js'
import { PartnerUser } from '../../shared/partner-accounts/partner-user.entity.js'
import type { PartnerRole } from '../../shared/partner-accounts/permissions.js'
import { PartnerComment } from '../../shared/partners/comments/partner-comment.entity.js'
import { Enrolment } from '../../shared/partners/enrolment.entity.js'
import { GroupDefaultLink } from '../../shared/partners/groups/group-default-link.entity.js'
import { PartnerGroup } from '../../shared/partners/groups/partner-group.entity.js'
import { Partner } from '../../shared/partners/partner.entity.js'
import { Program } from '../../shared/partners/programs/program.entity.js'
import { PartnerTag } from '../../shared/partners/tags/partner-tag.entity.js'

interface HasId {
  id: string
}
type ProgramRow = Pick<Program, 'id' | 'defaultGroupId'>

const unique = (word: string) => `${word}-${randomBytes(5).toString('hex')}`
const times = () => ({ createdAt: new Date(), updatedAt: new Date() })

export function partnerMakers(database: Database) {
  const store = async <Row extends object>(entity: unknown, row: object): Promise<Row> => {
    const em = database.orm.em.fork()
    const entityRow = em.create(entity as new () => Row, row as never)
    await em.persistAndFlush(entityRow)
    return entityRow
  }

  const make = {
    /** The default program of the workspace, with its default group. Without a domain and a destination unless given. */
    async program(workspace: HasId, overrides: Partial<Program> = {}): Promise<Program> {
      const defaultGroupId = newId('grp_')
      const slug = unique('program')
      const program = await store<Program>(Program, {
        id: newId('prog_'),
        workspaceId: workspace.id,
        name: slug,
        slug,
        domain: null,
        url: null,
        defaultGroupId,
        startedAt: new Date(),
        ...times(),
        ...overrides,
      })
      await make.partnerGroup(program, { id: defaultGroupId, name: 'Default Group', slug: 'default', color: null, maxPartnerLinks: 10 })
      if (program.url && program.domain) await make.defaultLink(program, { url: program.url })
      await database.pool.query('update workspaces set default_program_id = $2 where id = $1', [workspace.id, program.id])
      return program
    },

    defaultProgram: async (workspace: HasId): Promise<Program | null> => {
      const em = database.orm.em.fork()
      const { rows } = await database.pool.query<{ id: string | null }>('select default_program_id as id from workspaces where id = $1', [
        workspace.id,
      ])
      return rows[0]?.id ? em.findOne(Program, rows[0].id) : null
    },

    /** Makes the user a user of the partner account, which their requests act for. */
    partnerUser: (partner: HasId, user: HasId, role: PartnerRole = 'owner') =>
      store<PartnerUser>(PartnerUser, {
        partnerId: partner.id,
        userId: user.id,
        role,
        notificationPreferences: {},
        selectedAt: new Date(),
        createdAt: new Date(),
      }),

    /** The id of the partner who joined the program of the workspace first. */
    async firstPartner(workspace: HasId): Promise<string> {
      const { rows } = await database.pool.query<{ id: string }>(
        `select e.partner_id as id from enrolments e join workspaces w on w.default_program_id = e.program_id
         where w.id = $1 order by e.created_at, e.id limit 1`,
        [workspace.id],
      )
      return (rows[0] as { id: string }).id
    },

    submittedLead: (program: HasId, partner: HasId) =>
      store<SubmittedLead>(SubmittedLead, {
        id: newId('sbl_'),
        programId: program.id,
        partnerId: partner.id,
        name: 'Ann',
        email: `${unique('lead')}@example.com`,
        formData: [],
        status: 'pending',
        ...times(),
      }),

    programResource: (program: HasId) =>
      store<ProgramResource>(ProgramResource, {
        id: newId('pgr_'),
        programId: program.id,
        type: 'color',
        name: 'Brand',
        color: '#aabbcc',
        createdAt: new Date(),
      }),

    /** The partner who joined the program first. */
    async firstPartnerId(program: HasId): Promise<string> {
      const { rows } = await database.pool.query<{ id: string }>(
        'select partner_id as id from enrolments where program_id = $1 order by id limit 1',
        [program.id],
      )
      return (rows[0] as { id: string }).id
    },

    /** In the default group unless given. */
    defaultLink: (program: Program, overrides: Partial<GroupDefaultLink> = {}) =>
      store<GroupDefaultLink>(GroupDefaultLink, {
        id: newId('pgdl_'),
        programId: program.id,
        groupId: program.defaultGroupId,
        domain: program.domain ?? 'go.example',
        url: `https://example.com/${unique('page')}`,
        ...times(),
        ...overrides,
      }),

    partnerGroup: (program: HasId, overrides: Partial<PartnerGroup> = {}) =>
      store<PartnerGroup>(PartnerGroup, {
        id: newId('grp_'),
        programId: program.id,
        name: unique('group'),
        slug: unique('group'),
        color: 'blue',
        ...times(),
        ...overrides,
      }),

    partner: (overrides: Partial<Partner> = {}) =>
      store<Partner>(Partner, {
        id: newId('pn_'),
        name: 'Test Partner',
        username: unique('partner'),
        email: `${unique('partner')}@example.com`,
        ...times(),
        ...overrides,
      }),

    /** Approved and in the default group unless given. */
    enrolment: (program: ProgramRow, partner: HasId, overrides: Partial<Enrolment> = {}) =>
      store<Enrolment>(Enrolment, {
        id: newId('pge_'),
        programId: program.id,
        partnerId: partner.id,
        groupId: program.defaultGroupId,
        status: 'approved',
        ...times(),
        ...overrides,
      }),

    /** A submitted application to the default group. Returns its id. */
    async application(program: ProgramRow, partner: HasId & { email?: string | null }): Promise<string> {
      const id = newId('pga_')
      await database.pool.query(
        `insert into program_applications (id, program_id, group_id, partner_id, name, email, form_data, platforms, submitted_at, created_at)
         values ($1, $2, $3, $4, 'Test Partner', $5, '[]', '{}', now(), now())`,
        [id, program.id, program.defaultGroupId, partner.id, partner.email ?? 'applicant@example.com'],
      )
      return id
    },

    /** Of a deleted user unless given. */
    partnerComment: (enrolment: HasId, overrides: Partial<PartnerComment> = {}) =>
      store<PartnerComment>(PartnerComment, {
        id: newId('pcom_'),
        enrolmentId: enrolment.id,
        userId: null,
        text: 'A comment',
        ...times(),
        ...overrides,
      }),

    partnerTag: (program: HasId, overrides: Partial<PartnerTag> = {}) =>
      store<PartnerTag>(PartnerTag, { id: newId('ptag_'), programId: program.id, name: unique('tag'), ...times(), ...overrides }),
  }
  return make
}
