/** Parts of a page, of which one is shown. The shown one is in the address. */
import { type ComponentChildren, Fragment } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useQuery } from '../shell/router.js'
import { scrollToCurrent } from './scroll-to-current.js'

export interface Tab {
  name: string
  label: string
  content: () => ComponentChildren
}

export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const [query, change] = useQuery()
  const bar = useRef<HTMLElement>(null)
  const shown = tabs.find(({ name }) => name === query.tab) ?? tabs[0]
  useEffect(() => scrollToCurrent(bar.current), [shown?.name])
  if (!shown) return null
  return (
    <>
      <nav class="tabs" aria-label={label} ref={bar}>
        {tabs.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            aria-current={name === shown.name ? 'page' : undefined}
            onClick={() => change({ tab: name === tabs[0]?.name ? null : name })}
          >
            {label}
          </button>
        ))}
      </nav>
      {/* Not as a component: another function in each rendering would begin the content again, without its input. */}
      <Fragment key={shown.name}>{shown.content()}</Fragment>
    </>
  )
}
