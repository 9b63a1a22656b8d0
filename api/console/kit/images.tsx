/** Images that the user picks, as the data URLs that the HTTP interface takes. */
import { useRef, useState } from 'preact/hooks'
import { Button } from './button.js'

const maxBytes = 2 * 1024 * 1024
const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

export interface PickedImage {
  fileName: string
  image: string
}

/** Refuses what the service would refuse, before it is sent. */
async function readImage(file: File): Promise<PickedImage> {
  if (!types.includes(file.type)) throw new Error(`${file.name} is not a PNG, JPEG, GIF or WebP image.`)
  if (file.size > maxBytes) throw new Error(`${file.name} is larger than 2 MB.`)
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve({ fileName: file.name, image: reader.result as string }))
    reader.addEventListener('error', () => reject(new Error(`${file.name} cannot be read.`)))
    reader.readAsDataURL(file)
  })
}

interface ImageButtonProps {
  label: string
  disabled?: boolean
  /** How many more images can be picked. */
  max?: number
  onPick: (image: PickedImage) => Promise<unknown> | void
  /** While images are read and sent, so that a form is not sent without them. */
  onBusy?: (isBusy: boolean) => void
  onError: (message: string) => void
}

/** A button that lets the user choose one or several images. */
export function ImageButton({ label, disabled = false, max = Infinity, onPick, onBusy, onError }: ImageButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const change = (isBusy: boolean) => {
    setIsBusy(isBusy)
    onBusy?.(isBusy)
  }
  const pick = async (files: File[]) => {
    change(true)
    try {
      for (const file of files.slice(0, max)) await onPick(await readImage(file))
      if (files.length > max) onError(`Only ${max} more images can be added.`)
    } catch (error) {
      onError((error as Error).message)
    } finally {
      change(false)
    }
  }
  return (
    <>
      <Button icon="plus" disabled={disabled || isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={types.join()}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          void pick(files)
        }}
      />
    </>
  )
}
