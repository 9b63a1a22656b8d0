/** Signs in, opens the partner account and the page of the address, and shows them. */
import type { ComponentType } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { apiClient, type Output } from '../../console/api-client.js'
import { ClientContext } from '../../console/kit/client.js'
import { EmptyState, ErrorState, Placeholder } from '../../console/kit/empty-state.js'
import { Toasts } from '../../console/kit/toast.js'
import { useLoad } from '../../console/kit/use-load.js'
import { HelpDialog } from '../../console/shell/help-dialog.js'
import { ImpersonationNotice } from '../../console/shell/impersonation-notice.js'
import { useShortcuts } from '../../console/shell/keyboard.js'
import { loadCode } from '../../console/shell/load-code.js'
import { decoded, followLink, signInAddress, useAddress } from '../../console/shell/router.js'
import { accountPages, programPages } from '../pages.js'
import { CommandPalette } from './command-palette.js'
import { Navigation } from './navigation.js'
import { OpenAccount } from './open-account.js'
import { type Account, accessOf, type Portal, portalPath, type Profile, usePortal } from './portal.js'
import { type ProgramDetails, ProgramContext } from './program.js'

const toSignIn = () => location.assign(signInAddress())
const call = apiClient(null, toSignIn)

export function App() {
  const { value, error, reload } = useLoad('portal', async () => {
    const [user, accounts] = await Promise.all([call('getUser'), call('listPartnerAccounts')])
    return { user, accounts, profile: accounts.length === 0 ? null : await call('getPartnerProfile') }
  })
  if (error && error.status !== 401)
    return (
      <main class="alone">
        <ErrorState error={error} onRetry={reload} />
      </main>
    )
  if (!value) return <div class="starting" role="status" aria-label="Loading" />
  const { user, accounts, profile } = value
  if (!profile) return <OpenAccount user={user} call={call} onOpened={reload} />
  return <Frame key={profile.id} user={user} accounts={accounts} profile={profile} reload={reload} />
}

interface FrameProps {
  user: Output<'getUser'>
  accounts: Account[]
  profile: Profile
  reload: () => void
}

function Frame({ user, accounts, profile, reload }: FrameProps) {
  const { path } = useAddress()
  const [overlay, setOverlay] = useState<Overlay>(null)
  const portal = useMemo(
    (): Portal => ({ user, accounts, profile, reload, call, access: (id) => accessOf(id, user, profile.role), href: portalPath }),
    [user, accounts, profile],
  )
  useShortcuts({ openPalette: () => setOverlay('palette'), openHelp: () => setOverlay('help') })
  const [, , first = '', slug, ...rest] = path.split('/')
  return (
    <ClientContext.Provider value={portal}>
      <div class="frame" onClick={followLink}>
        <a class="skip" href="#content">
          Skip to content
        </a>
        {first === 'programs' && slug ? (
          <OfProgram key={slug} slug={decoded(slug) ?? slug} path={rest.join('/')} overlay={overlay} setOverlay={setOverlay} />
        ) : (
          <OfAccount path={path.split('/').slice(2).join('/')} overlay={overlay} setOverlay={setOverlay} />
        )}
      </div>
      <Toasts />
    </ClientContext.Provider>
  )
}

type Overlay = 'palette' | 'help' | null

interface PathProps {
  path: string
  overlay: Overlay
  setOverlay: (overlay: Overlay) => void
}

function OfAccount({ path, overlay, setOverlay }: PathProps) {
  const entry = accountPages.find((page) => page.path === path)
  useTitle(entry?.title)
  return (
    <>
      <Navigation current={portalPath(path)} program={undefined} onOpen={setOverlay} />
      <Overlays program={undefined} overlay={overlay} setOverlay={setOverlay} />
      <main id="content" tabIndex={-1}>
        <Notice />
        {entry ? <Page key={entry.path} entry={entry} /> : <NotFound />}
      </main>
    </>
  )
}

function OfProgram({ slug, path, overlay, setOverlay }: PathProps & { slug: string }) {
  const { call } = usePortal()
  const address = useAddress().path
  const { value, error, reload } = useLoad(slug, (signal) => call('getOwnProgram', { params: { programId: slug } }, signal))
  const entry = programPages.find((page) => page.path === path)
  useTitle(value && entry ? `${entry.title} · ${value.program.name}` : entry?.title)
  return (
    <>
      <Navigation current={address} program={value} onOpen={setOverlay} />
      <Overlays program={value} overlay={overlay} setOverlay={setOverlay} />
      <main id="content" tabIndex={-1}>
        <Notice />
        {error && !value && <ProgramError error={error} onRetry={reload} />}
        {!error && !value && <Placeholder />}
        {value &&
          (entry && (entry.isFor?.(value) ?? true) ? <ProgramContent entry={entry} program={value} reload={reload} /> : <NotFound />)}
      </main>
    </>
  )
}

function Overlays({ program, overlay, setOverlay }: Omit<PathProps, 'path'> & { program: ProgramDetails | undefined }) {
  const close = () => setOverlay(null)
  if (overlay === 'palette') return <CommandPalette program={program} onClose={close} />
  return overlay === 'help' ? <HelpDialog onClose={close} /> : null
}

function ProgramContent({ entry, program, reload }: { entry: PageEntry; program: ProgramDetails; reload: () => void }) {
  return (
    <ProgramContext.Provider value={{ ...program, reload }}>
      <Page key={entry.path} entry={entry} />
    </ProgramContext.Provider>
  )
}

const ProgramError = ({ error, onRetry }: Parameters<typeof ErrorState>[0]) => (
  <>
    <h1>Program</h1>
    {error.status === 404 ? (
      <EmptyState icon="partners" title="You do not take part in this program">
        <a href="/portal/marketplace">Find programs</a>
      </EmptyState>
    ) : (
      <ErrorState error={error} onRetry={onRetry} />
    )}
  </>
)

const Notice = () => <ImpersonationNotice user={usePortal().user} next="/portal" />

const NotFound = () => (
  <>
    <h1 class="hidden">Not found</h1>
    <EmptyState icon="search" title="This page does not exist">
      <a href="/portal">Go to your programs</a>
    </EmptyState>
  </>
)

function useTitle(title = 'Not found') {
  useEffect(() => {
    document.title = `${title} · Partner portal`
  }, [title])
}

type PageEntry = (typeof accountPages)[number]

function Page({ entry }: { entry: PageEntry }) {
  const isAllowed = usePortal().access(entry.needs) === 'allowed'
  const { value, error } = useLoad<{ Content: ComponentType } | null>(entry.path, async () =>
    isAllowed ? { Content: await loadCode(entry.load) } : null,
  )
  if (!isAllowed)
    return (
      <>
        <h1>{entry.title}</h1>
        <EmptyState
          icon={entry.icon}
          title={`${entry.title} are not available to you`}
          text="Your role in this partner account does not include it. An owner can change your role."
        />
      </>
    )
  if (error) return <ErrorState error={error} onRetry={() => location.reload()} />
  return value ? <value.Content /> : <Placeholder />
}
