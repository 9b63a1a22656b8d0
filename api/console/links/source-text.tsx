/** A text field that also takes a file, dropped or chosen. */
import { useRef, useState } from 'preact/hooks'
import { Button } from '../kit/button.js'
import { formatNumber } from '../kit/format.js'
import { notify } from '../kit/toast.js'

/** Texts longer than this are not shown in the field, which would become slow. */
const maxShown = 200_000

interface SourceTextProps {
  text: string
  onChange: (text: string) => void
}

export function SourceText({ text, onChange }: SourceTextProps) {
  const [isOver, setIsOver] = useState(false)
  const [fileName, setFileName] = useState<string | null>(null)
  const change = (next: string, name: string | null = null) => {
    setFileName(name)
    onChange(next)
  }
  const read = (file: File | undefined) => {
    file?.text().then(
      (content) => change(content, file.name),
      () => notify(`${file.name} cannot be read.`, 'error'),
    )
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    read(event.dataTransfer?.files[0])
  }
  const dragOver = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  return (
    <div class={`drop${isOver ? ' over' : ''}`} onDragOver={dragOver} onDragLeave={() => setIsOver(false)} onDrop={drop}>
      {text.length > maxShown ? (
        <p class="drop-file">{`${fileName ?? 'The text'} has ${formatNumber(text.length)} characters.`}</p>
      ) : (
        <textarea
          rows={12}
          aria-label="Lines or CSV"
          spellcheck={false}
          placeholder={'https://example.com/spring spring\nhttps://example.com/summer'}
          value={text}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
      <div class="button-row">
        <FileButton onChoose={read} />
        {text !== '' && (
          <Button kind="quiet" onClick={() => change('')}>
            Clear
          </Button>
        )}
        {fileName && <span class="muted">{fileName}</span>}
      </div>
    </div>
  )
}

function FileButton({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon="upload" onClick={() => input.current?.click()}>
        Choose a CSV file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={(event) => {
          onChoose(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
