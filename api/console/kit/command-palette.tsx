/** A dialog that finds commands by typing. */
import { useState } from 'preact/hooks'
import { Icon, type IconName } from './icon.js'
import { useLoad } from './use-load.js'
import { useModal } from './use-modal.js'

export interface Command {
  label: string
  hint: string
  icon: IconName
  run: () => void
}

interface CommandPaletteProps {
  /** What can be found, for example "a page or an action". */
  what: string
  commands: Command[]
  /** Finds more by the typed text. */
  search: (word: string, signal: AbortSignal) => Promise<Command[]>
  onClose: () => void
}

export function CommandPalette({ what, commands, search, onClose }: CommandPaletteProps) {
  const modal = useModal(onClose)
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const word = text.trim().toLowerCase()
  const more = useLoad(word, async (signal) => (word.length < 2 ? [] : search(word, signal)))
  const own = commands.filter(({ label }) => label.toLowerCase().includes(word))
  const found = [...own, ...(more.value ?? [])]
  const selected = Math.min(index, found.length - 1)
  // Until then, those found last belong to an earlier text.
  const isCurrent = !more.isLoading || selected < own.length
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown') setIndex((selected + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setIndex((selected - 1 + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') run(isCurrent ? found[selected] : undefined)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  return (
    <dialog {...modal} class="palette" aria-label="Command palette" onKeyDown={onKeyDown}>
      <label class="palette-input">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={`Find ${what}`}
          aria-expanded="true"
          aria-controls="commands"
          aria-activedescendant={found.length > 0 ? `command-${selected}` : undefined}
          placeholder={`Find ${what}`}
          autocomplete="off"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setIndex(0)
          }}
        />
      </label>
      <Results commands={found} selected={selected} onRun={run} onSelect={setIndex} />
    </dialog>
  )
}

interface ResultsProps {
  commands: Command[]
  selected: number
  onRun: (command: Command) => void
  onSelect: (index: number) => void
}

function Results({ commands, selected, onRun, onSelect }: ResultsProps) {
  return (
    <>
      <div role="listbox" id="commands" aria-label="Results">
        {commands.map((command, position) => (
          <div
            key={`${command.label} ${command.hint}`}
            role="option"
            id={`command-${position}`}
            aria-selected={position === selected}
            onClick={() => onRun(command)}
            onPointerMove={() => onSelect(position)}
          >
            <Icon name={command.icon} />
            <span>{command.label}</span>
            <span class="muted">{command.hint}</span>
          </div>
        ))}
      </div>
      {commands.length === 0 && <p class="muted">Nothing found</p>}
    </>
  )
}
