/** SQL of applications. */
import { isoInstant } from '../kernel/db/iso-instant.js'
import type { Scope } from '../kernel/scope.js'
import type { PlatformType } from '../partners/index.js'
import type { ApplicationResponse, GetApplications } from './application.schema.js'

type Db = Pick<Scope, 'em'>

export interface StoredApplication {
  id: string
  programId: string
  workspaceId: string
  groupId: string | null
  partnerId: string | null
  name: string
  email: string
  country: string | null
  platforms: Partial<Record<PlatformType, string>>
  referredByPartnerId: string | null
}

const stored = `a.id, a.program_id as "programId", g.workspace_id as "workspaceId", a.group_id as "groupId", a.partner_id as "partnerId",
  a.name, a.email, a.country, a.platforms, a.referred_by_partner_id as "referredByPartnerId"`
const storedFrom = 'from program_applications a join programs g on g.id = a.program_id'

export async function applicationById({ em }: Db, id: string): Promise<StoredApplication | null> {
  const rows: StoredApplication[] = await em.execute(`select ${stored} ${storedFrom} where a.id = ?`, [id])
  return rows[0] ?? null
}

interface NewApplication extends Omit<StoredApplication, 'workspaceId' | 'partnerId'> {
  formData: object[]
  remindAt: Date | null
}

export async function insertApplication({ em, now }: Pick<Scope, 'em' | 'now'>, row: NewApplication): Promise<void> {
  await em.execute(
    `insert into program_applications (id, program_id, group_id, name, email, country, form_data, platforms, remind_at,
       referred_by_partner_id, created_at)
     values (?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?, ?, ?)`,
    [
      row.id,
      row.programId,
      row.groupId,
      row.name,
      row.email,
      row.country,
      JSON.stringify(row.formData),
      JSON.stringify(row.platforms),
      row.remindAt,
      row.referredByPartnerId,
      now(),
    ],
  )
}

/** Ends the reminders of earlier applications of the address to the program: the link confirms the latest one only. */
export async function endFormerReminders(
  { em }: Db,
  { id, programId, email }: Pick<StoredApplication, 'id' | 'programId' | 'email'>,
): Promise<void> {
  await em.execute(
    'update program_applications set remind_at = null where program_id = ? and email = ? and id < ? and remind_at is not null',
    [programId, email, id],
  )
}

export async function insertApplicationImages(
  { em }: Db,
  id: string,
  images: readonly { fieldId: string; image: string }[],
): Promise<void> {
  if (images.length === 0) return
  await em.execute(
    `insert into program_application_images (application_id, field_id, image) select ?, * from unnest(?::text[], ?::text[])`,
    [id, arrayText(images.map(({ fieldId }) => fieldId)), arrayText(images.map(({ image }) => image))],
  )
}

const arrayText = (values: readonly string[]) => `{${values.map((value) => JSON.stringify(value)).join(',')}}`

/** The latest unconfirmed application of the address to each active program of the workspace. Locked: it is confirmed once. */
export const unconfirmedApplications = ({ em }: Db, workspaceId: string, email: string): Promise<StoredApplication[]> =>
  em.execute(
    `select ${stored} ${storedFrom}
     where g.workspace_id = ? and g.deactivated_at is null and a.email = ? and a.partner_id is null and not exists (
       select from program_applications newer where newer.program_id = a.program_id and newer.email = a.email
         and newer.partner_id is null and newer.id > a.id)
     order by a.id for update of a`,
    [workspaceId, email],
  )

/** The application belongs to a partner from now on. */
export async function markSubmitted(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  { id, partnerId, autoRejectAt }: { id: string; partnerId: string; autoRejectAt: Date | null },
): Promise<void> {
  await em.execute('update program_applications set partner_id = ?, submitted_at = ?, remind_at = null, auto_reject_at = ? where id = ?', [
    partnerId,
    now(),
    autoRejectAt,
    id,
  ])
  await em.execute('update program_application_events set submitted_at = ? where application_id = ?', [now(), id])
}

/** Fills what the partner's profile lacks. */
export async function completeProfile(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  partnerId: string,
  { country, platforms }: Pick<StoredApplication, 'country' | 'platforms'>,
): Promise<void> {
  if (country)
    await em.execute('update partners set country = ?, updated_at = ? where id = ? and country is null', [country, now(), partnerId])
  await em.execute(
    `insert into partner_platforms (partner_id, type, identifier, created_at, updated_at)
     select ?, f.key, f.value, ?, ? from jsonb_each_text(?::jsonb) f on conflict do nothing`,
    [partnerId, now(), now(), JSON.stringify(platforms)],
  )
}

export interface ApplicationRow {
  id: string
  createdAt: string
  formData: { id: string; label: string; value: string | null }[]
  platforms: Partial<Record<PlatformType, string>>
  images: Record<string, string>
  partner: Omit<ApplicationResponse['partner'], PlatformType>
  reviewedAt: string | null
  rejectionReason: 'needsMoreDetail' | 'doesNotMeetRequirements' | 'notTheRightFit' | 'other' | null
  rejectionNote: string | null
  reviewedByUserId: string | null
}

const rows = `select a.id, ${isoInstant('a.created_at')} as "createdAt", a.form_data as "formData",
    coalesce((select jsonb_object_agg(f.type, f.identifier) from partner_platforms f where f.partner_id = p.id), '{}') || a.platforms as platforms,
    coalesce((select jsonb_object_agg(i.field_id, i.image) from program_application_images i where i.application_id = a.id), '{}') as images,
    jsonb_build_object('id', p.id, 'name', p.name, 'companyName', p.company_name, 'email', p.email, 'image', p.image,
      'description', p.description, 'country', coalesce(p.country, a.country), 'groupId', coalesce(e.group_id, a.group_id),
      'status', coalesce(e.status, 'rejected')) as partner,
    ${isoInstant('a.reviewed_at')} as "reviewedAt", a.rejection_reason as "rejectionReason", a.rejection_note as "rejectionNote",
    a.reviewed_by_user_id as "reviewedByUserId"
  from program_applications a join partners p on p.id = a.partner_id
  left join enrolments e on e.application_id = a.id`

type Filters = Pick<GetApplications, 'country' | 'groupId'>
const pending = `e.program_id = ? and e.status = 'pending'
  and (?::text is null or upper(coalesce(p.country, a.country)) = upper(?)) and (?::text is null or e.group_id = ?)`
const pendingValues = (programId: string, { country, groupId }: Filters) => [
  programId,
  country ?? null,
  country ?? null,
  groupId ?? null,
  groupId ?? null,
]

/** Applications that wait for an answer, newest first. */
export const pendingApplications = (
  { em }: Db,
  programId: string,
  { page = 1, pageSize, ...filters }: GetApplications,
): Promise<ApplicationRow[]> =>
  em.execute(`${rows} where ${pending} order by a.created_at desc, a.id desc limit ? offset ?`, [
    ...pendingValues(programId, filters),
    pageSize,
    (page - 1) * pageSize,
  ])

/** Those older than `after`, newest first. Unlike pages, they do not shift while applications are reviewed. */
export const pendingApplicationsAfter = (
  { em }: Db,
  programId: string,
  filters: Filters,
  { after, limit }: { after: string | null; limit: number },
): Promise<ApplicationRow[]> =>
  em.execute(`${rows} where ${pending} and (?::text is null or a.id < ?) order by a.id desc limit ?`, [
    ...pendingValues(programId, filters),
    after,
    after,
    limit,
  ])

export async function countPendingApplications({ em }: Db, programId: string, filters: Filters): Promise<number> {
  const found: { count: number }[] = await em.execute(
    `select count(*)::int as count from program_applications a join partners p on p.id = a.partner_id
     join enrolments e on e.application_id = a.id where ${pending}`,
    pendingValues(programId, filters),
  )
  return found[0]?.count ?? 0
}

export async function submittedApplication({ em }: Db, programId: string, id: string): Promise<ApplicationRow | null> {
  const found: ApplicationRow[] = await em.execute(`${rows} where a.program_id = ? and a.id = ?`, [programId, id])
  return found[0] ?? null
}

/** Applications of the partner to the program, newest first. */
export const applicationsOfPartner = (
  { em }: Db,
  programId: string,
  partnerId: string,
  limit: number,
): Promise<{ id: string; createdAt: string; reviewedAt: string | null }[]> =>
  em.execute(
    `select id, ${isoInstant('created_at')} as "createdAt", ${isoInstant('reviewed_at')} as "reviewedAt" from program_applications
     where program_id = ? and partner_id = ? order by id desc limit ?`,
    [programId, partnerId, limit],
  )

export async function deleteApplication({ em }: Db, id: string): Promise<void> {
  await em.execute('delete from program_applications where id = ?', [id])
}
