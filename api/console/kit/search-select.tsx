/** Chooses one of many objects by typing: the service searches. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Call } from '../api-client.js'
import { useClient } from './client.js'
import type { Choice, InputProps } from './form-values.js'
import { useLoad } from './use-load.js'

interface SearchSelectProps extends InputProps {
  /** Finds objects by text, and one by its id when the form starts with a value. */
  search: (call: Call, text: string, signal: AbortSignal) => Promise<Choice[]>
  placeholder?: string
}

const plainText = { type: 'text', autocomplete: 'off' } as const

export function SearchSelect({ id, value, isRequired, hintId, onChange, search, placeholder }: SearchSelectProps) {
  const { call } = useClient()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [index, setIndex] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  // The form would be sent without what was typed.
  const isUnknown = value === '' && text.trim() !== ''
  useEffect(() => input.current?.setCustomValidity(isUnknown ? 'Choose one from the list.' : ''), [isUnknown])
  const word = useDelayed(text)
  const { value: found = [], error, isLoading } = useLoad(word, (signal) => search(call, word, signal))
  // Until then, the first one found belongs to an earlier text.
  const isCurrent = word === text && !isLoading
  const choose = (choice: Choice | undefined) => {
    if (!choice) return
    setChosen(choice.label)
    setIsOpen(false)
    onChange(choice.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown') setIndex(Math.min(index + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setIndex(Math.max(index - 1, 0))
    else if (event.key === 'Enter' && isOpen) choose(isCurrent ? found[index] : undefined)
    else if (event.key === 'Escape' && isOpen) setIsOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="search-select">
      <input
        {...plainText}
        ref={input}
        id={id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && found[index] ? `${id}-${index}` : undefined}
        aria-describedby={hintId}
        placeholder={placeholder}
        value={value ? chosen || value : text}
        required={isRequired}
        onKeyDown={onKeyDown}
        onFocus={() => setIsOpen(value === '')}
        onBlur={() => setIsOpen(false)}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setIndex(0)
          setIsOpen(true)
          if (value) onChange('')
        }}
      />
      <Options id={id} isOpen={isOpen} found={found} index={index} error={error?.message} onChoose={choose} />
    </div>
  )
}

interface OptionsProps {
  id: string
  isOpen: boolean
  found: Choice[]
  index: number
  error: string | undefined
  onChoose: (choice: Choice) => void
}

const Options = ({ id, isOpen, found, index, error, onChoose }: OptionsProps) => (
  <ul role="listbox" id={`${id}-list`} aria-label="Found" hidden={!isOpen}>
    {found.map((choice, position) => (
      <li
        key={choice.value}
        role="option"
        id={`${id}-${position}`}
        aria-selected={position === index}
        // Before the field loses the focus.
        onPointerDown={(event) => {
          event.preventDefault()
          onChoose(choice)
        }}
      >
        {choice.label}
      </li>
    ))}
    {found.length === 0 && (
      <li role="option" aria-disabled="true" aria-selected="false" class="muted">
        {error ?? 'Nothing found'}
      </li>
    )}
  </ul>
)

/** The text shortly after it last changed. */
function useDelayed(text: string): string {
  const [delayed, setDelayed] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), 200)
    return () => clearTimeout(timer)
  }, [text])
  return delayed
}
