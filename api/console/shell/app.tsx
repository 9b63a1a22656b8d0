/** Signs in, finds the workspace and the page of the address, and shows them. */
import { type FunctionComponent } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { apiClient } from '../api-client.js'
import { ClientContext } from '../kit/client.js'
import { EmptyState, ErrorState, Placeholder } from '../kit/empty-state.js'
import { Toasts } from '../kit/toast.js'
import { useLoad } from '../kit/use-load.js'
import { type PageEntry, pages } from '../pages.js'
import { CommandPalette } from './command-palette.js'
import { HelpDialog } from './help-dialog.js'
import { ImpersonationNotice } from './impersonation-notice.js'
import { useShortcuts } from './keyboard.js'
import { loadCode } from './load-code.js'
import { Navigation } from './navigation.js'
import { decoded, followLink, navigate, signInAddress, useAddress } from './router.js'
import { accessOf, roleIn, type Role, type Session, type User, type Workspace } from './session.js'

const toSignIn = () => location.assign(signInAddress())

export function App() {
  const { path } = useAddress()
  // The code of the page arrives while the session is read.
  useMemo(() => void contentOf(findPage(pathInWorkspace(path)))?.catch(() => undefined), [])
  const loaded = useLoad('session', async () => {
    const call = apiClient(null, toSignIn)
    const [user, workspaces, { role }] = await Promise.all([call('getUser'), call('listWorkspaces'), call('getPlatformRole')])
    return { user, workspaces, platformRole: role }
  })
  const { value, error, reload } = loaded
  // A session that could be read stays when it cannot be read again.
  if (error && error.status !== 401 && !value)
    return (
      <main class="alone">
        <ErrorState error={error} onRetry={reload} />
      </main>
    )
  if (!value) return <div class="starting" role="status" aria-label="Loading" />
  return <Workspaces {...value} reload={reload} />
}

interface SignedIn {
  user: User
  workspaces: Workspace[]
  platformRole: Role | null
  reload: () => void
}

function Workspaces({ user, workspaces, platformRole, reload }: SignedIn) {
  const { path } = useAddress()
  const slug = path.split('/')[2]
  const workspace = workspaces.find((one) => one.slug === slug)
  const fallback = workspaces.find((one) => one.slug === user.defaultWorkspace) ?? workspaces[0]
  useEffect(() => {
    if (!slug && fallback) navigate(`/console/${fallback.slug}`, { replace: true })
  }, [slug])
  if (workspaces.length === 0)
    return (
      <main class="alone">
        <EmptyState icon="members" title="You are not a member of any workspace" text="Open the link of an invite to join one." />
      </main>
    )
  if (!workspace)
    return slug ? (
      <main class="alone">
        <EmptyState icon="search" title="This workspace does not exist, or you are not a member of it">
          <a href="/console">Go to your workspace</a>
        </EmptyState>
      </main>
    ) : null
  return <Frame key={workspace.id} {...{ user, workspaces, platformRole, reload, workspace }} path={pathInWorkspace(path)} />
}

interface FrameProps extends SignedIn {
  workspace: Workspace
  path: string
}

function Frame({ user, workspaces, platformRole, reload, workspace, path }: FrameProps) {
  const [overlay, setOverlay] = useState<'palette' | 'help' | null>(null)
  const session = useMemo((): Session => {
    const role = roleIn(workspace)
    return {
      user,
      workspaces,
      workspace,
      role,
      platformRole,
      reload,
      call: apiClient(workspace.id, toSignIn),
      access: (id) => accessOf(id, { user, role, platformRole, plan: workspace.plan }),
      href: (path) => `/console/${workspace.slug}${path === '' ? '' : `/${path}`}`,
    }
  }, [user, workspaces, platformRole, reload, workspace])
  const content = useFocusAfter(path)
  const found = findPage(path)
  const entry = found?.entry
  useShortcuts({ openPalette: () => setOverlay('palette'), openHelp: () => setOverlay('help') })
  useEffect(() => {
    document.title = `${entry?.title ?? 'Not found'} · ${workspace.name} · Tributary`
  }, [entry, workspace])
  return (
    <ClientContext.Provider value={session}>
      <div class="frame" onClick={followLink}>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <Navigation current={entry?.path ?? path} onOpenPalette={() => setOverlay('palette')} onOpenHelp={() => setOverlay('help')} />
        <main id="content" tabIndex={-1} ref={content}>
          <ImpersonationNotice user={user} next="/console" />
          {found ? <Page key={`${found.entry.path} ${found.id ?? ''}`} {...found} session={session} /> : <NotFound />}
        </main>
      </div>
      {overlay === 'palette' && <CommandPalette onClose={() => setOverlay(null)} />}
      {overlay === 'help' && <HelpDialog onClose={() => setOverlay(null)} />}
      <Toasts />
    </ClientContext.Provider>
  )
}

/** The page of a link is gone with the focus that it had. The next one begins with its content, but the first with the frame. */
function useFocusAfter(path: string) {
  const content = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current !== path && document.activeElement === document.body) content.current?.focus({ preventScroll: true })
    shown.current = path
  }, [path])
  return content
}

const pathInWorkspace = (path: string) => path.split('/').slice(3).join('/')

interface Found {
  entry: PageEntry
  /** The rest of the address, for the page about one object of a list. */
  id: string | null
}

/** The page of an address: a page of the list, or the page about one object below it. */
function findPage(path: string): Found | undefined {
  const entry = pages.find((page) => page.path === path)
  if (entry) return { entry, id: null }
  const parent = pages.find((page) => page.loadOne && path.startsWith(`${page.path}/`))
  const id = parent && decoded(path.slice(parent.path.length + 1))
  return parent && id !== undefined ? { entry: parent, id } : undefined
}

/** Loads the code of a page. The browser keeps it. */
const contentOf = (found: Found | undefined): Promise<FunctionComponent<{ id: string }>> | undefined =>
  found && loadCode(found.id !== null && found.entry.loadOne ? found.entry.loadOne : found.entry.load)

const NotFound = () => (
  <EmptyState icon="search" title="This page does not exist">
    <a href="/console">Go to the start</a>
  </EmptyState>
)

const reasons = {
  permission: 'Your role in this workspace does not include it. An owner can change your role.',
  plan: 'The plan of this workspace does not include it.',
  impersonation: 'Not available to an operator who signed in as the user.',
}

function Page({ entry, id, session }: Found & { session: Session }) {
  const access = session.access(entry.needs)
  const { value, error } = useLoad<{ Content: FunctionComponent<{ id: string }> } | null>(entry.path, async () =>
    access === 'allowed' ? { Content: (await contentOf({ entry, id })) ?? NotFound } : null,
  )
  if (access !== 'allowed')
    return (
      <>
        <h1>{entry.title}</h1>
        <EmptyState icon={entry.icon} title={`${entry.title} is not available to you`} text={reasons[access]} />
      </>
    )
  if (error) return <ErrorState error={error} onRetry={() => location.reload()} />
  return value ? <value.Content id={id ?? ''} /> : <Placeholder />
}
