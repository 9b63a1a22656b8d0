/** An image by its address, or from a file, which the service stores. */
import { useRef } from 'preact/hooks'
import { Button } from '../kit/button.js'
import { notify } from '../kit/toast.js'

const maxBytes = 2_000_000

export function ImageInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const isFile = value.startsWith('data:')
  const read = (file: File | undefined) => {
    if (!file) return
    if (file.size > maxBytes) {
      notify(`${file.name} is larger than 2 MB.`, 'error')
      return
    }
    const reader = new FileReader()
    reader.addEventListener('load', () => typeof reader.result === 'string' && onChange(reader.result))
    reader.readAsDataURL(file)
  }
  return (
    <div class="button-row image-input">
      <input
        aria-label="Address of the image"
        inputMode="url"
        placeholder="https://example.com/image.png"
        value={isFile ? '' : value}
        disabled={isFile}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <Button icon="upload" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      {value !== '' && (
        <Button kind="quiet" onClick={() => onChange('')}>
          Remove
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/gif"
        onChange={(event) => {
          read(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
