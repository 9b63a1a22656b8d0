import { workspaceIsOpenSql, Workspace } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'

export interface PublicDashboard {
  id: string
  workspaceId: string
  linkId: string | null
  folderId: string | null
  sealedPassword: string | null
  showConversions: boolean
  /** Changes whenever the settings of the dashboard change. */
  version: string
}

const columns = `d.id, d.workspace_id as "workspaceId", d.link_id as "linkId", d.folder_id as "folderId",
  d.sealed_password as "sealedPassword", d.show_conversions as "showConversions", d.updated_at::text as version`
const isOpen = workspaceIsOpenSql('d')

/** The dashboard of a folder, or of the link with this domain and key. It is public, so no caller is checked. */
export async function findPublicDashboard(
  { pool }: Scope,
  of: { folderId: string } | { domain: string; key: string },
): Promise<PublicDashboard | null> {
  const { rows } =
    'folderId' in of
      ? await pool.query<PublicDashboard>(`select ${columns} from dashboards d where folder_id = $1 and ${isOpen}`, [of.folderId])
      : await pool.query<PublicDashboard>(
          `select ${columns} from dashboards d join links on links.id = d.link_id where links.domain = $1 and links.lookup_key = any($2) and ${isOpen}`,
          [of.domain.toLowerCase(), [of.key, of.key.toLowerCase()]],
        )
  return rows[0] ?? null
}

export const workspaceOfDashboard = ({ em }: Scope, { workspaceId }: PublicDashboard): Promise<Workspace> =>
  em.findOneOrFail(Workspace, { id: workspaceId })
