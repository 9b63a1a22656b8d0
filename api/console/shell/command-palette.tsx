/** The command palette of the console: pages, links, actions and workspaces. */
import { type Command, CommandPalette as Palette } from '../kit/command-palette.js'
import { formatUrl } from '../kit/format.js'
import { pages } from '../pages.js'
import { navigate } from './router.js'
import { type Session, useSession } from './session.js'

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const session = useSession()
  return (
    <Palette
      what="a page, a link or an action"
      commands={pageCommands(session)}
      search={async (word, signal) => (session.access('getLinks') === 'allowed' ? linkCommands(session, word, signal) : [])}
      onClose={onClose}
    />
  )
}

function pageCommands({ access, href, workspace, workspaces }: Session): Command[] {
  const commands = pages
    .filter(({ needs }) => access(needs) === 'allowed')
    .map(({ title, icon, section, path }): Command => ({ label: title, hint: section, icon, run: () => navigate(href(path)) }))
  const creations = pages.flatMap(({ path, create }): Command[] =>
    create && access(create.needs) === 'allowed'
      ? [{ label: create.label, hint: 'Action', icon: 'plus', run: () => navigate(`${href(path)}?create=1`) }]
      : [],
  )
  const switches = workspaces
    .filter(({ id }) => id !== workspace.id)
    .map(({ name, slug }): Command => ({
      label: `Switch to ${name}`,
      hint: 'Workspace',
      icon: 'workspaces',
      run: () => navigate(`/console/${slug}`),
    }))
  return [...commands, ...creations, ...switches]
}

async function linkCommands({ call, href }: Session, search: string, signal: AbortSignal): Promise<Command[]> {
  const links = await call('getLinks', { query: { search, pageSize: 6 } }, signal)
  return links.map(({ id, shortLink, url }) => ({
    label: formatUrl(shortLink),
    hint: formatUrl(url),
    icon: 'links',
    run: () => navigate(`${href('analytics')}?linkId=${id}`),
  }))
}
