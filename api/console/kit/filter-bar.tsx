import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useClear } from '../shell/keyboard.js'
import { useQuery } from '../shell/router.js'
import { Button } from './button.js'
import type { Choice } from './form-values.js'
import { Icon } from './icon.js'

export interface Filter {
  name: string
  label: string
  choices: Choice[]
}

interface FilterBarProps {
  /** What the search field searches; without it there is none. */
  search?: string | undefined
  filters: Filter[]
  children?: ComponentChildren
}

/** Search and filters of a list. Their values are in the address. */
export function FilterBar({ search, filters, children }: FilterBarProps) {
  const [query, change] = useQuery()
  const names = [...filters.map(({ name }) => name), 'search']
  const isFiltered = names.some((name) => query[name])
  const clear = () => change(Object.fromEntries(names.map((name) => [name, null])))
  useClear(isFiltered, clear)
  if (!search && filters.length === 0 && !children) return null
  return (
    <div class="filters" role="search">
      {search && <SearchField label={search} value={query.search ?? ''} onChange={(search) => change({ search })} />}
      {filters.map(({ name, label, choices }) => (
        <select
          key={name}
          aria-label={label}
          class={query[name] ? 'set' : ''}
          value={query[name] ?? ''}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
        >
          <option value="">{label}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ))}
      {children}
      {isFiltered && (
        <Button kind="quiet" icon="close" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  )
}

/** Applies the text shortly after the last key. */
function SearchField({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What was typed since it was applied stays.
  const applied = useRef(value)
  useEffect(() => {
    if (value !== applied.current) {
      clearTimeout(timer.current)
      setText(value)
    }
    applied.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const apply = (next: string) => {
    clearTimeout(timer.current)
    applied.current = next
    onChange(next)
  }
  return (
    <label class="search-field">
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        data-shortcut="search"
        value={text}
        onInput={(event) => {
          const next = event.currentTarget.value
          setText(next)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => apply(next), 250)
        }}
        onKeyDown={(event) => {
          // The browser empties the field, and the list follows at once.
          if (event.key !== 'Escape' || event.isComposing || text === '') return
          setText('')
          apply('')
        }}
      />
    </label>
  )
}
