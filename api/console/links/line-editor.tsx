/** Editors of texts whose lines are a short value and a destination: `DE https://example.de`, `50 https://example.com/a`. */
import { useState } from 'preact/hooks'
import { Button } from '../kit/button.js'

interface Line {
  first: string
  url: string
}

const linesOf = (text: string): Line[] =>
  text.split('\n').flatMap((line) => {
    const [first = '', ...rest] = line.trim().split(/\s+/)
    return first === '' ? [] : [{ first, url: rest.join('') }]
  })
const textOf = (lines: Line[]) =>
  lines
    .filter(({ url }) => url.trim() !== '')
    .map(({ first, url }) => `${first.trim() || '-'} ${url.trim()}`)
    .join('\n')

interface LineEditorProps {
  text: string
  /** Name and example of the first value. */
  first: string
  placeholder: string
  isNumber?: boolean
  /** The first value of a new line. */
  initial?: string
  onChange: (text: string) => void
}

export function LineEditor({ text, first, placeholder, isNumber = false, initial = '', onChange }: LineEditorProps) {
  // Lines without a destination are kept here only: they are not part of the text.
  const [kept, setKept] = useState(() => linesOf(text))
  const lines = textOf(kept) === text ? kept : linesOf(text)
  const change = (next: Line[]) => {
    setKept(next)
    onChange(textOf(next))
  }
  const changeLine = (index: number, part: Partial<Line>) =>
    change(lines.map((line, position) => (position === index ? { ...line, ...part } : line)))
  return (
    <div class="line-editor">
      {lines.map((line, index) => (
        <div key={index}>
          <input
            aria-label={`${first} ${index + 1}`}
            class="line-first"
            placeholder={placeholder}
            value={line.first}
            {...(isNumber ? { inputMode: 'numeric' as const } : {})}
            onInput={(event) => changeLine(index, { first: event.currentTarget.value })}
          />
          <input
            aria-label={`Destination ${index + 1}`}
            inputMode="url"
            placeholder="https://example.com"
            value={line.url}
            onInput={(event) => changeLine(index, { url: event.currentTarget.value })}
          />
          <Button
            kind="quiet"
            icon="close"
            label={`Remove line ${index + 1}`}
            onClick={() => change(lines.filter((_, position) => position !== index))}
          />
        </div>
      ))}
      <Button icon="plus" onClick={() => setKept([...lines, { first: initial, url: '' }])}>
        Add
      </Button>
    </div>
  )
}

export function SharesEditor({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const lines = linesOf(text)
  const sum = lines.reduce((total, { first }) => total + (Number(first) || 0), 0)
  const share = Math.floor(100 / Math.max(1, lines.length))
  const divide = () =>
    onChange(textOf(lines.map(({ url }, index) => ({ url, first: String(index === 0 ? 100 - share * (lines.length - 1) : share) }))))
  return (
    <>
      <LineEditor text={text} first="Share" placeholder="50" isNumber initial="50" onChange={onChange} />
      {lines.length > 1 && (
        <div class="button-row">
          <span class={sum === 100 ? 'muted' : 'form-error'}>{`${sum} %`}</span>
          {sum !== 100 && (
            <Button kind="quiet" onClick={divide}>
              Share equally
            </Button>
          )}
        </div>
      )}
    </>
  )
}
