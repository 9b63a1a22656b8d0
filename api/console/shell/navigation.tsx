import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../kit/button.js'
import { Icon } from '../kit/icon.js'
import { Menu } from '../kit/menu.js'
import { scrollToCurrent } from '../kit/scroll-to-current.js'
import { pages } from '../pages.js'
import { signOut, useAddress } from './router.js'
import { useSession } from './session.js'
import { WorkspaceSwitcher } from './workspace-switcher.js'

interface NavigationProps {
  current: string
  onOpenPalette: () => void
  onOpenHelp: () => void
}

const sections = [...new Set(pages.map(({ section }) => section))]

export function Navigation({ current, onOpenPalette, onOpenHelp }: NavigationProps) {
  const { user, access, href } = useSession()
  const { path } = useAddress()
  const [isOpen, setIsOpen] = useState(false)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    setIsOpen(false)
    scrollToCurrent(list.current)
  }, [path])
  const visible = pages.filter(({ needs, isHidden }) => !isHidden && access(needs) === 'allowed')
  // The link of the current page changes no address.
  const closeAtLink = (event: MouseEvent) => (event.target as Element).closest('a') && setIsOpen(false)
  return (
    <header class={`side${isOpen ? ' open' : ''}`} onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}>
      <div class="side-head">
        <WorkspaceSwitcher />
        <div class="side-tools">
          <Button kind="quiet" icon="search" label="Command palette (Ctrl K)" onClick={onOpenPalette} />
          <span class="side-toggle">
            <Button kind="quiet" icon={isOpen ? 'close' : 'menu'} label="Menu" isExpanded={isOpen} onClick={() => setIsOpen(!isOpen)} />
          </span>
        </div>
      </div>
      <nav aria-label="Pages" ref={list} onClick={closeAtLink}>
        {sections.map((section) => {
          const own = visible.filter((page) => page.section === section)
          if (own.length === 0) return null
          return (
            <details key={section} open={section !== 'Administration' || own.some((page) => page.path === current)}>
              <summary>{section}</summary>
              <ul>
                {own.map(({ path, title, icon }) => (
                  <li key={path}>
                    <a href={href(path)} aria-current={path === current ? 'page' : undefined}>
                      <Icon name={icon} />
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </details>
          )
        })}
      </nav>
      <div class="side-foot">
        <Menu
          label="Account"
          icon="more"
          text={user.name ?? user.email ?? 'Account'}
          actions={[
            { label: 'Keyboard shortcuts', run: onOpenHelp },
            { label: 'API reference', run: () => location.assign('/docs') },
            { label: 'Sign out', run: () => signOut('/console') },
          ]}
        />
      </div>
    </header>
  )
}
