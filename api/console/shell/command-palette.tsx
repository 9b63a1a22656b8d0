/** Finds pages, links and actions by typing. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatUrl } from '../kit/format.js'
import { Icon, type IconName } from '../kit/icon.js'
import { useLoad } from '../kit/use-load.js'
import { pages } from '../pages.js'
import { navigate } from './router.js'
import { type Session, useSession } from './session.js'

interface Command {
  label: string
  hint: string
  icon: IconName
  run: () => void
}

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const element = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  useEffect(() => element.current?.showModal(), [])
  const word = text.trim().toLowerCase()
  const links = useLoad(word, async (signal) =>
    word.length < 2 || session.access('getLinks') !== 'allowed' ? [] : linkCommands(session, word, signal),
  )
  const found = [...pageCommands(session).filter(({ label }) => label.toLowerCase().includes(word)), ...(links.value ?? [])]
  const selected = Math.min(index, found.length - 1)
  const run = (command: Command | undefined) => {
    if (!command) return
    element.current?.close()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setIndex((selected + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setIndex((selected - 1 + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') run(found[selected])
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={element} class="palette" aria-label="Command palette" onClose={onClose} onKeyDown={onKeyDown}>
      <label class="palette-input">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Find a page, a link or an action"
          aria-expanded="true"
          aria-controls="commands"
          aria-activedescendant={found.length > 0 ? `command-${selected}` : undefined}
          placeholder="Find a page, a link or an action"
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
