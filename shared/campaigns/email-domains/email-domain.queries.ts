/** SQL of the email domains of programs. */
import type { Scope } from '../../kernel/scope.js'
import type { EmailDomainStatus } from './email-domain.schema.js'

type WithEm = Pick<Scope, 'em'>

export interface EmailDomainRow {
  id: string
  programId: string
  slug: string
  status: EmailDomainStatus
  lastChecked: unknown
  createdAt: unknown
}

const columns = `id, program_id as "programId", slug, status, last_checked as "lastChecked", created_at as "createdAt"`

export const emailDomainsOf = ({ em }: WithEm, programId: string): Promise<EmailDomainRow[]> =>
  em.execute(`select ${columns} from email_domains where program_id = ? order by slug`, [programId])

export async function findEmailDomain({ em }: WithEm, programId: string, idOrSlug: string): Promise<EmailDomainRow | null> {
  const [row]: EmailDomainRow[] = await em.execute(`select ${columns} from email_domains where program_id = ? and (id = ? or slug = ?)`, [
    programId,
    idOrSlug,
    idOrSlug.toLowerCase(),
  ])
  return row ?? null
}

/** False if the program has the domain already. */
export async function insertEmailDomain(
  { em }: WithEm,
  { id, programId, slug, now }: { id: string; programId: string; slug: string; now: Date },
): Promise<boolean> {
  const rows: unknown[] = await em.execute(
    `insert into email_domains (id, program_id, slug, status, created_at, updated_at) values (?, ?, ?, 'pending', ?, ?)
     on conflict (program_id, slug) do nothing returning id`,
    [id, programId, slug, now, now],
  )
  return rows.length > 0
}

export const storeEmailDomainStatus = ({ em }: WithEm, id: string, status: EmailDomainStatus, now: Date): Promise<unknown> =>
  em.execute(
    `update email_domains set updated_at = case when status = ? then updated_at else ? end, status = ?, last_checked = ? where id = ?`,
    [status, now, status, now, id],
  )

export const deleteEmailDomainRow = ({ em }: WithEm, id: string): Promise<unknown> =>
  em.execute('delete from email_domains where id = ?', [id])

/** Texts of the senders of campaigns that may still be sent. */
export async function sendersInUse({ em }: WithEm, programId: string): Promise<string[]> {
  const rows: { sender: string }[] = await em.execute(
    `select distinct sender from campaigns
     where program_id = ? and sender is not null and status in ('scheduled', 'sending', 'active')`,
    [programId],
  )
  return rows.map(({ sender }) => sender)
}

export interface CheckedDomain extends EmailDomainRow {
  workspaceId: string
  programName: string
}

/** Domains of open workspaces, least recently checked first. */
export const emailDomainsToCheck = ({ em }: WithEm, limit: number): Promise<CheckedDomain[]> =>
  em.execute(
    `select d.id, d.program_id as "programId", d.slug, d.status, d.last_checked as "lastChecked", d.created_at as "createdAt",
       p.workspace_id as "workspaceId", p.name as "programName"
     from email_domains d join programs p on p.id = d.program_id order by d.last_checked nulls first, d.id limit ?`,
    [limit],
  )
