import { workspaceIsOpenSql, Workspace } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import { asciiDomain, lookupKeyOn } from '../../links/index.js'

export interface PublicDashboard {
  id: string
  workspaceId: string
  linkId: string | null
  folderId: string | null
  sealedPassword: string | null
  showConversions: boolean
  doIndex: boolean
  /** Changes whenever the settings of the dashboard change. */
  version: string
}

const columns = `d.id, d.workspace_id as "workspaceId", d.link_id as "linkId", d.folder_id as "folderId",
  d.sealed_password as "sealedPassword", d.show_conversions as "showConversions", d.do_index as "doIndex", d.updated_at::text as version`
/** A dashboard is a page on the host of the operator, who may have disabled its workspace. */
const isOpen = `${workspaceIsOpenSql('d')}
  and exists (select from workspaces where workspaces.id = d.workspace_id and workspaces.disabled_at is null)`

/** A dashboard by its id, the dashboard of a folder, or of the link with this domain and key. It is public, so no caller is checked. */
export async function findPublicDashboard(
  { pool, em }: Scope,
  of: { id: string } | { folderId: string } | { domain: string; key: string },
): Promise<PublicDashboard | null> {
  if ('id' in of) {
    const { rows } = await pool.query<PublicDashboard>(`select ${columns} from dashboards d where id = $1 and ${isOpen}`, [of.id])
    return rows[0] ?? null
  }
  const { rows } =
    'folderId' in of
      ? await pool.query<PublicDashboard>(`select ${columns} from dashboards d where folder_id = $1 and ${isOpen}`, [of.folderId])
      : await pool.query<PublicDashboard>(
          `select ${columns} from dashboards d join links on links.id = d.link_id where links.domain = $1 and links.lookup_key = $2 and ${isOpen}`,
          [asciiDomain(of.domain), await lookupKeyOn({ em }, asciiDomain(of.domain), of.key)],
        )
  return rows[0] ?? null
}

interface Subject {
  title: string
  url: string | null
  domain: string | null
  key: string | null
}

/** The link or the folder that a dashboard shows. */
export async function subjectOfDashboard({ pool }: Scope, { linkId, folderId }: PublicDashboard): Promise<Subject> {
  const { rows } = await pool.query<Subject>(
    linkId === null
      ? 'select name as title, null as url, null as domain, null as key from folders where id = $1'
      : 'select short_link as title, case when sealed_password is null and banned_at is null then url end as url, domain, key from links where id = $1',
    [linkId ?? folderId],
  )
  return rows[0] as Subject
}

export const workspaceOfDashboard = ({ em }: Scope, { workspaceId }: PublicDashboard): Promise<Workspace> =>
  em.findOneOrFail(Workspace, { id: workspaceId })

/** Those of the links whose destination only visitors with a password may know, or no visitor because the operator banned them. */
export async function linksWithHiddenDestination({ pool }: Scope, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from links where id = any($1) and (sealed_password is not null or banned_at is not null)',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}
