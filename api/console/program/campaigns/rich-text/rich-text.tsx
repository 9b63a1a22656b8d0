/** A field of rich text with its toolbar: what is written looks as in the email. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { urlOf } from '../../../api-client.js'
import { Button } from '../../../kit/button.js'
import type { InputProps } from '../../../kit/form-values.js'
import { Menu } from '../../../kit/menu.js'
import { notify } from '../../../kit/toast.js'
import { useSession } from '../../../shell/session.js'
import { isLinkTarget, isWebAddress, variables } from './content.js'
import type { ActionName, Editor } from './open-editor.js'
import type { StoredNode } from './schema.js'

const tools: [action: ActionName, sign: string, label: string][] = [
  ['bold', 'B', 'Bold (Ctrl B)'],
  ['italic', 'I', 'Italic (Ctrl I)'],
  ['underline', 'U', 'Underlined (Ctrl U)'],
  ['strike', 'S', 'Struck through'],
  ['code', '<>', 'Code'],
  ['paragraph', '¶', 'Paragraph'],
  ['heading1', 'H1', 'H1, large heading'],
  ['heading2', 'H2', 'H2, heading'],
  ['heading3', 'H3', 'H3, small heading'],
  ['bulletList', '•', 'List'],
  ['orderedList', '1.', '1. Numbered list'],
  ['blockquote', '”', 'Quote'],
  ['codeBlock', '{ }', 'Block of code'],
  ['outdent', '⇤', 'Out of the list or quote'],
  ['horizontalRule', '—', 'Line'],
  ['undo', '↶', 'Undo (Ctrl Z)'],
  ['redo', '↷', 'Redo (Ctrl Shift Z)'],
]

type Asked = 'link' | 'image'

/** The value is the document as JSON. */
export function RichText({ id, value, hintId, onChange }: InputProps) {
  const { workspace } = useSession()
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(onChange)
  latest.current = onChange
  const [editor, setEditor] = useState<Editor | null | undefined>(undefined)
  const [active, setActive] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => {
    let opened: Editor | null = null
    let isOver = false
    const open = async () => {
      const { openEditor } = await import('./open-editor.js')
      if (isOver || !place.current) return
      opened = openEditor(place.current, {
        stored: JSON.parse(value) as StoredNode,
        attributes: {
          id,
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': 'Text',
          ...(hintId ? { 'aria-describedby': hintId } : {}),
        },
        sourceOf: (url) => urlOf('getPreviewImage', { query: { url } }, workspace.id),
        onChange: (stored) => latest.current(JSON.stringify(stored)),
        onSelect: setActive,
      })
      setEditor(opened)
    }
    open().catch(() => notify('The editor was not loaded. Load the page again', 'error'))
    return () => {
      isOver = true
      opened?.close()
    }
  }, [])
  return (
    <div class="rich-text">
      {editor && <Toolbar editor={editor} active={active} onAsk={setAsked} />}
      {editor && asked && <AddressInput key={asked} kind={asked} editor={editor} onClose={() => setAsked(null)} />}
      {editor === null && (
        <p class="muted">This text has a form that the editor cannot show. It stays as it is; change it through the API.</p>
      )}
      <div ref={place} class="rich-text-frame" />
    </div>
  )
}

interface ToolbarProps {
  editor: Editor
  active: ReadonlySet<string>
  onAsk: (asked: Asked) => void
}

const Toolbar = ({ editor, active, onAsk }: ToolbarProps) => (
  <div class="rich-text-tools" role="toolbar" aria-label="Format">
    {tools.map(([action, sign, label]) => (
      <button
        key={action}
        type="button"
        class={`tool-${action}`}
        aria-label={label}
        title={label}
        aria-pressed={active.has(action)}
        onClick={() => editor.run(action)}
      >
        {sign}
      </button>
    ))}
    <Button kind="quiet" onClick={() => onAsk('link')}>
      Link
    </Button>
    <Button kind="quiet" onClick={() => onAsk('image')}>
      Image
    </Button>
    <Menu
      label="Insert a variable"
      text="Variable"
      actions={variables.map((id) => ({ label: id, run: () => editor.insert('mention', { id }) }))}
    />
  </div>
)

/** Not a form: it is within the form of the campaign. */
function AddressInput({ kind, editor, onClose }: { kind: Asked; editor: Editor; onClose: () => void }) {
  const [address, setAddress] = useState('')
  const [description, setDescription] = useState('')
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  // Without an address, the link is removed.
  const isUsable = kind === 'link' ? address === '' || isLinkTarget(address) : isWebAddress(address)
  const apply = () => {
    if (!isUsable) return
    if (kind === 'link') editor.link(address)
    else editor.insert('image', { src: address, alt: description })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter') return
    event.preventDefault()
    apply()
  }
  const name = kind === 'link' ? 'Address of the link' : 'Address of the image'
  return (
    <div class="rich-text-address" onKeyDown={onKeyDown}>
      <input
        aria-label={name}
        placeholder={kind === 'link' ? 'https://…, mailto:…, or empty for no link' : 'https://…'}
        value={address}
        ref={first}
        onInput={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      {kind === 'image' && (
        <input
          aria-label="Description of the image"
          placeholder="Description"
          value={description}
          onInput={({ currentTarget }) => setDescription(currentTarget.value)}
        />
      )}
      <Button kind="primary" disabled={!isUsable} onClick={apply}>
        Apply
      </Button>
      <Button onClick={onClose}>Cancel</Button>
    </div>
  )
}
