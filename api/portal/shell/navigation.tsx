import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../console/kit/button.js'
import { Icon, type IconName } from '../../console/kit/icon.js'
import { Menu } from '../../console/kit/menu.js'
import { useLoad } from '../../console/kit/use-load.js'
import { signOut, useAddress } from '../../console/shell/router.js'
import { accountPages, programPages } from '../pages.js'
import { type Account, portalPath, programPath, usePortal } from './portal.js'
import type { ProgramDetails } from './program.js'

interface NavigationProps {
  /** Path of the shown page. */
  current: string
  /** The program whose pages are shown too. */
  program: ProgramDetails | undefined
  onOpen: (overlay: 'palette' | 'help') => void
}

interface Item {
  href: string
  title: string
  icon: IconName
  count?: number | undefined
}

export function Navigation({ current, program, onOpen }: NavigationProps) {
  const portal = usePortal()
  const { path } = useAddress()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setIsOpen(false), [path])
  const unread = useLoad(`unread ${path}`, (signal) => portal.call('countPartnerMessages', {}, signal))
  useEffect(() => {
    addEventListener('portal:read', unread.reload)
    return () => removeEventListener('portal:read', unread.reload)
  }, [])
  const ofAccount = accountPages
    .filter(({ needs }) => portal.access(needs) === 'allowed')
    .map(({ path, title, icon }) => ({
      href: portalPath(path),
      title,
      icon,
      count: path === 'messages' ? unread.value : undefined,
    }))
  const ofProgram = program
    ? programPages
        .filter(({ isFor }) => isFor?.(program) ?? true)
        .map(({ path, title, icon }) => ({ href: programPath(program.program.slug, path), title, icon }))
    : []
  // The link of the current page changes no address.
  const closeAtLink = (event: MouseEvent) => (event.target as Element).closest('a') && setIsOpen(false)
  return (
    <header class={`side${isOpen ? ' open' : ''}`} onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}>
      <div class="side-head">
        <Accounts />
        <div class="side-tools">
          <Button kind="quiet" icon="search" label="Command palette (Ctrl K)" onClick={() => onOpen('palette')} />
          <span class="side-toggle">
            <Button kind="quiet" icon={isOpen ? 'close' : 'menu'} label="Menu" isExpanded={isOpen} onClick={() => setIsOpen(!isOpen)} />
          </span>
        </div>
      </div>
      <nav aria-label="Pages" onClick={closeAtLink}>
        {program && <Section title={program.program.name} items={ofProgram} current={current} />}
        <Section title="Your account" items={ofAccount} current={current} />
      </nav>
      <div class="side-foot">
        <Menu
          label="Account"
          icon="more"
          text={portal.user.name ?? portal.user.email ?? 'Account'}
          actions={[
            { label: 'Keyboard shortcuts', run: () => onOpen('help') },
            { label: 'Sign out', run: () => signOut('/portal') },
          ]}
        />
      </div>
    </header>
  )
}

const Section = ({ title, items, current }: { title: string; items: Item[]; current: string }) => (
  <section>
    <h2>{title}</h2>
    <ul>
      {items.map(({ href, title, icon, count }) => (
        <li key={href}>
          <a href={href} aria-current={href === current ? 'page' : undefined}>
            <Icon name={icon} />
            {title}
            {count ? <span class="side-count">{count}</span> : null}
          </a>
        </li>
      ))}
    </ul>
  </section>
)

/** The partner accounts of the user. Another one is selected for all sessions of the user. */
function Accounts() {
  const { profile, accounts, call } = usePortal()
  const select = async ({ partnerId }: Account) => {
    await call('selectPartnerAccount', { params: { partnerId } })
    location.assign('/portal')
  }
  if (accounts.length < 2) return <strong class="side-name">{profile.name}</strong>
  return (
    <Menu
      label="Switch partner account"
      icon="chevron"
      text={profile.name}
      actions={accounts.map((account) => ({ label: account.name, run: () => select(account) }))}
    />
  )
}
